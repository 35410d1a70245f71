/** What the address and the title of a page show. */

/** The part of the address that says what is shown, readable. */
export function placeShown(): string {
  return decodeURIComponent(location.pathname);
}

const NOTEBOOKS = '/notebooks/';

/** The notebook that is shown, from the opened folder; null: this is no page of a notebook. */
export function notebookAt(): string | null {
  const place = placeShown();
  return place.startsWith(NOTEBOOKS) ? place.slice(NOTEBOOKS.length) : null;
}

/** What a notebook is called: its file's name without the ending. */
export function notebookName(path: string): string {
  return (path.split('/').at(-1) ?? '').replace(/\.ipynb$/i, '');
}

/** The page is that of a notebook at a path: its title, and its address when that has changed. */
export function showNotebookAt(path: string): void {
  document.title = `${notebookName(path)} — Sluice`;
  if (path === notebookAt()) return;
  const address = NOTEBOOKS + path.split('/').map(encodeURIComponent).join('/');
  window.history.replaceState(null, '', `${address}${location.hash}`);
}
