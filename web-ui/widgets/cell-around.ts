/** The id of an element's cell. */
export function cellAround(element: Element | null | undefined): string | null {
  return element?.closest('.cell, .app-cell')?.id.replace(/^cell-/, '') ?? null;
}
