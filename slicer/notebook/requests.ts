/**
 * Requests to run cells: a request adds cells to the plan of the notebook, and the plan says which further cells
 * are going to run. advance.ts runs the plan.
 */

import { type Plan, planFor, previewPlan, type Wishes } from '../reactive/index.ts';
import type { CellId } from '../records/execution-record.ts';
import { arrangeToRun } from './any-order.ts';
import { labelOf } from './cell-label.ts';
import type { ActivePlan, CoreState } from './core-state.ts';

/** Whether a cell has nothing to run. */
export function isBlank(source: string): boolean {
  return source.trim() === '';
}

/** The existing cells with a text among these: as in Jupyter, other cells do not run. */
function runnable({ order, sources }: CoreState, cells: readonly CellId[]): CellId[] {
  return cells.filter((cell) => order.includes(cell) && !isBlank(sources.get(cell) ?? ''));
}

/** Reactive mode leaves edited cells to the person. */
export function editedCells({ order, standings, frozen, sources }: CoreState): CellId[] {
  return order.filter(
    (cell) =>
      standings.get(cell)?.type === 'edited' && !frozen.has(cell) && !isBlank(sources.get(cell) ?? ''),
  );
}

/** The cells that wait for a gate to open, if their text is still the requested one. */
export function stillWaiting({ mode, waiting, sources }: CoreState): CellId[] {
  if (mode !== 'reactive') return [];
  return [...waiting].filter(([cell, text]) => sources.get(cell) === text).map(([cell]) => cell);
}

interface RequestOptions {
  readonly force?: boolean;
  readonly thorough?: boolean;
  /** Whether no stored result may stand for a run of these cells. */
  readonly really?: boolean;
  /** Whether the request comes from the cells' own work, such as their tasks: earlier runs of the plan count on. */
  readonly goesOn?: boolean;
}

/**
 * Adds requested cells to the plan. A person, a widget or another program gives new inputs: the runs of the
 * plan so far say nothing about them, so each cell may run as often again.
 */
export function request(
  state: CoreState,
  cells: readonly CellId[],
  { force = false, thorough = false, really = false, goesOn = false }: RequestOptions,
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
  const counted = goesOn ? (plan?.attempts ?? []) : [];
  const attempts = new Map([...counted].filter(([cell]) => !requested.has(cell)));
  const earlier = [...(plan?.foreseen ?? [])].filter((cell) => goesOn || !plan?.attempts.has(cell));
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
    foreseen: new Set(earlier),
    thorough: thorough || (plan?.thorough ?? false),
    really: reallyRun(plan?.really ?? NO_CELLS, known, really),
    // a cell requested earlier that has run may follow a cell requested now
    moved: placed.size > 0 ? new Set([...placed, ...unrun(state, plan?.moved)]) : (plan?.moved ?? placed),
  };
  const standings = state.settlement.standings(state.frozen);
  const foreseen = previewPlan(state.settlement, standings, all, wishesOf(state, all), labelOf(state));
  return { ...state, plan: { ...all, foreseen: new Set([...all.foreseen, ...foreseen]) } };
}

/** Adds cells that run next, without the cells they need. */
export function requestAlone(state: CoreState, cells: readonly CellId[]): CoreState {
  if (state.dead !== null) return state;
  const known = runnable(state, cells);
  const plan = state.plan ?? { ...planFor([], { reactive: false }), ...NOTHING_PLANNED };
  const texts = new Map(plan.texts);
  for (const cell of known) texts.set(cell, state.sources.get(cell) ?? '');
  const alone = [...plan.alone.filter((cell) => !known.includes(cell)), ...known];
  const moved = new Set([...plan.moved, ...arrangeToRun(state, known)]);
  return { ...state, plan: { ...plan, texts, alone, moved } };
}

/** The cells of a plan that really run, after another request. */
function reallyRun(
  before: ReadonlySet<CellId>,
  cells: readonly CellId[],
  really: boolean,
): ReadonlySet<CellId> {
  const found = new Set(before);
  for (const cell of cells) {
    if (really) found.add(cell);
    else found.delete(cell);
  }
  return found;
}

function unrun({ settlement }: CoreState, cells: ReadonlySet<CellId> = new Set()): CellId[] {
  return [...cells].filter((cell) => settlement.execution(cell) === null);
}

/** A plan without cells. */
export const NOTHING_PLANNED: ActivePlan = {
  texts: new Map(),
  alone: [],
  foreseen: new Set(),
  thorough: false,
  really: new Set(),
  moved: new Set(),
};

const NO_CELLS: ReadonlySet<CellId> = new Set();

/** The settings of cells for a plan. */
export function wishesOf(state: CoreState, plan: Plan & Partial<ActivePlan>): Wishes {
  return { frozen: state.frozen, expensive: plan.thorough ? new Set() : state.expensive };
}
