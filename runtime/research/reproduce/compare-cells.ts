/** Compares the cells of a run with the stored cells of the notebook, or with the cells of another run. It runs nothing. */

import {
  type ComparedCell,
  compareOutputs,
  type ItemVerdict,
  NORMALIZERS,
  type Normalizer,
  type NotebookResult,
  type OutputCounts,
} from '../../../slicer/index.ts';
import { type CodeCell, hasTag } from '../../documents/index.ts';
import type { CellRun, NotebookRun } from './run-cells.ts';

/** One machine draws the same picture identically to the last bit, so pictures that only look alike differ. */
const WITHIN_A_MACHINE = NORMALIZERS.filter(({ name }) => name !== 'images');

/** A cell, its stored outputs and the outputs of its run. */
export function compareCell(
  cell: CodeCell,
  index: number,
  run: NotebookRun,
  normalizers: readonly Normalizer[],
): ComparedCell {
  const { id, source, executionCount, outputs } = cell;
  const ran = run.cells.find((each) => each.cell.id === id) ?? null;
  const items = compareOutputs(outputs, ran?.outputs ?? [], normalizers, run.time);
  const isStored = executionCount !== null || outputs.length > 0;
  return {
    cell: id,
    index,
    source,
    executionCount,
    exec: ran?.exec ?? null,
    status: cellStatus(ran, items, isStored),
    items,
    error: ran?.error ?? null,
    needs: ran?.needs ?? null,
    varies: null,
  };
}

function cellStatus(
  ran: CellRun | null,
  items: readonly ItemVerdict[],
  isStored: boolean,
): ComparedCell['status'] {
  if (ran === null) return isStored ? 'missing' : 'unstored';
  if (ran.status === 'timeout') return 'timeout';
  if (ran.status === 'skipped') return 'missing';
  // (an allowed error is an output like others)
  const mayFail = hasTag(ran.cell, 'raises-exception');
  if (
    ran.error !== null &&
    !mayFail &&
    !items.some(({ item, stored }) => item === 'error' && stored.size > 0)
  )
    return 'failed';
  if (!isStored) return 'unstored';
  const found = new Set(items.map(({ status }) => status));
  if (found.has('different') || found.has('missing') || found.has('extra')) return 'different';
  return found.has('normalized') ? 'normalized' : 'same';
}

/** Whether two runs of a cell show different outputs; null: the cell did not end in both. */
export function variesBetween(id: string, run: NotebookRun, again: NotebookRun): boolean | null {
  const [a, b] = [run, again].map(({ cells }) => cells.find(({ cell }) => cell.id === id));
  if (a === undefined || b === undefined || a.exec === null || b.exec === null || b.status === 'timeout')
    return null;
  const time = { from: run.time.from, until: again.time.until };
  const items = compareOutputs(a.outputs, b.outputs, WITHIN_A_MACHINE, time);
  return items.some(({ status }) => status !== 'same' && status !== 'normalized');
}

/** The status of a notebook with these cells. */
export function statusOf(cells: readonly ComparedCell[]): NotebookResult['status'] {
  const found = new Set(cells.map(({ status }) => status));
  if (found.has('timeout')) return 'timeout';
  if (found.has('failed')) return 'failed';
  if (found.has('different') || found.has('missing')) return 'different';
  return found.has('normalized') ? 'normalized' : 'same';
}

/** The numbers of outputs by their fate. */
export function countOutputs(cells: readonly ComparedCell[]): OutputCounts {
  const counts = { total: 0, same: 0, normalized: 0, different: 0, missing: 0, extra: 0 };
  for (const { items, status } of cells) {
    for (const item of items) {
      if (item.stored.size === 0) {
        if (item.status === 'extra' && status !== 'unstored') counts.extra += 1;
        continue;
      }
      counts.total += 1;
      if (item.status !== 'extra') counts[item.status] += 1;
    }
  }
  return counts;
}
