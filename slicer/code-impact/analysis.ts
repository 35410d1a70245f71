/**
 * An analysis of paths judges a cell that would run in a state of the kernel. propagate.ts finds the paths; a
 * new analysis is a file beside this one and a line in `analyses.ts`.
 */

import type { CellSummary } from './cell-summary.ts';
import type { PageOrder } from './expected-runs.ts';
import type { KernelState, Run } from './kernel-state.ts';

/** The verdict for a wrong path, in the words of the command line. */
export type BadVerdict = 'stale' | 'undefined';

/** A cell that would run now. */
export interface CellAhead {
  readonly summary: CellSummary;
  /** The position in the notebook, from 0. */
  readonly at: number;
  readonly page: PageOrder;
  readonly state: KernelState;
}

/** A finding of an analysis. */
export interface Judgement {
  /** 1-based line of the cell. */
  readonly line: number;
  /** Words to follow the name of the cell: `reads y, which cell 2 made from x before cell 1 changed it`. */
  readonly why: string;
  /** Runs that led to the finding, besides the runs whose results the cell reads. */
  readonly because: readonly Run[];
}

/** An analysis of paths. */
export interface Analysis {
  /** The name for `--analysis`. */
  readonly name: string;
  readonly verdict: BadVerdict;
  /** The problem with a run of the cell now; null: none. */
  judge(step: CellAhead): Judgement | null;
}
