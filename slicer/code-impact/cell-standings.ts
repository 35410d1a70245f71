/** The state of each cell, with the reason, from the texts and the past runs alone. */

import { type After, stepAt } from './propagate.ts';
import { isStale, staleAnalysis } from './stale-analysis.ts';

/** The state of a cell, in the words of the pages. `why`: words to follow the name of the cell. */
export interface CellStanding {
  readonly cell: string;
  readonly state: 'not-run' | 'up-to-date' | 'new-inputs' | 'stale';
  readonly why: string | null;
  /** The cells whose results the cell reads in a run from the top, in page order. */
  readonly needs: readonly string[];
}

/** The states of all cells, in page order. */
export function cellStandings(after: After): CellStanding[] {
  const { cells } = after.page;
  return cells.map(({ cell, reads }, at): CellStanding => {
    const needed = new Set([...reads.keys()].flatMap((name) => [...after.page.expected(name, at)]));
    const needs = [...needed].sort((a, b) => a - b).map((place) => cells[place]!.cell);
    return { cell, ...standing(after, at), needs };
  });
}

function standing(after: After, at: number): Pick<CellStanding, 'state' | 'why'> {
  const step = stepAt(after, at);
  if (isStale(step)) return { state: 'stale', why: staleAnalysis.judge(step)?.why ?? null };
  const last = after.state.lastRun(step.summary.cell);
  if (last === undefined) return { state: 'not-run', why: null };
  if (last.outdated?.type === 'edited') return { state: 'new-inputs', why: 'was edited after it ran' };
  for (const name of step.summary.reads.keys()) {
    const run = after.state.changedSince(name, at, last.time);
    if (run === null) continue;
    return {
      state: 'new-inputs',
      why: `reads ${name}, which ${after.page.nameOf(run.at)} changed after it ran`,
    };
  }
  return { state: 'up-to-date', why: null };
}
