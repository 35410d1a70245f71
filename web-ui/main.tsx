/** The page: files and documents, or a session, by its address; for the address of a file, a link to the file itself. */

import { effect } from '@preact/signals';
import { render } from 'preact';
import { fetchableAddress } from './files/files-api.ts';
import { listenToKeys } from './keyboard/key-handler.ts';
import { followLanguage } from './languages/menu-text.ts';
import { followDrafts } from './page/drafts.ts';
import { lazily } from './page/lazily.tsx';
import { notebook, openNotebook } from './page/notebook-state.ts';
import { isApp, placeShown } from './page/place.ts';
import { followProblems } from './page/problems.ts';
import { followReproduction } from './page/reproduction.ts';
import { serverKey } from './page/server-key.ts';
import { followSelection } from './page/shown-slice.ts';
import { trustAll } from './page/trust.ts';
import { followSettings } from './settings/settings.ts';
import { followOwnNotebook, startDocuments } from './workplace/open-documents.ts';
import { placeOfTerminal } from './workplace/terminal-place.ts';
import { WorkPlace } from './workplace/work-place.tsx';

const SessionFile = lazily(async () => (await import('./sessions/session-list.tsx')).SessionFile);

const AppPage = lazily(async () => (await import('./app/app-page.tsx')).AppPage);

const host = document.getElementById('page')!;
const place = placeShown();

/** Loads the extensions of the person, once the notebook has been drawn. */
function loadExtensions(): void {
  let isAsked = false;
  effect(() => {
    if (notebook.value === null || isAsked) return;
    isAsked = true;
    setTimeout(async () => {
      const { followExtensions } = await import('./extensions/load-extensions.ts');
      await followExtensions();
    });
  });
}

if (serverKey() === '') {
  render(
    <p class="refused">Open the address that sluice has printed: this browser has not seen it yet.</p>,
    host,
  );
} else if (isApp()) {
  openNotebook('');
  render(<AppPage />, host);
} else if (place.startsWith('/files/')) {
  const file = place.slice('/files/'.length);
  const download = new URLSearchParams(location.search).has('download') ? '&download' : '';
  fetchableAddress(file).then(
    (address) => location.replace(address + download),
    (error: unknown) => render(<p class="refused">{String(error)}</p>, host),
  );
} else if (place.startsWith('/sessions/')) {
  const file = place.slice('/sessions/'.length);
  const number = new URLSearchParams(location.search).get('session');
  document.title = `${file.split('/').at(-1)} — Sluice`;
  followSettings();
  // outputs are there only when the person has had the session run
  trustAll();
  render(<SessionFile path={file} number={number} />, host);
} else {
  const [, kind, path = ''] = /^\/(notebooks|edit|tree|terminals)\/(.*?)\/?$/s.exec(place) ?? [];
  const isDocument = kind === 'notebooks' || kind === 'edit';
  followSettings();
  followLanguage();
  const shown = kind === 'terminals' ? placeOfTerminal(path) : isDocument ? path : null;
  startDocuments(shown, shown !== null ? '' : path, kind === 'notebooks');
  listenToKeys();
  followOwnNotebook();
  followDrafts();
  followSelection();
  followProblems();
  followReproduction();
  loadExtensions();
  render(<WorkPlace />, host);
}
