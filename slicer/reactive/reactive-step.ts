/**
 * The next step of reactive mode, one cell at a time. The caller asks again after every run, because a run
 * may show that fewer cells have to run (early cut-off), or more. This file runs nothing.
 */

import type { CellId } from '../records/execution-record.ts';
import type { Location } from '../records/location.ts';
import type { CellLabel, Gate } from './gates.ts';
import { needsOf } from './needs.ts';
import type { Plan, Wishes } from './plan.ts';
import type { Settlement } from './settlement.ts';
import type { Standing } from './standings.ts';
import { Ways } from './ways.ts';

/**
 * The next cell to run, or the result of the plan. `keeps`: if the cell produces the same values as before,
 * the old ones may stay.
 */
export type Step =
  | { readonly type: 'run'; readonly cell: CellId; readonly keeps: boolean }
  | {
      readonly type: 'done';
      readonly gated: ReadonlyMap<CellId, readonly Gate[]>;
      /** Cells that only a restart can settle. */
      readonly unsettled: ReadonlySet<CellId>;
    };

/** The next step of a plan. */
export function nextStep(
  settlement: Settlement,
  standings: ReadonlyMap<CellId, Standing>,
  plan: Plan,
  wishes: Wishes,
  label: CellLabel,
): Step {
  const ways = new Ways(settlement, standings, plan, wishes, label);
  const gated = new Map<CellId, readonly Gate[]>();
  const unsettled = new Set<CellId>();
  let first: CellId | null = null;
  for (const cell of settlement.order) {
    if (!ways.isCandidate(cell)) continue;
    // the gates of a cell do not matter that would not make the step another one
    if (first !== null && ways.earlier(first, ways.highestOf(cell)) === first) continue;
    const gates = ways.gatesBefore(cell);
    if (gates.length > 0) gated.set(cell, gates);
    else if (ways.isExhausted(cell)) unsettled.add(cell);
    else first = ways.earlier(first, ways.firstOf(cell));
  }
  if (first === null) return { type: 'done', gated, unsettled };
  return { type: 'run', cell: first, keeps: !ways.restores.has(first) };
}

/**
 * The cells that a plan would run, in order, predicted without running anything. `running`: the cell that
 * runs for the plan now; the result has its followers, but not the cell itself.
 */
export function previewPlan(
  settlement: Settlement,
  standings: ReadonlyMap<CellId, Standing>,
  plan: Plan,
  wishes: Wishes,
  label: CellLabel,
  running: CellId | null = null,
): CellId[] {
  const ways = new Ways(settlement, standings, plan, wishes, label);
  const found = new Set<CellId>(running === null ? [] : [running]);
  const take = (cell: CellId): boolean => {
    if (found.has(cell) || ways.gatesBefore(cell).length > 0) return false;
    ways.addWay(cell, found);
    return true;
  };
  for (const cell of settlement.order) if (ways.isCandidate(cell)) take(cell);
  // a follower may need restored cells above, and these have followers of their own
  for (let grows = plan.reactive && found.size > 0; grows; ) {
    grows = false;
    for (const cell of settlement.order) {
      if (found.has(cell) || !ways.mayPush(cell)) continue;
      const { sources = [], waits = [] } = standings.get(cell) ?? {};
      if ([...sources, ...waits].some((source) => found.has(source))) grows = take(cell) || grows;
    }
  }
  return settlement.order.filter((cell) => found.has(cell) && cell !== running);
}

/** The object that a settled cell makes anew in a plan, and the cell that reads it. */
export interface RestoreCause {
  readonly reader: CellId;
  readonly location: Location;
}

/** Why settled cells run in a plan: each restores something for another of these `cells`. */
export function restoreCauses(
  settlement: Settlement,
  standings: ReadonlyMap<CellId, Standing>,
  plan: Plan,
  wishes: Wishes,
  cells: readonly CellId[],
): ReadonlyMap<CellId, RestoreCause> {
  const found = new Map<CellId, RestoreCause>();
  for (const reader of cells) {
    const effort = { attempts: plan.attempts.get(reader) ?? 0, restored: plan.restored };
    const { causes } = needsOf(settlement, standings, reader, effort, wishes.frozen);
    for (const [cell, location] of causes) if (!found.has(cell)) found.set(cell, { reader, location });
  }
  return found;
}
