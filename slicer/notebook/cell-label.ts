/** The names of cells for people. */

import type { CellLabel } from '../reactive/index.ts';
import type { CellId } from '../records/execution-record.ts';
import type { CoreState } from './core-state.ts';

/** The beginning of the ids of lines of the console, which are deleted cells after their run. */
export const CONSOLE_CELL = 'console-';

function isOfConsole(cell: CellId): boolean {
  return cell.startsWith(CONSOLE_CELL);
}

/** The name of a cell for people: its position among the code cells, from 1. */
export function labelOf({ order }: Pick<CoreState, 'order'>): CellLabel {
  let positions = POSITIONS.get(order);
  if (!positions) {
    positions = new Map(order.map((cell, index) => [cell, index + 1]));
    POSITIONS.set(order, positions);
  }
  const known = positions;
  return (cell) =>
    known.has(cell) ? `cell ${known.get(cell)}` : isOfConsole(cell) ? 'the console' : 'a deleted cell';
}

const POSITIONS = new WeakMap<readonly CellId[], ReadonlyMap<CellId, number>>();
