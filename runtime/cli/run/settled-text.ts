/** The report on settling a notebook, as lines for people, which name cells by their positions. */

import type { CellId } from '../../../slicer/index.ts';
import type { CellRun, Settled } from '../../live/index.ts';
import { oneLine } from '../terminal/progress.ts';

/** One line for a run that failed, or took longer than its limit; null otherwise. */
export function failureText(
  { number, error, timedOut }: Pick<CellRun, 'number' | 'error' | 'timedOut'>,
  limitMs: number | null = null,
): string | null {
  if (timedOut) {
    const limit = limitMs === null ? '' : ` of ${limitMs / 1000} s (--timeout)`;
    return `cell ${number} took longer than its limit${limit}, and was interrupted`;
  }
  return error === null ? null : `cell ${number} failed: ${oneLine(error)}`;
}

/** The cells that ran, the cells that did not have to, and the cells left, with the reasons. */
export function settledText({ ran, order, cutOff, left }: Settled): string[] {
  const seconds =
    ran.filter(({ stored }) => stored === undefined).reduce((sum, { ms }) => sum + ms, 0) / 1000;
  const called = (cells: readonly CellId[]) => cellsText(cells.map((cell) => order.indexOf(cell) + 1));
  const lines: string[] = [];
  const [run, restored] = [cellsOf(ran, false), cellsOf(ran, true)];
  if (restored.length > 0) lines.push(`restored ${called(restored)} from copies`);
  const taken = ran.flatMap(({ cell, stored }) => (stored === undefined ? [] : [cell]));
  if (taken.length > 0) lines.push(`took stored results for ${called(taken)}`);
  if (run.length > 0) lines.push(`ran ${called(run)} (${seconds.toFixed(1)} s)`);
  if (cutOff.length > 0) lines.push(`cut off ${called(cutOff)}: nothing they read has changed`);
  for (const { cell, state, reasons } of left) {
    lines.push(`${state} ${called([cell])}${reasons.length > 0 ? `: ${reasons.join('; ')}` : ''}`);
  }
  return lines.length === 0 ? ['nothing to run'] : lines;
}

/** The same as a JSON object. */
export function settledJson(settled: Settled): object {
  const { ran, order: _, ...rest } = settled;
  const taken = ran.filter(({ stored }) => stored !== undefined).map(({ cell }) => cell);
  const stored = taken.length === 0 ? {} : { stored: taken };
  return { type: 'settled', ...rest, ran: cellsOf(ran, false), restored: cellsOf(ran, true), ...stored };
}

/** The cells that ran, or got copies of their values; not the ones with stored results. */
function cellsOf(ran: Settled['ran'], restored: boolean): CellId[] {
  return ran.filter((run) => run.restored === restored && run.stored === undefined).map(({ cell }) => cell);
}

const SHOWN = 12;

/** `cell 3`, or `cells 1–3, 5`, in the order in which they are given. */
function cellsText(numbers: readonly number[]): string {
  const unique = [...new Set(numbers)];
  const parts: [first: number, last: number][] = [];
  for (const number of unique) {
    const last = parts.at(-1);
    if (last !== undefined && last[1] + 1 === number) last[1] = number;
    else parts.push([number, number]);
  }
  const shown = parts.slice(0, SHOWN).map(([first, last]) => (first === last ? first : `${first}–${last}`));
  const rest = parts.slice(SHOWN).reduce((sum, [first, last]) => sum + last - first + 1, 0);
  const more = rest === 0 ? '' : ` and ${rest} more`;
  return `${unique.length === 1 ? 'cell' : 'cells'} ${shown.join(', ')}${more}`;
}
