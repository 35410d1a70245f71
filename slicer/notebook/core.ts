/**
 * The core of an open notebook: a function from state and operation to state and actions. The core runs
 * nothing: its caller carries out the actions, and reports the results as further operations (`ran`,
 * `restarted`, `died`). The settlement inside the state changes in place, so a state can be used only once.
 */

import type { CellId } from '../model.ts';
import {
  type CellLabel,
  firstOrder,
  foreignGate,
  isChangedElsewhere,
  isOfLastRun,
  keptOrder,
  nextStep,
  type OutsideWrites,
  outsideRecord,
  type Plan,
  planFor,
  previewPlan,
  type RestoreCause,
  restoreCauses,
} from '../reactive/index.ts';
import { arrangeFollowers, arrangeToRun, withFollowers } from './any-order.ts';
import type { ActivePlan, CoreAction, CoreOperation, CoreState } from './core-state.ts';

/** Applies an operation to a state, and returns the actions to carry out. */
export function applyCore(
  state: CoreState,
  operation: CoreOperation,
): { readonly state: CoreState; readonly actions: readonly CoreAction[] } {
  const changed = withFollowers(afterOperation(state, operation), operation);
  const standings = changed.settlement.standings(changed.frozen);
  // report only settled cells as unchanged: other cells still wait for an input
  const cutOff = changed.cutOff.filter((cell) => standings.get(cell)?.type === 'settled');
  const next = advance({ ...changed, standings, cutOff });
  const actions =
    operation.type === 'interrupt' && state.running !== null ? [{ type: 'interrupt' } as const] : [];
  return { state: next.state, actions: [...actions, ...next.actions] };
}

/** The state after past operations, without actions. */
export function replayCore(state: CoreState, operations: Iterable<CoreOperation>): CoreState {
  let replayed = state;
  for (const operation of operations) replayed = { ...afterOperation(replayed, operation), plan: null };
  return { ...replayed, standings: replayed.settlement.standings(replayed.frozen) };
}

/** The cells that would run after a request for these cells, in order. */
export function previewRun(state: CoreState, cells: readonly CellId[]): CellId[] {
  const { settlement, sources, frozen } = state;
  const { order } = settlement;
  if (state.mode === 'lazy') return order.filter((cell) => cells.includes(cell));
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
  const { settlement, standings } = state;
  const types = [...standings.values()].map(({ type }) => type);
  if (!types.includes('edited') && !types.includes('fresh')) return [];
  const plan = { ...planFor(editedCells(state)), thorough: true };
  return previewPlan(settlement, standings, plan, wishesOf(state, plan), labelOf(state));
}

/** Reactive mode leaves edited cells to the person. */
function editedCells({ order, standings, frozen, sources }: CoreState): CellId[] {
  return order.filter(
    (cell) =>
      standings.get(cell)?.type === 'edited' && !frozen.has(cell) && !isBlank(sources.get(cell) ?? ''),
  );
}

/** The existing cells with a text among these: as in Jupyter, other cells do not run. */
function runnable({ order, sources }: CoreState, cells: readonly CellId[]): CellId[] {
  return cells.filter((cell) => order.includes(cell) && !isBlank(sources.get(cell) ?? ''));
}

