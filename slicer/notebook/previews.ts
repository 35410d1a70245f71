/** The cells that a request would run, and the cells that the plan is still going to run. It changes nothing. */

import { planFor, previewPlan, type RestoreCause, restoreCauses } from '../reactive/index.ts';
import type { CellId } from '../records/execution-record.ts';
import { arrangeFollowers, arrangeToRun } from './any-order.ts';
import { labelOf } from './cell-label.ts';
import type { CoreState } from './core-state.ts';
import { editedCells, NOTHING_PLANNED, stillWaiting, wishesOf } from './requests.ts';

/** The cells that would run after a request for these cells, in order. */
export function previewRun(state: CoreState, cells: readonly CellId[]): CellId[] {
  const { settlement, sources, frozen } = state;
  const { order } = settlement;
  if (state.mode !== 'reactive') return order.filter((cell) => cells.includes(cell));
  const plan = planFor([...cells, ...stillWaiting(state)]);
  const moved = arrangeToRun(state, cells);
  const followed = arrangeFollowers({ ...state, plan: { ...plan, ...NOTHING_PLANNED, moved } }, cells);
  const isMoved = moved.size + followed.size > 0;
  const standings = isMoved ? settlement.standings(frozen) : state.standings;
  const found = previewPlan(settlement, standings, plan, wishesOf(state, plan), labelOf(state));
  if (isMoved) settlement.update(order, sources);
  return found;
}

/** The cells that would run to settle everything, in order; in any-order mode without cells that would move. */
export function previewSettle(state: CoreState): CellId[] {
  if (state.mode === 'plain') return [];
  const { settlement, standings } = state;
  const types = [...standings.values()].map(({ type }) => type);
  if (!types.includes('edited') && !types.includes('fresh')) return [];
  const plan = { ...planFor(editedCells(state)), thorough: true };
  return previewPlan(settlement, standings, plan, wishesOf(state, plan), labelOf(state));
}

/** The cells that reactive mode would run now, in order: edited cells, and their readers, wait for the person. */
export function previewReactive(state: CoreState): CellId[] {
  const plan = planFor([]);
  return previewPlan(state.settlement, state.standings, plan, wishesOf(state, plan), labelOf(state));
}

/** The cells that the current plan is still going to run. */
export function remaining(state: CoreState): CellId[] {
  if (state.plan === null) return [];
  const { settlement, standings, plan } = state;
  const { alone } = plan;
  const running = state.running?.cell ?? null;
  const rest = plan.reactive
    ? previewPlan(settlement, standings, plan, wishesOf(state, plan), labelOf(state), running)
    : [...plan.requested].filter((cell) => cell !== running);
  return [...alone, ...rest.filter((cell) => !alone.includes(cell))];
}

/** For each settled cell among the planned cells: the object that it restores. */
export function causesOf(state: CoreState, cells: readonly CellId[]): ReadonlyMap<CellId, RestoreCause> {
  const { settlement, standings, plan } = state;
  const isPlain = plan === null || cells.every((cell) => standings.get(cell)?.type !== 'settled');
  return isPlain ? new Map() : restoreCauses(settlement, standings, plan, wishesOf(state, plan), cells);
}
