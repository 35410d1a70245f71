/** The address and the title of a page. */

/** The readable part of the address that names the notebook or folder. */
export function placeShown(): string {
  return decodeURIComponent(location.pathname);
}

/** Whether the page shows a notebook as an app. */
export function isApp(): boolean {
  return location.pathname === '/app/';
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
