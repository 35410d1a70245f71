/** The page: a folder, a notebook or a session, by its address; for the address of a file, a link to the file itself. */

import { effect } from '@preact/signals';
import { render } from 'preact';
import { FileBrowser } from './files/file-browser.tsx';
import { fetchableAddress } from './files/files-api.ts';
import { listenToKeys } from './keyboard/key-handler.ts';
import { NotebookPage } from './notebook/notebook-view.tsx';
import { followDrafts } from './page/drafts.ts';
import { notebookPath, openNotebook } from './page/notebook-state.ts';
import { notebookAt, placeShown, showNotebookAt } from './page/place.ts';
import { followProblems } from './page/problems.ts';
import { followReproduction } from './page/reproduction.ts';
import { serverKey } from './page/server-key.ts';
import { followSelection } from './page/shown-slice.ts';
import { trustAll } from './page/trust.ts';
import { SessionFile } from './sessions/session-list.tsx';
import { SessionPage } from './sessions/session-page.tsx';

const host = document.getElementById('page')!;
const place = placeShown();
const path = notebookAt();

if (serverKey() === '') {
  render(
    <p class="refused">Open the address that sluice has printed: this browser has not seen it yet.</p>,
    host,
  );
} else if (place.startsWith('/files/')) {
  const file = place.slice('/files/'.length);
  const download = new URLSearchParams(location.search).has('download') ? '&download' : '';
  fetchableAddress(file).then(
    (address) => location.replace(address + download),
    (error: unknown) => render(<p class="refused">{String(error)}</p>, host),
  );
} else if (path !== null) {
  openNotebook(path);
  effect(() => showNotebookAt(notebookPath.value));
  listenToKeys();
  followDrafts();
  followSelection();
  followProblems();
  followReproduction();
  render(<NotebookPage />, host);
} else if (place.startsWith('/sessions/')) {
  const file = place.slice('/sessions/'.length);
  const number = new URLSearchParams(location.search).get('session');
  document.title = `${file.split('/').at(-1)} — Sluice`;
  // outputs are there only when the person has had the session run
  trustAll();
  render(number === null ? <SessionFile path={file} /> : <SessionPage path={file} number={number} />, host);
} else {
  const folder = place.replace(/^\/(tree\/?)?/, '').replace(/\/$/, '');
  document.title = `${folder.split('/').at(-1) || 'Files'} — Sluice`;
  render(<FileBrowser path={folder} />, host);
}
