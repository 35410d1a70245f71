/** The state of each cell, with the reason, from the texts and the past runs alone. */

import { type After, stepAt } from './propagate.ts';
import { staleAnalysis } from './stale-analysis.ts';
import type { NotebookStanding } from './standing.ts';

/** The state of a cell, in the words of the pages. `why`: words to follow the name of the cell. */
export interface CellStanding {
  readonly cell: string;
  readonly state: 'not-run' | 'up-to-date' | 'new-inputs' | 'stale';
  readonly why: string | null;
  /** The cells whose results the cell reads in a run from the top, in page order. */
  readonly needs: readonly string[];
}

/** The states of all cells, in page order. */
export function cellStandings(after: After, { stale, fresh }: NotebookStanding): CellStanding[] {
  const { cells } = after.page;
  const [isStale, isFresh] = [new Set(stale), new Set(fresh)];
  return cells.map(({ cell, reads }, at): CellStanding => {
    const needed = new Set([...reads.keys()].flatMap((name) => [...after.page.expected(name, at)]));
    const needs = [...needed].sort((a, b) => a - b).map((place) => cells[place]!.cell);
    if (isStale.has(cell)) {
      return { cell, state: 'stale', why: staleAnalysis.judge(stepAt(after, at))?.why ?? null, needs };
    }
    if (after.state.lastRun(cell) === undefined) return { cell, state: 'not-run', why: null, needs };
    if (!isFresh.has(cell)) return { cell, state: 'up-to-date', why: null, needs };
    return { cell, state: 'new-inputs', why: newInput(after, at), needs };
  });
}

/** Why a cell that has run may give a new result. */
function newInput({ page, state }: After, at: number): string {
  const { cell, reads } = page.cells[at]!;
  const last = state.lastRun(cell)!;
  if (last.outdated?.type === 'edited') return 'was edited after it ran';
  for (const name of reads.keys()) {
    const run = state.changedSince(name, at, last.time);
    if (run !== null) return `reads ${name}, which ${page.nameOf(run.at)} changed after it ran`;
  }
  return 'has new inputs';
}
