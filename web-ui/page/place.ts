/** What the address of a page shows. */

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
