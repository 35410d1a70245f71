/**
 * The heart of an open notebook: what happens to it as a function from state and operation to state and actions. It runs nothing: whoever
 * carries out the actions says what came of them with further operations (`ran`, `restarted`, `died`). The settlement inside the state
 * is folded in place, so a state is used once.
 */

import { outsideRecord, type WireTrace } from '../../instrument/index.ts';
import {
  type CellId,
  type CellLabel,
  DependenceGraph,
  type Exec,
  type ExecutionRecord,
  type Gate,
  isChangedElsewhere,
  nextStep,
  type Plan,
  planFor,
  previewPlan,
  type Sameness,
  Settlement,
  type Standing,
} from '../../slicer/index.ts';

export type CoreMode = 'reactive' | 'lazy';

/** What happens to a notebook. Only code cells count. */
export type CoreOperation =
  /** The cells as they stand now, in order. `settles`: cells came, went or moved, so that reactive mode has something to do. */
  | {
      readonly type: 'cells';
      readonly order: readonly CellId[];
      readonly sources: ReadonlyMap<CellId, string>;
      readonly settles: boolean;
    }
  | { readonly type: 'run'; readonly cells: readonly CellId[]; readonly force: boolean }
  /** Runs everything that has run before and is not settled, also in lazy mode and what is expensive. */
  | { readonly type: 'settle' }
  | { readonly type: 'mode'; readonly mode: CoreMode }
  | { readonly type: 'freeze' | 'expensive'; readonly cell: CellId; readonly on: boolean }
  /** The rest of the plan is given up; what runs is interrupted. */
  | { readonly type: 'interrupt' }
  | {
      readonly type: 'ran';
      readonly record: ExecutionRecord;
      readonly same: Sameness | null;
      /** Whether copies of what it made are kept. */
      readonly copied?: boolean;
      /** Copies were put back in place of a run. */
      readonly restored?: boolean;
      readonly ms: number;
      /** What was written outside of cells meanwhile. */
      readonly outside?: readonly OutsideWrites[];
    }
  /** Widgets have written something while no cell ran. */
  | { readonly type: 'outside'; readonly writes: OutsideWrites }
  /** There were no copies to put back. */
  | { readonly type: 'unrestored'; readonly cell: CellId }
  | { readonly type: 'restarted' }
  | { readonly type: 'died'; readonly reason: string };

/** What callbacks of a cell's widgets wrote, outside of any cell. */
export interface OutsideWrites {
  readonly cell: CellId;
  readonly trace: WireTrace;
}

/** What is to be done in the world. */
export type CoreAction =
  | {
      readonly type: 'execute';
      readonly exec: Exec;
      readonly cell: CellId;
      readonly source: string;
      readonly keeps: boolean;
      readonly copies: boolean;
    }
  /** Copies of what the cell made in its last run are put back, as execution `exec`. */
  | { readonly type: 'restore'; readonly exec: Exec; readonly cell: CellId; readonly last: ExecutionRecord }
  | { readonly type: 'interrupt' };

/** A notebook between operations. */
export interface CoreState {
  readonly order: readonly CellId[];
  readonly sources: ReadonlyMap<CellId, string>;
  readonly mode: CoreMode;
  readonly frozen: ReadonlySet<CellId>;
  readonly expensive: ReadonlySet<CellId>;
  readonly settlement: Settlement;
  readonly standings: ReadonlyMap<CellId, Standing>;
  readonly exec: Exec;
  readonly running: { readonly cell: CellId; readonly exec: Exec } | null;
  readonly plan: (Plan & ActivePlan) | null;
  /** Cells that the last plan did not run because of their gates, and those that only a restart can bring up to date. */
  readonly gated: ReadonlyMap<CellId, readonly Gate[]>;
  readonly unsettled: ReadonlySet<CellId>;
  /** Cells that the last plan was going to run and did not, because nothing they read had changed. */
  readonly cutOff: readonly CellId[];
  /** Milliseconds of each cell's last run. */
  readonly times: ReadonlyMap<CellId, number>;
  /** Cells of whose last run (its number) copies are kept. */
  readonly copied: ReadonlyMap<CellId, Exec>;
  readonly dead: string | null;
}

interface ActivePlan {
  /** The texts of requested cells when they were requested. */
  readonly texts: ReadonlyMap<CellId, string>;
  /** What it was going to run, as far as one could tell before. */
  readonly foreseen: ReadonlySet<CellId>;
  /** Expensive cells run too. */
  readonly thorough: boolean;
}

/** An empty notebook. */
export function emptyCore(mode: CoreMode = 'reactive'): CoreState {
  return {
    order: [],
    sources: new Map(),
    mode,
    frozen: new Set(),
    expensive: new Set(),
    settlement: new Settlement(new DependenceGraph()),
    standings: new Map(),
    exec: 0,
    running: null,
    plan: null,
    gated: new Map(),
    unsettled: new Set(),
    cutOff: [],
    times: new Map(),
    copied: new Map(),
    dead: null,
  };
}

