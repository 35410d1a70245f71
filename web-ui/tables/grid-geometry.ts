/** Where rows of a long grid are, and where a key leads. Pure. */

/** A cell of a grid. Row -1 is the header. */
export interface GridPlace {
  readonly row: number;
  readonly column: number;
}

/** Browsers cannot make elements much higher; beyond that, scrolling moves by more than the scroll position. */
const MOST_HEIGHT = 10_000_000;

/** The height of all rows, in pixels. */
export function spaceHeight(rows: number, rowHeight: number): number {
  return Math.min(MOST_HEIGHT, rows * rowHeight);
}

/** The first row in view. `most`: the highest scroll position; `last`: the first row that is in view then. */
export function rowAt(scrollTop: number, most: number, last: number): number {
  if (most <= 0 || last <= 0) return 0;
  return Math.min(last, Math.round((scrollTop / most) * last));
}

/** The scroll position at which a row is the first in view. */
export function scrollOfRow(row: number, most: number, last: number): number {
  return last <= 0 ? 0 : (row / last) * most;
}

/** The target of a key; null: none. `page`: rows in view. */
export function moveInGrid(
  { row, column }: GridPlace,
  { key, ctrlKey, metaKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>,
  { rows, columns, page }: { readonly rows: number; readonly columns: number; readonly page: number },
): GridPlace | null {
  const far = ctrlKey || metaKey;
  const to = (toRow: number, toColumn: number): GridPlace => ({
    row: Math.max(-1, Math.min(rows - 1, toRow)),
    column: Math.max(0, Math.min(columns - 1, toColumn)),
  });
  switch (key) {
    case 'ArrowUp':
      return to(far ? 0 : row - 1, column);
    case 'ArrowDown':
      return to(far ? rows : row + 1, column);
    case 'ArrowLeft':
      return to(row, far ? 0 : column - 1);
    case 'ArrowRight':
      return to(row, far ? columns : column + 1);
    case 'PageUp':
      return to(Math.max(0, row - page), column);
    case 'PageDown':
      return to(row + page, column);
    case 'Home':
      return to(far ? 0 : row, 0);
    case 'End':
      return to(far ? rows : row, columns);
    default:
      return null;
  }
}
