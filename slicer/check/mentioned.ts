/** Whether other cells mention what a cell binds, also where no name is meant to be read: `df.query('a > @limit')`, commands. */

import type { CodeCell } from './facts.ts';

/** Any of the cells has one of the names as a word. */
export function mentions(cells: readonly CodeCell[], { id, binds }: CodeCell): boolean {
  if (binds.size === 0) return false;
  return cells.some((other) => other.id !== id && wordsOf(other).some((word) => binds.has(word)));
}

/**
 * The cell has a word that one of the others binds and it does not: a function in it may use that once it is called, or code in a text
 * (`display('df1')`).
 */
export function mentionsNamesOf(cell: CodeCell, cells: readonly CodeCell[]): boolean {
  const words = wordsOf(cell).filter((word) => !cell.binds.has(word));
  return cells.some(({ id, binds }) => id !== cell.id && words.some((word) => binds.has(word)));
}

function wordsOf({ source }: CodeCell): readonly string[] {
  return source.match(/[\p{L}_][\p{L}\p{N}_]*/gu) ?? [];
}
