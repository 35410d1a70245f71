/** The measures of a notebook: one line of `sluice study notebooks --json`, and of its file of results. */

import type { Bound, CellCounts, GraphScore, LeakKind, NotebookImpact } from '../../../../slicer/index.ts';
import type { StartMessage } from '../../reproduce/index.ts';

/** Why a notebook is not in the tables. */
export type NotMeasured = 'unreadable' | 'not-python' | 'no-code' | 'timeout' | 'failed';

/** One notebook. */
export interface AnalysedNotebook {
  readonly type: 'analysed-notebook';
  readonly file: string;
  readonly status: 'measured' | 'left-out';
  readonly cause: NotMeasured | null;
  /** In words; null for a measured notebook. */
  readonly why: string | null;
  readonly measures: NotebookMeasures | null;
}

/** The data of the tables. Times are milliseconds of processor time. */
export interface NotebookMeasures {
  /** Of the code of all its cells: copies of a notebook count once. */
  readonly code: string;
  /** Of each code cell that is not blank. */
  readonly text: readonly CellCounts[];
  /** How many cells `sluice check` calls so. */
  readonly isolated: number;
  readonly idle: number;
  /** Cells of which no value goes to another one, and none comes; modules are no values. */
  readonly unlinked: number;
  readonly impact: NotebookImpact;
  readonly leaks: Readonly<Record<LeakKind, number>>;
  readonly leaksMs: number;
  /** By bound, where there are annotations of the notebook. */
  readonly annotated: Readonly<Record<Bound, GraphScore>> | null;
}

/** The line of a notebook of which nothing was measured. */
export function leftOut(file: string, cause: NotMeasured, why: string): AnalysedNotebook {
  return { type: 'analysed-notebook', file, status: 'left-out', cause, why, measures: null };
}

/** The settings of the worker. */
export interface AnalysisStart extends StartMessage {
  /** Stub files of the user's. */
  readonly effects: readonly string[];
  /** A file of annotations; null: there are none. */
  readonly annotations: string | null;
}
