/** The page: a folder or a notebook, by its address. */

import { render } from 'preact';
import { FileBrowser } from './files/file-browser.tsx';
import { listenToKeys } from './keyboard/key-handler.ts';
import { NotebookPage } from './notebook/notebook-view.tsx';
import { openNotebook } from './page/notebook-state.ts';
import { followSelection } from './page/shown-slice.ts';

const host = document.getElementById('page')!;
const place = decodeURIComponent(location.pathname);

if (place.startsWith('/notebooks/')) {
  const path = place.slice('/notebooks/'.length);
  document.title = `${path
    .split('/')
    .at(-1)
    ?.replace(/\.ipynb$/i, '')} — Sluice`;
  openNotebook(path);
  listenToKeys();
  followSelection();
  render(<NotebookPage />, host);
} else {
  const path = place.replace(/^\/(tree\/?)?/, '').replace(/\/$/, '');
  document.title = `${path.split('/').at(-1) || 'Files'} — Sluice`;
  render(<FileBrowser path={path} />, host);
}
