/** Cycles of cells: a cell reads a name defined only by a cell below, and the cell below needs the first cell. Pure. */

import type { CellId } from '../records/execution-record.ts';
import type { Settlement } from './settlement.ts';

/** A shortest chain of needs in notebook order, from `cell` down to `below`; null if `below` does not need `cell`. */
export function wayDown(settlement: Settlement, cell: CellId, below: CellId): readonly CellId[] | null {
  /** By cell: the next cell of the chain, which needs it. */
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
