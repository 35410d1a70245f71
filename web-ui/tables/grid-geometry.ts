/** Where rows of a long grid are, and where a key leads. Pure. */

/** A cell of a grid. Row -1 is the header. */
export interface GridCell {
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
  { row, column }: GridCell,
  { key, ctrlKey, metaKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>,
  { rows, columns, page }: { readonly rows: number; readonly columns: number; readonly page: number },
): GridCell | null {
  const far = ctrlKey || metaKey;
  const to = (toRow: number, toColumn: number): GridCell => ({
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

/** The width of a column, unless it has another one. */
const COLUMN = 140;
const NARROWEST = 40;
const WIDEST = 1_200;

/** Widths of columns that are not the usual one. */
export type Widths = ReadonlyMap<number, number>;

export function widthOf(column: number, widths: Widths): number {
  return widths.get(column) ?? COLUMN;
}

/** The left edge of a column, and the width of all columns before it. */
export function edgeOf(column: number, widths: Widths): number {
  let edge = column * COLUMN;
  for (const [other, width] of widths) if (other < column) edge += width - COLUMN;
  return edge;
}

/** The first column whose left edge is at a place or after it. */
export function columnAt(place: number, columns: number, widths: Widths): number {
  let [low, high] = [0, columns];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (edgeOf(middle, widths) >= place) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The widths after a change of one; within limits. */
export function withWidth(widths: Widths, column: number, width: number): Widths {
  const within = Math.min(WIDEST, Math.max(NARROWEST, Math.round(width)));
  return new Map([...widths, [column, within]]);
}

/** Rows and columns from a place to another one, both included, as ranges that end before their last number. */
export function rangeOf(
  a: GridCell,
  b: GridCell,
): { readonly rows: readonly [number, number]; readonly columns: readonly [number, number] } {
  return {
    rows: [Math.max(0, Math.min(a.row, b.row)), Math.max(a.row, b.row) + 1],
    columns: [Math.min(a.column, b.column), Math.max(a.column, b.column) + 1],
  };
}