/** What an operation makes of a state, and what is to be done. */
export function applyCore(
  state: CoreState,
  operation: CoreOperation,
): { readonly state: CoreState; readonly actions: readonly CoreAction[] } {
  const changed = afterOperation(state, operation);
  const standings = changed.settlement.standings(changed.frozen);
  const next = advance({ ...changed, standings });
  const actions =
    operation.type === 'interrupt' && state.running !== null ? [{ type: 'interrupt' } as const] : [];
  return { state: next.state, actions: [...actions, ...next.actions] };
}

/** The state after operations that happened before: nothing is to be done for them. */
export function replayCore(state: CoreState, operations: Iterable<CoreOperation>): CoreState {
  let replayed = state;
  for (const operation of operations) replayed = { ...afterOperation(replayed, operation), plan: null };
  return { ...replayed, standings: replayed.settlement.standings(replayed.frozen) };
}

/** The cells that running these would run, in order. */
export function previewRun(state: CoreState, cells: readonly CellId[]): CellId[] {
  const { settlement, standings } = state;
  const plan = planFor(cells, { reactive: state.mode === 'reactive' });
  return previewPlan(settlement, standings, plan, wishesOf(state, plan), labelOf(state));
}

/** The cells that the plan under way is still going to run. */
export function remaining(state: CoreState): CellId[] {
  if (state.plan === null) return [];
  if (!state.plan.reactive) return [...state.plan.requested];
  const { settlement, standings, plan } = state;
  return previewPlan(settlement, standings, plan, wishesOf(state, plan), labelOf(state)).filter(
    (cell) => cell !== state.running?.cell,
  );
}

/** How people know a cell: by its place among the code cells, from 1. */
export function labelOf({ order }: Pick<CoreState, 'order'>): CellLabel {
  let places = PLACES.get(order);
  if (!places) {
    places = new Map(order.map((cell, index) => [cell, index + 1]));
    PLACES.set(order, places);
  }
  const known = places;
  return (cell) => (known.has(cell) ? `cell ${known.get(cell)}` : 'a deleted cell');
}

const PLACES = new WeakMap<readonly CellId[], ReadonlyMap<CellId, number>>();

function afterOperation(state: CoreState, operation: CoreOperation): CoreState {
  switch (operation.type) {
    case 'cells': {
      const { sources, settles } = operation;
      const order = sameOrder(state.order, operation.order) ? state.order : operation.order;
      state.settlement.update(order, sources);
      const there = new Set(order);
      const here = (cells: ReadonlySet<CellId>): Set<CellId> =>
        new Set([...cells].filter((c) => there.has(c)));
      const next = { ...state, order, sources, frozen: here(state.frozen), expensive: here(state.expensive) };
      const plan = state.plan && { ...state.plan, requested: here(state.plan.requested) };
      return settles && state.mode === 'reactive' ? request({ ...next, plan }, [], {}) : { ...next, plan };
    }
    case 'run':
      return request(state, operation.cells, { force: operation.force });
    case 'settle': {
      // reactive mode leaves edited cells to the person
      const { order, standings, frozen } = state;
      const edited = order.filter((cell) => standings.get(cell)?.type === 'edited' && !frozen.has(cell));
      return request(state, edited, { thorough: true });
    }
    case 'mode': {
      const next = { ...state, mode: operation.mode };
      return operation.mode === 'reactive' ? request(next, [], {}) : next;
    }
    case 'freeze':
      return { ...state, frozen: toggled(state.frozen, operation) };
    case 'expensive':
      return { ...state, expensive: toggled(state.expensive, operation) };
    case 'interrupt':
      return { ...state, plan: null };
    case 'ran': {
      const { record, same, ms, restored = false } = operation;
      const { cell, exec } = record;
      state.settlement.record(record, same);
      const times = restored ? state.times : new Map(state.times).set(cell, ms);
      const copied = operation.copied ? new Map(state.copied).set(cell, exec) : without(state.copied, cell);
      const plan = record.status === 'interrupted' ? null : state.plan;
      const after = { ...state, exec: Math.max(state.exec, exec), running: null, times, copied, plan };
      return (operation.outside ?? []).reduce(wroteOutside, after);
    }
    case 'unrestored': {
      const { plan } = state;
      const attempts = without(plan?.attempts ?? new Map<CellId, number>(), operation.cell);
      const again = plan && { ...plan, attempts };
      return { ...state, running: null, copied: without(state.copied, operation.cell), plan: again };
    }
    case 'outside':
      return wroteOutside(state, operation.writes);
    case 'restarted':
      state.settlement.restart();
      return {
        ...state,
        running: null,
        plan: null,
        dead: null,
        copied: new Map(),
        gated: new Map(),
        unsettled: new Set(),
        cutOff: [],
      };
    case 'died':
      return { ...state, running: null, plan: null, dead: operation.reason };
  }
}

