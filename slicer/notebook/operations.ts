/** The state after an operation, before the plan goes on. It returns no actions. */

import type { OrderMode } from '../freshness/index.ts';
import {
  firstOrder,
  foreignGate,
  isOfLastRun,
  keptOrder,
  type OutsideWrites,
  outsideRecord,
} from '../reactive/index.ts';
import type { CellId } from '../records/execution-record.ts';
import { type CoreMode, type CoreOperation, type CoreState, sameOrder } from './core-state.ts';
import { editedCells, request, requestAlone } from './requests.ts';

type Of<Type extends CoreOperation['type']> = Extract<CoreOperation, { readonly type: Type }>;

/** Applies an operation to a state. */
export function afterOperation(state: CoreState, operation: CoreOperation): CoreState {
  switch (operation.type) {
    case 'cells':
      return withCells(state, operation);
    case 'run':
      return operation.alone
        ? requestAlone(state, operation.cells)
        : request(state, operation.cells, {
            force: operation.force,
            really: operation.resumes !== true,
          });
    case 'settle':
      // (an edited cell of another language waits for the person)
      if (state.mode === 'plain') return state;
      return request(state, editedCells(state), { thorough: true });
    case 'mode':
      return inMode(state, operation.mode);
    case 'order-mode':
      return inOrderMode(state, operation.mode);
    case 'arranged':
      state.settlement.update(keptOrder(operation.order, state.order), state.sources);
      return state;
    case 'freeze':
      return { ...state, frozen: toggled(state.frozen, operation) };
    case 'expensive':
      return { ...state, expensive: toggled(state.expensive, operation) };
    case 'interrupt':
      return { ...state, plan: null, waiting: new Map() };
    case 'ran':
      return ran(state, operation);
    case 'unrestored': {
      const { plan } = state;
      const attempts = without(plan?.attempts ?? new Map<CellId, number>(), operation.cell);
      const again = plan && { ...plan, attempts };
      return { ...state, running: null, copied: without(state.copied, operation.cell), plan: again };
    }
    case 'foreign': {
      const { plan } = state;
      const { cell, files } = operation;
      const held = new Map(plan?.held).set(cell, foreignGate(files));
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

/** The state with other cells, or cells in another order. */
function withCells(state: CoreState, { order: given, sources, settles }: Of<'cells'>): CoreState {
  const order = sameOrder(state.order, given) ? state.order : given;
  const { settlement, orderMode } = state;
  settlement.update(orderMode === 'in-order' ? order : keptOrder(settlement.order, order), sources);
  const there = new Set(order);
  const here = (cells: ReadonlySet<CellId>): Set<CellId> => new Set([...cells].filter((c) => there.has(c)));
  const next = { ...state, order, sources, frozen: here(state.frozen), expensive: here(state.expensive) };
  const plan = state.plan && {
    ...state.plan,
    requested: here(state.plan.requested),
    alone: state.plan.alone.filter((cell) => there.has(cell)),
  };
  return settles && state.mode === 'reactive' ? request({ ...next, plan }, [], {}) : { ...next, plan };
}

/** The state in another mode. With other languages nothing of the former kernel counts. */
function inMode(state: CoreState, mode: CoreMode): CoreState {
  const isPlain = mode === 'plain';
  let next: CoreState = { ...state, mode };
  if (isPlain !== (state.mode === 'plain')) {
    state.settlement.setPlain(isPlain);
    next = { ...withoutKernel(next), frozen: new Set(), expensive: new Set(), orderMode: 'in-order' };
  }
  return mode === 'reactive' ? request(next, [], {}) : next;
}

/** The state in another order mode. */
function inOrderMode(state: CoreState, mode: OrderMode): CoreState {
  const { settlement, standings, order, sources } = state;
  if (mode === state.orderMode) return state;
  settlement.update(mode === 'in-order' ? order : firstOrder(settlement, standings, order), sources);
  const next = { ...state, orderMode: mode };
  return state.mode === 'reactive' ? request(next, [], {}) : next;
}

/** The state after a run of a cell. */
function ran(state: CoreState, operation: Of<'ran'>): CoreState {
  const { record, same, ms, restored = false } = operation;
  const { cell, exec } = record;
  state.settlement.record(record, same);
  const times = restored ? state.times : new Map(state.times).set(cell, ms);
  const copied = operation.copied ? new Map(state.copied).set(cell, exec) : without(state.copied, cell);
  // (in other languages nobody knows which cells need the failed one: as in Jupyter, the rest of the plan does not run)
  const stops = state.mode === 'plain' && record.status === 'error' && !operation.mayFail;
  const plan = record.status === 'interrupted' || operation.ends || stops ? null : state.plan;
  const sets = state.settlement.settings.cells().has(cell) ? [cell] : [];
  const world = record.world?.above ? [...record.world.above, ...sets] : state.world;
  const ended = { exec: Math.max(state.exec, exec), running: null, fatal: without(state.fatal, cell) };
  const after = { ...state, ...ended, times, copied, world, plan };
  return (operation.outside ?? []).reduce(wroteOutside, after);
}

/** The state while a kept kernel goes on with a run. */
function rejoined(state: CoreState, { running, requested }: Of<'rejoined'>): CoreState {
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
    return state.mode === 'reactive' ? request(state, [], { goesOn: true }) : state;
  }
  const exec = state.exec + 1;
  const record = outsideRecord(exec, writes);
  if (record === null) return state;
  settlement.recordOutside(record);
  const next = { ...state, exec };
  return state.mode === 'reactive' ? request(next, [], { goesOn: writes.by === 'task' }) : next;
}

function without<T>(map: ReadonlyMap<CellId, T>, cell: CellId): ReadonlyMap<CellId, T> {
  if (!map.has(cell)) return map;
  const left = new Map(map);
  left.delete(cell);
  return left;
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
