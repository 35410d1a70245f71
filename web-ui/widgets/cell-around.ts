/** The id of the cell that an element is in. */
export function cellAround(element: Element | null | undefined): string | null {
  return element?.closest('.cell')?.id.replace(/^cell-/, '') ?? null;
}
