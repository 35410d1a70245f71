/**
 * Whether other cells mention names of a cell in a text that the analysis cannot see: `df.query('a >
 * @limit')`, commands.
 */

import type { CodeCell } from './facts.ts';

/** Whether one of the cells has one of the names as a word. */
export function mentions(cells: readonly CodeCell[], { id, binds }: CodeCell): boolean {
  if (binds.size === 0) return false;
  return cells.some((other) => other.id !== id && wordsOf(other).some((word) => binds.has(word)));
}

/**
 * Whether the cell has a word that another cell binds and this one does not. A function in the cell may use
 * the name once it is called, or code in a text may (`display('df1')`).
 */
export function mentionsNamesOf(cell: CodeCell, cells: readonly CodeCell[]): boolean {
  const words = wordsOf(cell).filter((word) => !cell.binds.has(word));
  return cells.some(({ id, binds }) => id !== cell.id && words.some((word) => binds.has(word)));
}

function wordsOf({ source }: CodeCell): readonly string[] {
  return source.match(/[\p{L}_][\p{L}\p{N}_]*/gu) ?? [];
}
