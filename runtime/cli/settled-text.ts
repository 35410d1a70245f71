/** What bringing a notebook up to date took, as lines for people. */

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
  if (ran.length > 0) lines.push(`ran ${listed(ran.map(({ cell }) => cell))} (${seconds.toFixed(1)} s)`);
  if (cutOff.length > 0) lines.push(`cut off ${listed(cutOff)}: nothing they read has changed`);
  for (const { cell, state, reasons } of left) {
    lines.push(`${state} ${cell}${reasons.length > 0 ? `: ${reasons.join('; ')}` : ''}`);
  }
  return lines.length === 0 ? ['nothing to run'] : lines;
}

const SHOWN = 12;

function listed(cells: readonly string[]): string {
  const unique = [...new Set(cells)];
  const rest = unique.length > SHOWN ? ` and ${unique.length - SHOWN} more` : '';
  return `${unique.slice(0, SHOWN).join(', ')}${rest}`;
}
