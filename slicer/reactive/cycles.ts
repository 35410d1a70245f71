/** Cycles of cells: a cell that reads what only a cell below defines, which itself needs the cell. Pure. */

import type { CellId } from '../model.ts';
import type { Settlement } from './settlement.ts';

/**
 * The cells through which `below` needs `cell` in notebook order: from `cell` down to `below`, a shortest way; null when it does not
 * need it.
 */
export function wayDown(settlement: Settlement, cell: CellId, below: CellId): readonly CellId[] | null {
  /** By cell: the one that needs it. */
  const neededBy = new Map<CellId, CellId | null>([[below, null]]);
  for (const each of neededBy.keys()) {
    if (each === cell) return wayFrom(neededBy, cell);
    for (const location of settlement.reads(each)) {
      for (const writer of settlement.expected.find(location, each)) {
        if (!neededBy.has(writer.cell)) neededBy.set(writer.cell, each);
      }
    }
  }
  return null;
}

function wayFrom(neededBy: ReadonlyMap<CellId, CellId | null>, cell: CellId): CellId[] {
  const way: CellId[] = [];
  for (let each: CellId | null = cell; each !== null; each = neededBy.get(each) ?? null) way.push(each);
  return way;
}
