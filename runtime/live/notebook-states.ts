/** Where each cell of an open notebook stands, as pages show it, from the state of its core. Pure. */

import { type CellId, gatesOf } from '../../slicer/index.ts';
import type { CoreState } from './core-state.ts';
import type { CellState, PlanView } from './messages.ts';
import { labelOf, remaining } from './notebook-core.ts';
import { type Beginnings, shownReasons } from './state-reasons.ts';

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
}

/** The states of all code cells. */
export function notebookStates(core: CoreState): NotebookStates {
  const queue = remaining(core);
  const queued = new Set(queue);
  const refreshers = new Set<CellId>();
  for (const { type, waits } of core.standings.values()) {
    if (type === 'stale') for (const wait of waits) refreshers.add(wait);
  }
  const cells = new Map<CellId, ShownState>();
  const began: Beginnings = new Map();
  for (const cell of core.order) {
    const type = core.standings.get(cell)?.type;
    const refresher = refreshers.has(cell) && (type === 'fresh' || type === 'edited' || type === 'unrun');
    cells.set(cell, { ...stateOf(core, cell, queued, began), refresher });
  }
  return { cells, plan: planView(core, queue) };
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
  began: Beginnings,
): Omit<ShownState, 'refresher'> {
  const standing = core.standings.get(cell);
  if (standing === undefined) return { state: 'unrun', reasons: [] };
  if (core.running?.cell === cell) return { state: 'running', reasons: [] };
  const isFatal = standing.type === 'unrun' && core.fatal.get(cell) === core.sources.get(cell);
  if (isFatal && !queued.has(cell)) return { state: 'failed', reasons: ['the kernel died while this ran'] };
  const label = labelOf(core);
  const { settlement, standings } = core;
  const reasons = shownReasons(settlement, standings, cell, label, began);
  if (queued.has(cell)) return { state: 'queued', reasons };
  if (standing.type !== 'settled' && (standing.type === 'edited' || core.gated.has(cell))) {
    const checked = gatesOf(settlement, standings, cell, label);
    const gates = checked.length > 0 ? checked : (core.gated.get(cell) ?? []);
    if (gates.length > 0) {
      return { state: 'gated', reasons: gates.map(({ reason, opens }) => `${reason}; to go on, ${opens}`) };
    }
  }
  if (core.unsettled.has(cell) && standing.type === 'fresh') {
    return { state: 'unsettled', reasons: [...reasons, 'only a restart brings back what it needs'] };
  }
  return { state: standing.type, reasons };
}
