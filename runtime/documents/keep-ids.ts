/**
 * Gives the cells of a percent file that was read again the ids and outputs that they had before, because the file
 * keeps neither. Equal texts in the same order are the same cells; between two of them the cells count in their order.
 */

import { diffArrays } from 'diff';
import type { Cell, Notebook } from './notebook.ts';

/** The notebook read again, with the ids and outputs of `before`; an `.ipynb` as it is. */
export function keepIds(before: readonly Cell[], again: Notebook): Notebook {
  if (again.percent === null) return again;
  const keyOf = ({ type, source }: Cell): string => `${type}\n${source}`;
  const ids: (string | null)[] = [];
  let from = 0;
  let gone: string[] = [];
  for (const { added, removed, count } of diffArrays(before.map(keyOf), again.cells.map(keyOf))) {
    if (removed) {
      gone = before.slice(from, from + count).map(({ id }) => id);
      from += count;
    } else if (added) {
      for (let each = 0; each < count; each += 1) ids.push(gone[each] ?? null);
      gone = [];
    } else {
      for (const { id } of before.slice(from, from + count)) ids.push(id);
      from += count;
      gone = [];
    }
  }
  const taken = new Set([...before.map(({ id }) => id), ...ids]);
  const named = again.cells.map((cell, place) => ({ ...cell, id: ids[place] ?? freshId(taken) }));
  const old = new Map(before.map((cell) => [cell.id, cell]));
  const cells = named.map((cell) => {
    const known = old.get(cell.id);
    if (cell.type !== 'code' || known?.type !== 'code') return cell;
    return { ...cell, outputs: known.outputs, executionCount: known.executionCount };
  });
  return { ...again, cells, origin: { ...again.origin, cells: named } };
}

function freshId(taken: Set<string | null>): string {
  let number = 1;
  while (taken.has(`cell-${number}`)) number += 1;
  const id = `cell-${number}`;
  taken.add(id);
  return id;
}
