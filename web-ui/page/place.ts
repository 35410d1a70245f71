/** The address and the title of a page. */

/** The readable part of the address that names the notebook or folder. */
export function placeShown(): string {
  return decodeURIComponent(location.pathname);
}

const NOTEBOOKS = '/notebooks/';

/** The shown notebook, relative to the opened folder; null: this page shows none. */
export function notebookAt(): string | null {
  const place = placeShown();
  return place.startsWith(NOTEBOOKS) ? place.slice(NOTEBOOKS.length) : null;
}

/** The name of a notebook: its file's name without the ending. */
export function notebookName(path: string): string {
  return (path.split('/').at(-1) ?? '').replace(/\.(?:ipynb|py)$/i, '');
}

/** Shows a notebook's path in the title, and in the address if it has changed. */
export function showNotebookAt(path: string): void {
  document.title = `${notebookName(path)} — Sluice`;
  if (path === notebookAt()) return;
  const address = NOTEBOOKS + path.split('/').map(encodeURIComponent).join('/');
  window.history.replaceState(null, '', `${address}${location.hash}`);
}
