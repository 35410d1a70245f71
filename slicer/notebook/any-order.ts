/**
 * Positions of cells in any-order mode: a cell gets a new position when a person runs it, and its readers
 * when it has written something.
 */

import { orderAfterWrites, orderToRun, type Placed, type RunOrder, sourcesAbove } from '../reactive/index.ts';
import type { CellId } from '../records/execution-record.ts';
import type { CoreOperation, CoreState } from './core-state.ts';

/** In any-order mode: moves the readers of new writes behind the writers. */
export function withFollowers(state: CoreState, operation: CoreOperation): CoreState {
  const writers = writersIn(operation);
  if (writers.length === 0) return state;
  const { plan } = state;
  const moved = arrangeFollowers(state, writers);
  return { ...state, plan: plan && { ...plan, moved: new Set([...plan.moved, ...moved]) } };
}

/**
 * In any-order mode: gives positions to the readers of the cells' writes, or of the writes that their text
 * predicts. Returns the cells with a new position.
 */
export function arrangeFollowers(state: CoreState, writers: readonly CellId[]): ReadonlySet<CellId> {
  if (state.orderMode === 'in-order') return new Set();
  const { settlement, order, plan, frozen } = state;
  const standings = settlement.standings(frozen);
  return arrange(
    state,
    orderAfterWrites(settlement, order, writers, placed({ ...state, standings }, writers, plan?.moved)),
  );
}

/** The cells with new writes. */
function writersIn(operation: CoreOperation): readonly CellId[] {
  if (operation.type === 'outside') return [operation.writes.cell];
  if (operation.type !== 'ran') return [];
  const { record, same, restored = false, outside = [] } = operation;
  const isNew = !restored && !(same?.all ?? false);
  return [...(isNew ? [record.cell] : []), ...outside.map(({ cell }) => cell)];
}

/** In any-order mode: gives cells their positions before they run. Returns the cells with a new position. */
export function arrangeToRun(state: CoreState, cells: readonly CellId[]): ReadonlySet<CellId> {
  if (state.orderMode === 'in-order' || cells.length === 0) return new Set();
  return arrange(state, orderToRun(state.settlement, state.order, cells, placed(state, cells)));
}

function arrange({ settlement, sources }: CoreState, { order, moved }: RunOrder): ReadonlySet<CellId> {
  if (moved.size > 0) settlement.update(order, sources);
  return moved;
}

/**
 * The fixed cells of a new order. A cell never follows a cell that needs it: in a cycle, the earlier one
 * stays first.
 */
function placed(
  { plan, running, frozen, standings }: CoreState,
  leaders: readonly CellId[],
  moved: ReadonlySet<CellId> = new Set(),
): Placed {
  const due = new Set([...(plan?.moved ?? []), ...(plan?.requested ?? [])]);
  if (running !== null) due.add(running.cell);
  const needed = leaders.flatMap((cell) => [...sourcesAbove(standings, cell)]);
  return { due, stays: new Set([...frozen, ...moved, ...needed]) };
}