/** Who reads what a widget has changed has new inputs, and in reactive mode runs again. */
function wroteOutside(state: CoreState, { cell, trace }: OutsideWrites): CoreState {
  const exec = state.exec + 1;
  const record = outsideRecord(exec, cell, trace);
  if (record === null) return state;
  state.settlement.recordOutside(record);
  const next = { ...state, exec };
  return state.mode === 'reactive' ? request(next, [], {}) : next;
}

function without<T>(map: ReadonlyMap<CellId, T>, cell: CellId): ReadonlyMap<CellId, T> {
  if (!map.has(cell)) return map;
  const left = new Map(map);
  left.delete(cell);
  return left;
}

/** Whether the cells are the same, in the same order. */
export function sameOrder(a: readonly CellId[], b: readonly CellId[]): boolean {
  return a.length === b.length && a.every((cell, index) => cell === b[index]);
}

function toggled(
  cells: ReadonlySet<CellId>,
  { cell, on }: { cell: CellId; on: boolean },
): ReadonlySet<CellId> {
  const next = new Set(cells);
  if (on) next.add(cell);
  else next.delete(cell);
  return next;
}

/** The plan with more to run. */
function request(
  state: CoreState,
  cells: readonly CellId[],
  { force = false, thorough = false }: { readonly force?: boolean; readonly thorough?: boolean },
): CoreState {
  if (state.dead !== null) return state;
  const known = cells.filter((cell) => state.order.includes(cell));
  const { plan } = state;
  const requested = new Set([...(plan?.requested ?? []), ...known]);
  const forced = new Set([...(plan?.forced ?? []), ...(force ? known : [])]);
  const reactive = state.mode === 'reactive' || thorough || (plan?.reactive ?? false);
  const texts = new Map([
    ...(plan?.texts ?? []),
    ...known.map((cell) => [cell, state.sources.get(cell) ?? ''] as const),
  ]);
  // what was asked for again may run as often again
  const attempts = new Map([...(plan?.attempts ?? [])].filter(([cell]) => !requested.has(cell)));
  const base = {
    ...planFor(requested, { reactive, forced }),
    attempts,
    restored: plan?.restored ?? new Set(),
  };
  const all = {
    ...base,
    texts,
    foreseen: plan?.foreseen ?? new Set<CellId>(),
    thorough: thorough || (plan?.thorough ?? false),
  };
  const standings = state.settlement.standings(state.frozen);
  const foreseen = previewPlan(state.settlement, standings, all, wishesOf(state, all), labelOf(state));
  return { ...state, plan: { ...all, foreseen: new Set([...all.foreseen, ...foreseen]) } };
}

function wishesOf(
  state: CoreState,
  plan: Plan & Partial<ActivePlan>,
): { frozen: ReadonlySet<CellId>; expensive: ReadonlySet<CellId> } {
  return { frozen: state.frozen, expensive: plan.thorough ? new Set() : state.expensive };
}

/** Starts the next cell of the plan, when none runs. */
function advance(state: CoreState): { state: CoreState; actions: readonly CoreAction[] } {
  const { plan, running, settlement, standings } = state;
  if (plan === null || running !== null || state.dead !== null) return { state, actions: [] };
  const step = plan.reactive
    ? nextStep(settlement, standings, plan, wishesOf(state, plan), labelOf(state))
    : firstRequested(plan);
  if (step.type === 'done') {
    const cutOff = state.order.filter(
      (cell) =>
        plan.foreseen.has(cell) && !plan.attempts.has(cell) && standings.get(cell)?.type === 'settled',
    );
    return {
      state: { ...state, plan: null, gated: step.gated, unsettled: step.unsettled, cutOff },
      actions: [],
    };
  }
  const { cell, keeps } = step;
  const exec = state.exec + 1;
  const source = plan.texts.get(cell) ?? state.sources.get(cell) ?? '';
  const texts = new Map(plan.texts);
  texts.delete(cell);
  const next: Plan & ActivePlan = {
    ...plan,
    texts,
    requested: new Set([...plan.requested].filter((other) => other !== cell)),
    attempts: new Map(plan.attempts).set(cell, (plan.attempts.get(cell) ?? 0) + 1),
    restored: keeps ? plan.restored : new Set([...plan.restored, cell]),
  };
  const last = settlement.execution(cell);
  const isThere = last !== null && state.copied.get(cell) === last.exec;
  const restores = !keeps && isThere && !plan.requested.has(cell) && standings.get(cell)?.type === 'settled';
  const copies = isChangedElsewhere(settlement, cell);
  const action: CoreAction = restores
    ? { type: 'restore', exec, cell, last }
    : { type: 'execute', exec, cell, source, keeps, copies };
  return { state: { ...state, plan: next, exec, running: { cell, exec } }, actions: [action] };
}

function firstRequested({ requested }: Plan): ReturnType<typeof nextStep> {
  const [cell] = requested;
  return cell === undefined
    ? { type: 'done', gated: new Map(), unsettled: new Set() }
    : { type: 'run', cell, keeps: false };
}
