/** Whether other cells mention what a cell binds, also where no name is meant to be read: `df.query('a > @limit')`, commands. */

import type { CodeCell } from './facts.ts';

/** Any of the cells has one of the names as a word. */
export function mentions(cells: readonly CodeCell[], { id, binds }: CodeCell): boolean {
  if (binds.size === 0) return false;
  return cells.some(
    (other) =>
      other.id !== id &&
      (other.source.match(/[\p{L}_][\p{L}\p{N}_]*/gu) ?? []).some((word) => binds.has(word)),
  );
}
