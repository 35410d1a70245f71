/** The consequences of a run or a deletion of a cell, from the states of the core. Nothing runs. */

import { sliceExecution } from '../graph/slice.ts';
import { type Gate, gatesOf, planFor, previewPlan } from '../reactive/index.ts';
import type { CellId } from '../records/execution-record.ts';
import { GLOBALS } from '../records/location.ts';
import { labelOf } from './cell-label.ts';
import type { CoreState } from './core-state.ts';
import { previewRun } from './previews.ts';
import { isBlank } from './requests.ts';

/** A cell with the reasons that hold it back. */
export interface HeldCell {
  readonly cell: CellId;
  readonly gates: readonly Gate[];
}

/** The consequences of a run. Lists are in page order. */
export interface ForeseenRun {
  /** The gates of the cell itself; empty: the cell runs. */
  readonly gates: readonly Gate[];
  /** The cells that a reactive run takes first, and the cells that follow. */
  readonly before: readonly CellId[];
  readonly after: readonly CellId[];
  /** The other cells that stay out of date. */
  readonly left: readonly CellId[];
}

/** The consequences of a run in reactive mode. */
export function foreseeRun(core: CoreState, cell: CellId): ForeseenRun {
  const cells = previewRun({ ...core, mode: 'reactive' }, [cell]);
  const at = cells.indexOf(cell);
  const gates = at < 0 ? gatesOf(core.settlement, core.standings, cell, labelOf(core)) : [];
  const own = core.settlement.order.indexOf(cell);
  const isAbove = (other: CellId): boolean => core.settlement.order.indexOf(other) < own;
  return {
    gates,
    before: cells.filter(isAbove),
    after: cells.filter((other) => other !== cell && !isAbove(other)),
    left: core.order.filter((other) => other !== cell && !cells.includes(other) && isOutOfDate(core, other)),
  };
}

/** The consequences of a deletion in reactive mode. Lists are in page order. */
export interface ForeseenDeletion {
  /** Cells that run again. */
  readonly again: readonly CellId[];
  /** Cells that could run, and no longer can. */
  readonly held: readonly HeldCell[];
  /** Up-to-date cells that wait for these. */
  readonly waiting: readonly CellId[];
}

/** The consequences of a deletion. */
export function foreseeDeletion(core: CoreState, cell: CellId): ForeseenDeletion {
  const { settlement, standings, sources, frozen, expensive } = core;
  const { order } = settlement;
  const label = labelOf(core);
  const rest = order.filter((other) => other !== cell);
  const heldNow = new Set(rest.filter((other) => gatesOf(settlement, standings, other, label).length > 0));
  settlement.update(rest, sources);
  try {
    const after = settlement.standings(frozen);
    const again = previewPlan(settlement, after, planFor([]), { frozen, expensive }, label);
    const held = rest.flatMap((other): HeldCell[] => {
      if (heldNow.has(other) || again.includes(other)) return [];
      const gates = gatesOf(settlement, after, other, label);
      return gates.length === 0 ? [] : [{ cell: other, gates }];
    });
    const isHeld = new Set(held.map(({ cell: other }) => other));
    const waiting = rest.filter(
      (other) =>
        !isHeld.has(other) &&
        !again.includes(other) &&
        !isOutOfDate(core, other) &&
        after.get(other)?.type === 'stale',
    );
    return { again, held, waiting };
  } finally {
    // the cell comes back with its knowledge
    settlement.update(order, sources);
  }
}

/** Whether a cell with a text is neither settled nor failed. */
export function isOutOfDate({ standings, sources }: CoreState, cell: CellId): boolean {
  const type = standings.get(cell)?.type;
  return type !== 'settled' && type !== 'failed' && !isBlank(sources.get(cell) ?? '');
}

/**
 * Settled cells whose runs wrote names and objects only, and no other run used any of them. The caller knows
 * which cells show something.
 */
export function unusedCells(core: CoreState): CellId[] {
  const { settlement, order, standings } = core;
  const { graph } = settlement;
  return order.filter((cell) => {
    const run = settlement.execution(cell);
    if (standings.get(cell)?.type !== 'settled' || run === null || run.status !== 'ok') return false;
    if (run.opaque !== null || run.statements.length === 0) return false;
    const writes = run.statements.flatMap((statement) => statement.writes);
    if (writes.length === 0 || !writes.every(({ object }) => isNameOrObject(object))) return false;
    const { executions, guarantee } = sliceExecution(graph, run.exec, 'forward', 'cell');
    const isUsed = executions.some((exec) => graph.execution(exec)?.cell !== cell);
    return guarantee === 'complete' && !isUsed;
  });
}

/** Global names and objects in memory; not files, settings and other parts of the world. */
function isNameOrObject(object: string): boolean {
  return object === GLOBALS || /^o\d/.test(object);
}
