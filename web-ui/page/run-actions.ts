/** Runs cells, and moves the selection afterwards, as in Jupyter. */

import type { CellState, CellView } from '../../runtime/index.ts';
import { confirmFirst } from './asking.ts';
import { insertCell, nextOf } from './cell-actions.ts';
import { cellLabel } from './cell-numbers.ts';
import { flushAll } from './edits.ts';
import { cellNow, cellsNow, line, notebook, order } from './notebook-state.ts';
import { say } from './notices.ts';
import { active, goToNext, mode, reveal, select, selected } from './selection.ts';

/** Runs cells, after sending typed text. */
export function runCells(ids: readonly string[], force = false): void {
  flushAll();
  const code = ids.filter(isCode);
  if (code.length > 0) line().send({ op: 'run', cells: code, ...(force ? { force } : {}) });
}

function isCode(id: string): boolean {
  return cellNow(id)?.type === 'code';
}

/** Runs only these cells, without their needs and their readers. */
export function runAlone(ids: readonly string[] = selected.peek()): void {
  flushAll();
  const code = ids.filter(isCode);
  if (code.length > 0) line().send({ op: 'run', cells: code, alone: true });
}

/** Runs a cell, and writes its whole output to a file as well. */
export function runWhole(id: string): void {
  flushAll();
  line().send({ op: 'run', cells: [id], whole: true });
}

/** Ctrl+Enter: runs and stays. */
export function runAndStay(): void {
  runCells(selected.peek());
  mode.value = 'command';
}

/** Shift+Enter: runs and goes on to the next cell, or to a new one at the end. */
export function runAndAdvance(): void {
  const ids = selected.peek();
  const last = ids.at(-1);
  if (last === undefined) return;
  runCells(ids);
  const next = nextOf(last);
  if (next !== null) {
    select(next);
    reveal(next);
    return;
  }
  select(last);
  select(insertCell('below'), 'edit');
}

/** Alt+Enter: runs and inserts a cell below. */
export function runAndInsert(): void {
  const last = selected.peek().at(-1);
  if (last === undefined) return;
  runCells(selected.peek());
  select(last);
  select(insertCell('below'), 'edit');
}

/**
 * Runs the cells above the active one (without it), or it and all below; except other cells with the tag
 * `skip-execution`.
 */
export function runBeside(side: 'above' | 'below'): void {
  const ids = order.peek();
  const chosen = active.peek();
  const at = ids.indexOf(chosen ?? '');
  if (at < 0) return;
  const wanted = side === 'above' ? ids.slice(0, at) : ids.slice(at);
  runCells(wanted.filter((id) => id === chosen || !isSkipped(id)));
}

function isSkipped(id: string): boolean {
  const tags = cellNow(id)?.metadata.tags;
  return Array.isArray(tags) && tags.includes('skip-execution');
}

/** Runs all cells. */
export function runAll(): void {
  flushAll();
  line().send({ op: 'run-all' });
}

/** Takes stored results, and runs the other cells that are not settled. */
export function resume(): void {
  flushAll();
  line().send({ op: 'resume' });
}

/** States that a run can end. */
const OUT_OF_DATE: ReadonlySet<CellState> = new Set<CellState>(['edited', 'fresh', 'stale']);

function isOutOfDate({ state, frozen }: CellView): boolean {
  return OUT_OF_DATE.has(state) && !frozen;
}

/** States that only a person can end. */
export const PROBLEM: ReadonlySet<CellState> = new Set<CellState>(['failed', 'gated']);

/** Runs all cells that are out of date; shows a note if all of them wait for other cells. */
export async function runStale(): Promise<void> {
  flushAll();
  const cells = cellsNow()
    .filter(isOutOfDate)
    .map(({ id }) => id);
  const asking = line().ask({ ask: 'preview', cells });
  line().send({ op: 'run-stale' });
  const answer = await asking;
  if (cells.length === 0 || answer.to !== 'preview' || answer.plan.cells.length > 0) return;
  say('Nothing can run: these cells need others that failed or are held back', 'note', {
    label: 'Show',
    run: () => goToNext(({ state }) => PROBLEM.has(state)),
  });
}

/** Interrupts the running cell, and cancels waiting ones. */
export function interrupt(): void {
  line().send({ op: 'interrupt' });
}

/** Restarts the kernel, after a question; then on request runs all cells, or the cells up to one. */
export function restart(run: boolean, upTo?: string): void {
  const dead = notebook.peek()?.kernel.state === 'dead';
  const question = !run
    ? 'Restart the kernel? Its variables are lost.'
    : upTo === undefined
      ? 'Restart the kernel and run all cells?'
      : `Restart the kernel and run up to ${cellLabel(upTo)}?`;
  const begin = () => {
    flushAll();
    line().send({ op: 'restart', run, ...(upTo === undefined ? {} : { upTo }) });
  };
  if (dead) begin();
  else confirmFirst(question, 'Restart', begin);
}

/** Clears the outputs of cells. */
export function clearOutputs(ids: readonly string[]): void {
  line().send({ op: 'clear-outputs', cells: ids });
}
