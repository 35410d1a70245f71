/** Words about tables. */

import type { TablePage } from '../../runtime/index.ts';
import type { ShownTable } from './table-state.ts';

export const TABLE_KEYS = 'Arrow keys move; Enter in a header sorts; f filters; Ctrl+c copies.';

/** The kind and the size of a table. */
export function shapeText({ kind, shape: [rows, columns], allRows }: TablePage): string {
  const all = rows === allRows ? '' : ` of ${allRows.toLocaleString()}`;
  return `${kind}, ${rows.toLocaleString()}${all} × ${columns.toLocaleString()}`;
}

/** The button that turns filters and the order into a cell. */
export function codeButton({ sort, filters, search }: ShownTable): string {
  const isFiltered = filters.value.length > 0 || search.value !== '';
  if (!isFiltered) return 'Sort in a new cell';
  return sort.value === null ? 'Filter in a new cell' : 'Filter and sort in a new cell';
}
