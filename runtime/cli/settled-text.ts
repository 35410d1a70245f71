/** What bringing a notebook up to date took, as lines for people. */

import type { CellId } from '../../slicer/index.ts';
import type { CellRun, Settled } from '../live/index.ts';
import { oneLine } from './progress.ts';

/** One line for a run that failed; null otherwise. */
export function failureText({ cell, error }: CellRun): string | null {
  return error === null ? null : `cell ${cell} failed: ${oneLine(error)}`;
}

/** What ran, what did not have to, and what is left, with why. */
export function settledText({ ran, cutOff, left }: Settled): string[] {
  const seconds = ran.reduce((sum, { ms }) => sum + ms, 0) / 1000;
  const lines: string[] = [];
  const [run, restored] = [cellsOf(ran, false), cellsOf(ran, true)];
  if (restored.length > 0) lines.push(`restored ${listed(restored)} from copies`);
  if (run.length > 0) lines.push(`ran ${listed(run)} (${seconds.toFixed(1)} s)`);
  if (cutOff.length > 0) lines.push(`cut off ${listed(cutOff)}: nothing they read has changed`);
  for (const { cell, state, reasons } of left) {
    lines.push(`${state} ${cell}${reasons.length > 0 ? `: ${reasons.join('; ')}` : ''}`);
  }
  return lines.length === 0 ? ['nothing to run'] : lines;
}

/** The same as a JSON object. */
export function settledJson(settled: Settled): object {
  const { ran, ...rest } = settled;
  return { type: 'settled', ...rest, ran: cellsOf(ran, false), restored: cellsOf(ran, true) };
}

function cellsOf(ran: Settled['ran'], restored: boolean): CellId[] {
  return ran.filter((run) => run.restored === restored).map(({ cell }) => cell);
}

const SHOWN = 12;

function listed(cells: readonly string[]): string {
  const unique = [...new Set(cells)];
  const rest = unique.length > SHOWN ? ` and ${unique.length - SHOWN} more` : '';
  return `${unique.slice(0, SHOWN).join(', ')}${rest}`;
}
