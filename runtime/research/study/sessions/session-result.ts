/** The measures of a session: one line of `sluice study sessions --json`, and of its file of results. */

import type { Highlight, PowerSums, SliceRatio } from '../../../../slicer/index.ts';

/** Why a session is not in the tables. */
export type LeftOut =
  | 'few-executions'
  | 'not-drawn'
  | 'unreadable'
  | 'outside'
  | 'not-python-3'
  | 'missing-packages'
  | 'missing-files'
  | 'mostly-errors'
  | 'timeout'
  | 'kernel-died';

/** One session. Times are milliseconds. */
export interface SessionResult {
  readonly type: 'session';
  readonly file: string;
  /** Its number in a history; null: the file is one session. */
  readonly session: number | null;
  readonly status: 'measured' | 'left-out';
  readonly cause: LeftOut | null;
  /** In words; null for a measured session. */
  readonly why: string | null;
  readonly executions: number;
  /** How many of them raised. */
  readonly errors: number;
  readonly measures: SessionMeasures | null;
}

/** The data of the tables. */
export interface SessionMeasures {
  readonly executions: number;
  readonly cells: number;
  readonly statements: number;
  /** Executions of stale cells. */
  readonly staleRuns: number;
  readonly power: Readonly<Record<Highlight, PowerSums>>;
  /** Of the last execution with output; null: none. */
  readonly backward: { readonly ours: SliceRatio; readonly static: SliceRatio } | null;
  readonly forward: { readonly ours: SliceRatio; readonly static: SliceRatio };
  /** Whether the backward slice is `complete`; null: no slice. */
  readonly complete: boolean | null;
  /**
   * The result of a run of the gathered script; `varies`: its runs differ from each other. `difference`
   * describes the difference, in words.
   */
  readonly verification: 'verified' | 'differs' | 'varies' | 'cannot run here' | null;
  readonly difference: string | null;
  /** All cells in a plain kernel; with probes; the work after each (freshness); one slice; the gathered script in a plain kernel. */
  readonly ms: {
    readonly plain: number;
    readonly traced: number;
    readonly analysis: number;
    readonly slice: number;
    readonly script: number | null;
  };
}
