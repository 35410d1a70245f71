/** Which runs of a session a person wants to see, and their rows in the timeline, with days and restarts. Pure. */

import type { PastRun } from '../../runtime/index.ts';
import { cellTitle } from '../../slicer/browser.ts';
import { duration } from '../notebook/state-words.ts';
import { runNumber } from './run-words.ts';
import type { TimelineRow } from './timeline.tsx';
import { dayText, timeText } from './when.ts';

/** The filter. `cell`: an id, or which one is selected. */
export interface WantedRuns {
  readonly cell: string | 'all' | 'selected';
  /** Words of the code, in any order. */
  readonly words: string;
}

export const ALL_RUNS: WantedRuns = { cell: 'all', words: '' };

/** A shown run. `restarted`: the kernel was, between the one shown before it and this one. */
type FoundRun = PastRun;

/** The filtered runs, in order. */
export function foundRuns(
  runs: readonly PastRun[],
  { cell, words }: WantedRuns,
  selected: string | null,
): readonly FoundRun[] {
  const wanted = words.toLowerCase().split(/\s+/);
  const found: FoundRun[] = [];
  let restarted = false;
  for (const run of runs) {
    restarted ||= run.restarted;
    const isOfCell = cell === 'all' || run.cell === (cell === 'selected' ? selected : cell);
    const code = run.head.toLowerCase();
    if (!isOfCell || !wanted.every((word) => code.includes(word))) continue;
    found.push({ ...run, restarted });
    restarted = false;
  }
  return found;
}

/** Their rows, in order: the last of each day has the day. */
export function rowsOf(
  runs: readonly PastRun[],
  labelOf: (cell: string) => string,
  undone: ReadonlySet<number>,
  now = Date.now(),
): TimelineRow[] {
  return runs.map((run, index) => {
    const { exec, cell, head, at, ms, status, restarted, computed } = run;
    const facts = [labelOf(cell), at === null ? '' : timeText(at), ms === null ? '' : duration(ms)];
    if (computed !== null) facts.push('restored');
    if (undone.has(exec)) facts.push('undone');
    const day = at === null ? null : dayText(at, now);
    const next = runs[index + 1]?.at ?? null;
    return {
      key: exec,
      number: runNumber(run),
      code: cellTitle(head),
      facts: facts.filter((fact) => fact !== '').join(' · '),
      ended: status,
      heading: next !== null && dayText(next, now) === day ? null : day,
      note: restarted ? 'the kernel was restarted' : null,
    };
  });
}