/** Whether a cell has nothing to run. */
export function isBlank(source: string): boolean {
  return source.trim() === '';
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

/** The name of a cell for people: its position among the code cells, from 1. */
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
      const { settlement, orderMode } = state;
      settlement.update(orderMode === 'in-order' ? order : keptOrder(settlement.order, order), sources);
      const there = new Set(order);
      const here = (cells: ReadonlySet<CellId>): Set<CellId> =>
        new Set([...cells].filter((c) => there.has(c)));
      const next = { ...state, order, sources, frozen: here(state.frozen), expensive: here(state.expensive) };
      const plan = state.plan && {
        ...state.plan,
        requested: here(state.plan.requested),
        alone: state.plan.alone.filter((cell) => there.has(cell)),
      };
      return settles && state.mode === 'reactive' ? request({ ...next, plan }, [], {}) : { ...next, plan };
    }
    case 'run':
      return operation.alone
        ? requestAlone(state, operation.cells)
        : request(state, operation.cells, { force: operation.force });
    case 'settle':
      return request(state, editedCells(state), { thorough: true });
    case 'mode': {
      const next = { ...state, mode: operation.mode };
      return operation.mode === 'reactive' ? request(next, [], {}) : next;
    }
    case 'order-mode': {
      const { settlement, standings, order, sources } = state;
      if (operation.mode === state.orderMode) return state;
      settlement.update(
        operation.mode === 'in-order' ? order : firstOrder(settlement, standings, order),
        sources,
      );
      const next = { ...state, orderMode: operation.mode };
      return state.mode === 'reactive' ? request(next, [], {}) : next;
    }
    case 'arranged':
      state.settlement.update(keptOrder(operation.order, state.order), state.sources);
      return state;
    case 'freeze':
      return { ...state, frozen: toggled(state.frozen, operation) };
    case 'expensive':
      return { ...state, expensive: toggled(state.expensive, operation) };
    case 'interrupt':
      return { ...state, plan: null, waiting: new Map() };
    case 'ran': {
      const { record, same, ms, restored = false } = operation;
      const { cell, exec } = record;
      state.settlement.record(record, same);
      const times = restored ? state.times : new Map(state.times).set(cell, ms);
      const copied = operation.copied ? new Map(state.copied).set(cell, exec) : without(state.copied, cell);
      const plan = record.status === 'interrupted' || operation.ends ? null : state.plan;
      const sets = state.settlement.settings.cells().has(cell) ? [cell] : [];
      const world = record.world?.above ? [...record.world.above, ...sets] : state.world;
      const ended = { exec: Math.max(state.exec, exec), running: null, fatal: without(state.fatal, cell) };
      const after = { ...state, ...ended, times, copied, world, plan };
      return (operation.outside ?? []).reduce(wroteOutside, after);
    }
    case 'unrestored': {
      const { plan } = state;
      const attempts = without(plan?.attempts ?? new Map<CellId, number>(), operation.cell);
      const again = plan && { ...plan, attempts };
      return { ...state, running: null, copied: without(state.copied, operation.cell), plan: again };
    }
    case 'foreign': {
      const { plan } = state;
      const { cell, paths } = operation;
      const held = new Map(plan?.held).set(cell, foreignGate(paths));
      return { ...state, running: null, plan: plan && { ...plan, held } };
    }
    case 'outside':
      return wroteOutside(state, operation.writes);
    case 'files':
      state.settlement.setUnseen(operation.unseen);
      return operation.runs && state.mode === 'reactive' ? request(state, [], {}) : state;
    case 'rejoined':
      return rejoined(state, operation);
    case 'restarted':
      return { ...withoutKernel(state), dead: null };
    case 'died': {
      const { running, fatal } = state;
      const dead = { ...withoutKernel(state), dead: operation.reason };
      const isFatal = running !== null && (operation.cell ?? running.cell) === running.cell;
      return isFatal ? { ...dead, fatal: new Map(fatal).set(running.cell, running.source) } : dead;
    }
  }
}

/** The state while a kept kernel goes on with a run. */
function rejoined(
  state: CoreState,
  { running, requested }: Extract<CoreOperation, { type: 'rejoined' }>,
): CoreState {
  if (running === null) return requested.length === 0 ? state : request(state, requested, {});
  const exec = Math.max(state.exec, running.exec);
  const { plan, ...next } = request({ ...state, exec, running }, requested, {});
  return { ...next, plan: plan && { ...plan, attempts: new Map(plan.attempts).set(running.cell, 1) } };
}

/** The state after the loss of the kernel, and of everything in it. */
function withoutKernel(state: CoreState): CoreState {
  state.settlement.restart();
  state.settlement.update(state.order, state.sources);
  return {
    ...state,
    running: null,
    plan: null,
    copied: new Map(),
    world: null,
    gated: new Map(),
    unsettled: new Set(),
    waiting: new Map(),
    cutOff: [],
  };
}

