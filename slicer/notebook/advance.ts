/** The next action of a plan: the cell to run, with the world that the cell finds, or the end of the plan. */

import { isChangedElsewhere, nextStep, type Plan } from '../reactive/index.ts';
import type { CellId } from '../records/execution-record.ts';
import { labelOf } from './cell-label.ts';
import { type ActivePlan, type CoreAction, type CoreState, sameOrder } from './core-state.ts';
import { wishesOf } from './requests.ts';

/** A state, and the actions to carry out. */
export interface Advanced {
  readonly state: CoreState;
  readonly actions: readonly CoreAction[];
}

/** Starts the next cell of the plan if no cell runs. */
export function advance(state: CoreState): Advanced {
  const { plan, running, settlement, standings } = state;
  if (plan === null || running !== null || state.dead !== null) return { state, actions: [] };
  const [own] = plan.alone;
  const step =
    own !== undefined
      ? ({ type: 'run', cell: own, keeps: false } as const)
      : plan.reactive
        ? nextStep(settlement, standings, plan, wishesOf(state, plan), labelOf(state))
        : firstRequested(plan);
  return step.type === 'done' ? ended(state, plan, step) : started(state, plan, step);
}

type Step<Type> = Extract<ReturnType<typeof nextStep>, { readonly type: Type }>;

/** The state after the last cell of a plan. */
function ended(state: CoreState, plan: Plan & ActivePlan, { gated, unsettled }: Step<'done'>): Advanced {
  const { standings, sources } = state;
  const cutOff = state.order.filter(
    (cell) => plan.foreseen.has(cell) && !plan.attempts.has(cell) && standings.get(cell)?.type === 'settled',
  );
  const held = [...plan.requested].filter((cell) => gated.has(cell));
  const waiting = new Map(held.map((cell) => [cell, plan.texts.get(cell) ?? sources.get(cell) ?? '']));
  const done = { ...state, plan: null, gated, unsettled, waiting, cutOff };
  return plan.reactive ? placed(done) : { state: done, actions: [] };
}

/** Starts a cell of a plan. */
function started(state: CoreState, plan: Plan & ActivePlan, { cell, keeps }: Step<'run'>): Advanced {
  const { settlement, standings } = state;
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
  const isAsked = plan.alone.length > 0 || plan.requested.has(cell);
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
        mayRestore: plan.alone.length === 0 && !plan.really.has(cell),
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
function placed(state: CoreState): Advanced {
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
