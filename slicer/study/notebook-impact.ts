/**
 * Measures the consequences of a run of every cell, after a run of the notebook from the top, and the time of
 * computing them (NBLyzer, Subotić et al., ICSE-SEIP 2022, section 6). Nothing runs; the caller has the
 * clock.
 */

import { ANALYSES, CodeImpact, type ImpactPath } from '../code-impact/index.ts';
import type { CellText } from '../information-flow/index.ts';
import type { LibraryKnowledge } from '../static/index.ts';

/** The depths of questions: the limit of runs in a path. */
export const QUESTION_DEPTHS = { '3': 3, inf: Number.POSITIVE_INFINITY } as const;

export type QuestionDepth = keyof typeof QUESTION_DEPTHS;

/** Paths by verdict. */
export type PathCounts = Record<ImpactPath['verdict'], number> & {
  /** Runs in all of them, and in the longest. */
  runs: number;
  longest: number;
};

/** The measures of one notebook. Times are by the clock. */
export interface NotebookImpact {
  /** Code cells, without blank ones. */
  readonly cells: number;
  /** Pairs of cells: if the one ran, the other would be fresh, or stale. Without limit to the depth. */
  readonly fresh: number;
  readonly stale: number;
  readonly paths: Readonly<Record<QuestionDepth, PathCounts>>;
  /** The time for the summaries of all cells, which the first question needs. */
  readonly summariesMs: number;
  /** One question each, about each cell. */
  readonly questionsMs: Readonly<Record<QuestionDepth, readonly number[]>>;
}

/** Asks about each cell. `cells` are code cells in page order; blank ones run for nothing. */
export function askEveryCell(
  cells: readonly CellText[],
  library: LibraryKnowledge,
  now: () => number,
): NotebookImpact {
  const runs = cells.filter(({ source }) => source.trim() !== '');
  const started = now();
  const impact = new CodeImpact({ cells, runs }, library);
  const summariesMs = now() - started;
  const paths = { '3': noPaths(), inf: noPaths() };
  const questionsMs: Record<QuestionDepth, number[]> = { '3': [], inf: [] };
  let [fresh, stale] = [0, 0];
  for (const [name, depth] of Object.entries(QUESTION_DEPTHS) as [QuestionDepth, number][]) {
    let before = now();
    for (const { cell } of runs) {
      const options = { depth, analyses: ANALYSES, goesOn: () => true };
      const found = impact.after({ type: 'run', cell }, options);
      // one look at the clock for each question, because looks take time as well
      const after = now();
      questionsMs[name].push(after - before);
      before = after;
      for (const path of found.paths) count(path, paths[name]);
      if (name !== 'inf') continue;
      fresh += found.fresh.length;
      stale += found.stale.length;
    }
  }
  return { cells: runs.length, fresh, stale, paths, summariesMs, questionsMs };
}

function noPaths(): PathCounts {
  return { safe: 0, stale: 0, undefined: 0, leak: 0, runs: 0, longest: 0 };
}

function count({ verdict, cells }: ImpactPath, counts: PathCounts): void {
  counts[verdict] += 1;
  counts.runs += cells.length;
  counts.longest = Math.max(counts.longest, cells.length);
}
