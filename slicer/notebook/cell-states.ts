/** The state of each cell of an open notebook for pages, from the state of the core. Pure. */

import { type Gate, gatesOf, type RestoreCause, restoreText } from '../reactive/index.ts';
import type { CellId } from '../records/execution-record.ts';
import { labelOf } from './cell-label.ts';
import type { CoreState } from './core-state.ts';
import { causesOf, previewSettle, remaining } from './previews.ts';
import { isBlank } from './requests.ts';
import { type Surroundings, shownReasons } from './state-reasons.ts';

/**
 * The state of a code cell (docs/reactive.md). `unrun`: not run in this kernel; `edited`: the text changed
 * after the run; `fresh`: the cell has new inputs; `stale`: an input is out of date itself; `settled`: the
 * cell shows the output of a run of the whole notebook; `failed`: settled, with an error; `gated`: a gate
 * holds the cell; `unsettled`: only a restart can settle the cell.
 */
export type CellState = (typeof CELL_STATES)[number];

export const CELL_STATES = [
  'unrun',
  'edited',
  'queued',
  'running',
  'fresh',
  'stale',
  'settled',
  'failed',
  'gated',
  'unsettled',
] as const;

/** Cells that are going to run, and the expected time. */
export interface PlanView {
  /**
   * Includes cells that run again, or whose saved copies are restored, because other cells changed their
   * objects. Fewer cells run if values turn out to be equal.
   */
  readonly cells: readonly CellId[];
  readonly seconds: number | null;
}

/** A cell's state with its reasons. */
export interface ShownState {
  readonly state: CellState;
  readonly reasons: readonly string[];
  readonly refresher: boolean;
}

/** Everything that a view takes from the core. */
export interface NotebookStates {
  readonly cells: ReadonlyMap<CellId, ShownState>;
  readonly plan: PlanView;
  readonly update: PlanView;
}

/** The states of all code cells. `numbered`: reasons name runs by their numbers in the session. */
export function notebookStates(core: CoreState, numbered = true): NotebookStates {
  const queue = remaining(core);
  const queued = new Set(queue);
  const refreshers = new Set<CellId>();
  for (const { type, waits } of core.standings.values()) {
    if (type === 'stale') for (const wait of waits) refreshers.add(wait);
  }
  const cells = new Map<CellId, ShownState>();
  const gates = new ShownGates(core);
  const isHeld = (cell: CellId) => !queued.has(cell) && gates.of(cell).length > 0;
  const around = { began: new Map(), numbered, isHeld };
  const running = core.running === null ? [] : [core.running.cell];
  const causes = causesOf(core, [...running, ...queue]);
  for (const cell of core.order) {
    const type = core.standings.get(cell)?.type;
    const refresher = refreshers.has(cell) && (type === 'fresh' || type === 'edited' || type === 'unrun');
    cells.set(cell, { ...stateOf(core, cell, queued, gates, around, causes.get(cell)), refresher });
  }
  const update = previewSettle(core).filter((cell) => !queued.has(cell) && cell !== core.running?.cell);
  return { cells, plan: planView(core, queue), update: planView(core, update) };
}

/** Cells that would run, with the seconds of their last runs; null if one of them never ran. */
export function planView({ times }: CoreState, cells: readonly CellId[]): PlanView {
  const known = cells.map((cell) => times.get(cell));
  const seconds = known.every((ms) => ms !== undefined)
    ? known.reduce((sum: number, ms) => sum + (ms ?? 0), 0) / 1000
    : null;
  return { cells, seconds };
}

function stateOf(
  core: CoreState,
  cell: CellId,
  queued: ReadonlySet<CellId>,
  gates: ShownGates,
  around: Surroundings,
  cause: RestoreCause | undefined,
): Omit<ShownState, 'refresher'> {
  const standing = core.standings.get(cell);
  if (standing === undefined || isBlank(core.sources.get(cell) ?? '')) return { state: 'unrun', reasons: [] };
  if (core.running?.cell === cell) return { state: 'running', reasons: [] };
  const isFatal = standing.type === 'unrun' && core.fatal.get(cell) === core.sources.get(cell);
  if (isFatal && !queued.has(cell)) return { state: 'failed', reasons: ['the kernel died while this ran'] };
  const label = labelOf(core);
  const { settlement, standings } = core;
  const reasons = shownReasons(settlement, standings, cell, label, around);
  if (queued.has(cell)) {
    const anew = cause === undefined ? [] : [restoreText(settlement, cause, label)];
    return { state: 'queued', reasons: standing.type === 'settled' ? anew : reasons };
  }
  if (gates.of(cell).length > 0) {
    const held = gates.of(cell).map(({ reason, opens }) => `${reason}; to go on, ${opens}`);
    return { state: 'gated', reasons: held };
  }
  if (core.unsettled.has(cell) && standing.type === 'fresh') {
    return { state: 'unsettled', reasons: [...reasons, 'only a restart brings back what it needs'] };
  }
  return { state: standing.type, reasons };
}

/** Computes the gates of each cell once. */
class ShownGates {
  readonly #core: CoreState;
  readonly #known = new Map<CellId, readonly Gate[]>();

  constructor(core: CoreState) {
    this.#core = core;
  }

  of(cell: CellId): readonly Gate[] {
    const known = this.#known.get(cell) ?? this.#look(cell);
    this.#known.set(cell, known);
    return known;
  }

  #look(cell: CellId): readonly Gate[] {
    const { settlement, standings, gated, frozen } = this.#core;
    const type = standings.get(cell)?.type;
    // nobody waits for the inputs of a frozen cell
    const mayRun = type === 'edited' || (type === 'fresh' && !frozen.has(cell));
    if (!mayRun && (type === 'settled' || !gated.has(cell))) return [];
    const found = gatesOf(settlement, standings, cell, labelOf(this.#core));
    return found.length > 0 ? found : (gated.get(cell) ?? []);
  }
}
