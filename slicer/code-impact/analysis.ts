/**
 * What an analysis of paths is: it judges a cell that would run in a state of the kernel. Which paths there are is propagate.ts's; a new
 * analysis is a file beside this one and a line in `analyses.ts`.
 */

import type { CellSummary } from './cell-summary.ts';
import type { PageOrder } from './expected-runs.ts';
import type { KernelState, Run } from './kernel-state.ts';

/** What is wrong with a path, in the words of the command line. */
export type BadVerdict = 'stale' | 'undefined';

/** A cell that would run now. */
export interface CellAhead {
  readonly summary: CellSummary;
  /** Its place in the notebook, from 0. */
  readonly at: number;
  readonly page: PageOrder;
  readonly state: KernelState;
}

/** What an analysis has found. */
export interface Judgement {
  /** 1-based line of the cell. */
  readonly line: number;
  /** In words, after the name of the cell: `reads y, which cell 2 made from x before cell 1 changed it`. */
  readonly why: string;
  /** Runs that have led to it, besides those whose work the cell reads. */
  readonly because: readonly Run[];
}

/** An analysis of paths. */
export interface Analysis {
  /** As `--analysis` names it. */
  readonly name: string;
  readonly verdict: BadVerdict;
  /** What is wrong with running a cell now; null: nothing. */
  judge(step: CellAhead): Judgement | null;
}
