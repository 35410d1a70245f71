/** Where each cell of an open notebook stands, as pages show it, from the state of its core. Pure. */

import type { CellId } from '../model.ts';
import { type Gate, gatesOf, type RestoreCause, restoreText } from '../reactive/index.ts';
import { causesOf, isBlank, labelOf, previewSettle, remaining } from './core.ts';
import type { CoreState } from './core-state.ts';
import { type Surroundings, shownReasons } from './state-reasons.ts';

/**
 * Where a code cell stands (docs/reactive.md).
 * `unrun`: it has not run in this kernel; `edited`: its text is not what ran; `fresh`: it has new inputs; `stale`: what it needs is out of
 * date itself; `settled`: it shows what a run of the whole notebook would show; `failed`: settled, and it shows an error; `gated`: it
 * cannot work as it stands; `unsettled`: only a restart can bring it up to date.
 */
export type CellState =
  | 'unrun'
  | 'edited'
  | 'queued'
  | 'running'
  | 'fresh'
  | 'stale'
  | 'settled'
  | 'failed'
  | 'gated'
  | 'unsettled';

/** Cells that are going to run, and how long that is expected to take. */
export interface PlanView {
  /** Also those that run again, or are put back from copies, to restore what others have changed. Fewer run where values turn out to be equal. */
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

/** The states of all code cells. `numbered`: reasons tell runs by their numbers in the session. */
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

/** Cells that would run, with the seconds that their last runs took; null when some of them never ran. */
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

/** What holds cells back, worked out once for each. */
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
    // what a frozen cell lacks is nothing that anybody waits for
    const mayRun = type === 'edited' || (type === 'fresh' && !frozen.has(cell));
    if (!mayRun && (type === 'settled' || !gated.has(cell))) return [];
    const found = gatesOf(settlement, standings, cell, labelOf(this.#core));
    return found.length > 0 ? found : (gated.get(cell) ?? []);
  }
}