/** Readers of a widget's or task's writes have new inputs, and run again in reactive mode. */
function wroteOutside(state: CoreState, writes: OutsideWrites): CoreState {
  const { settlement } = state;
  if (isOfLastRun(settlement, writes)) {
    const { exec, cell: startedBy } = writes.record;
    const cell = settlement.graph.execution(exec)?.cell ?? startedBy;
    settlement.goOn(exec, { ...writes.record, cell });
    return state.mode === 'reactive' ? request(state, [], {}) : state;
  }
  const exec = state.exec + 1;
  const record = outsideRecord(exec, writes);
  if (record === null) return state;
  settlement.recordOutside(record);
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

/** Adds requested cells to the plan. */
function request(
  state: CoreState,
  cells: readonly CellId[],
  { force = false, thorough = false }: { readonly force?: boolean; readonly thorough?: boolean },
): CoreState {
  if (state.dead !== null) return state;
  const known = runnable(state, cells);
  const { plan } = state;
  const requested = new Set([...(plan?.requested ?? []), ...known, ...stillWaiting(state)]);
  const forced = new Set([...(plan?.forced ?? []), ...(force ? known : [])]);
  const reactive = state.mode === 'reactive' || thorough || (plan?.reactive ?? false);
  const texts = new Map([
    ...(plan?.texts ?? []),
    ...known.map((cell) => [cell, state.sources.get(cell) ?? ''] as const),
  ]);
  // a cell that is requested again may run as often again
  const attempts = new Map([...(plan?.attempts ?? [])].filter(([cell]) => !requested.has(cell)));
  const base = {
    ...planFor(requested, { reactive, forced }),
    attempts,
    restored: plan?.restored ?? new Set(),
    held: plan?.held ?? new Map(),
  };
  const placed = arrangeToRun(state, known);
  const all = {
    ...base,
    texts,
    alone: plan?.alone ?? [],
    foreseen: plan?.foreseen ?? new Set<CellId>(),
    thorough: thorough || (plan?.thorough ?? false),
    // a cell requested earlier that has run may follow a cell requested now
    moved: placed.size > 0 ? new Set([...placed, ...unrun(state, plan?.moved)]) : (plan?.moved ?? placed),
  };
  const standings = state.settlement.standings(state.frozen);
  const foreseen = previewPlan(state.settlement, standings, all, wishesOf(state, all), labelOf(state));
  return { ...state, plan: { ...all, foreseen: new Set([...all.foreseen, ...foreseen]) } };
}

/** The cells that wait for a gate to open, if their text is still the requested one. */
function stillWaiting({ mode, waiting, sources }: CoreState): CellId[] {
  if (mode === 'lazy') return [];
  return [...waiting].filter(([cell, text]) => sources.get(cell) === text).map(([cell]) => cell);
}

/** Adds cells that run next, without the cells they need. */
function requestAlone(state: CoreState, cells: readonly CellId[]): CoreState {
  if (state.dead !== null) return state;
  const known = runnable(state, cells);
  const plan = state.plan ?? { ...planFor([], { reactive: false }), ...NOTHING_PLANNED };
  const texts = new Map(plan.texts);
  for (const cell of known) texts.set(cell, state.sources.get(cell) ?? '');
  const alone = [...plan.alone.filter((cell) => !known.includes(cell)), ...known];
  const moved = new Set([...plan.moved, ...arrangeToRun(state, known)]);
  return { ...state, plan: { ...plan, texts, alone, moved } };
}

const NOTHING_PLANNED: ActivePlan = {
  texts: new Map(),
  alone: [],
  foreseen: new Set(),
  thorough: false,
  moved: new Set(),
};

function unrun({ settlement }: CoreState, cells: ReadonlySet<CellId> = new Set()): CellId[] {
  return [...cells].filter((cell) => settlement.execution(cell) === null);
}

function wishesOf(
  state: CoreState,
  plan: Plan & Partial<ActivePlan>,
): { frozen: ReadonlySet<CellId>; expensive: ReadonlySet<CellId> } {
  return { frozen: state.frozen, expensive: plan.thorough ? new Set() : state.expensive };
}

/** Starts the next cell of the plan if no cell runs. */
function advance(state: CoreState): { state: CoreState; actions: readonly CoreAction[] } {
  const { plan, running, settlement, standings } = state;
  if (plan === null || running !== null || state.dead !== null) return { state, actions: [] };
  const [own] = plan.alone;
  const step =
    own !== undefined
      ? ({ type: 'run', cell: own, keeps: false } as const)
      : plan.reactive
        ? nextStep(settlement, standings, plan, wishesOf(state, plan), labelOf(state))
        : firstRequested(plan);
  if (step.type === 'done') {
    const cutOff = state.order.filter(
      (cell) =>
        plan.foreseen.has(cell) && !plan.attempts.has(cell) && standings.get(cell)?.type === 'settled',
    );
    const held = [...plan.requested].filter((cell) => step.gated.has(cell));
    const waiting = new Map(
      held.map((cell) => [cell, plan.texts.get(cell) ?? state.sources.get(cell) ?? '']),
    );
    const done = { ...state, plan: null, gated: step.gated, unsettled: step.unsettled, waiting, cutOff };
    return plan.reactive ? placed(done) : { state: done, actions: [] };
  }
  const { cell, keeps } = step;
  const exec = state.exec + 1;
  const source = plan.texts.get(cell) ?? state.sources.get(cell) ?? '';
  const texts = new Map(plan.texts);
  texts.delete(cell);
  const next: Plan & ActivePlan = {
    ...plan,
    texts,
    alone: plan.alone.slice(1),
    requested: new Set([...plan.requested].filter((other) => other !== cell)),
    attempts: new Map(plan.attempts).set(cell, (plan.attempts.get(cell) ?? 0) + 1),
    restored: keeps ? plan.restored : new Set([...plan.restored, cell]),
  };
  const last = settlement.execution(cell);
  const isThere = last !== null && state.copied.get(cell) === last.exec;
  const isAsked = own !== undefined || plan.requested.has(cell);
  const restores = !keeps && isThere && !isAsked && standings.get(cell)?.type === 'settled';
  const copies = isChangedElsewhere(settlement, cell);
  const above = settlement.cellsThatSet(cell);
  const hasFiles = (last?.world?.files.length ?? 0) > 0;
  const checksFiles = plan.reactive && hasFiles && !plan.requested.has(cell) && !plan.forced.has(cell);
  const due = plan.reactive ? dueAgain(state, next, cell) : [];
  const action: CoreAction = restores
    ? { type: 'restore', exec, cell, last, due }
    : {
        type: 'execute',
        exec,
        cell,
        source,
        keeps,
        copies,
        above: plan.reactive ? above : null,
        aside: plan.reactive ? settlement.namesAside(cell) : [],
        due,
        checksFiles,
      };
  return { state: { ...state, plan: next, exec, running: { cell, exec, source } }, actions: [action] };
}

/** The cells with running tasks that are going to run again: `cell`, and requested or unsettled ones. */
function dueAgain({ settlement, standings }: CoreState, { requested }: Plan, cell: CellId): CellId[] {
  const isDue = (other: CellId): boolean =>
    other === cell ||
    requested.has(other) ||
    ['edited', 'fresh', 'stale'].includes(standings.get(other)?.type ?? '');
  return [...settlement.cellsWithTasks()].filter(isDue);
}

/** Puts the world as all cells leave it, for actions outside of cells. */
function placed(state: CoreState): { state: CoreState; actions: readonly CoreAction[] } {
  const { settlement, world } = state;
  const cells = settlement.cellsThatSet();
  if (world === null || sameOrder(world, cells)) return { state, actions: [] };
  settlement.settings.place(cells);
  return { state: { ...state, world: cells }, actions: [{ type: 'place', cells }] };
}

function firstRequested({ requested }: Plan): ReturnType<typeof nextStep> {
  const [cell] = requested;
  return cell === undefined
    ? { type: 'done', gated: new Map(), unsettled: new Set() }
    : { type: 'run', cell, keeps: false };
}
