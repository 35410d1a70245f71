/**
 * Gives the cells of a file that was read again the ids that they had before. A percent file has no ids: there,
 * equal texts in the same order are the same cells, and between two of them the cells count in their order.
 */

import { diffArrays } from 'diff';
import type { Cell, Notebook } from './notebook.ts';

/** The notebook read again, with the ids of `before`; an `.ipynb` as it is. */
export function keepIds(before: readonly Cell[], again: Notebook): Notebook {
  if (again.percent === null) return again;
  const keyOf = ({ type, source }: Cell): string => `${type}\n${source}`;
  const ids: (string | null)[] = [];
  let old = 0;
  let gone: string[] = [];
  for (const { added, removed, count } of diffArrays(before.map(keyOf), again.cells.map(keyOf))) {
    if (removed) {
      gone = before.slice(old, old + count).map(({ id }) => id);
      old += count;
    } else if (added) {
      for (let each = 0; each < count; each += 1) ids.push(gone[each] ?? null);
      gone = [];
    } else {
      for (const { id } of before.slice(old, old + count)) ids.push(id);
      old += count;
      gone = [];
    }
  }
  const taken = new Set([...before.map(({ id }) => id), ...ids]);
  const named = again.cells.map((cell, place) => ({ ...cell, id: ids[place] ?? freshId(taken) }));
  return { ...again, cells: named, origin: { ...again.origin, cells: named } };
}

function freshId(taken: Set<string | null>): string {
  let number = 1;
  while (taken.has(`cell-${number}`)) number += 1;
  const id = `cell-${number}`;
  taken.add(id);
  return id;
}
