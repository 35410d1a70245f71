/** Messages between pages and the server about past executions. Types only; `messages.ts` has the rest. */

import type { CellId, Direction, Exec, ExecutionStatus, Level } from '../../../slicer/index.ts';
import type { Output } from '../../kernel/index.ts';

/** An execution in a timeline. */
export interface PastRun {
  readonly exec: Exec;
  readonly cell: CellId;
  /** The number shown by its cell, which each kernel counts anew; null: none. */
  readonly count: number | null;
  /** The start, in milliseconds since 1970; null: unknown. */
  readonly at: number | null;
  /** The duration, in milliseconds; null: unknown. */
  readonly ms: number | null;
  /** `unknown`: it was read from a file, and did not run here. */
  readonly status: ExecutionStatus | 'unknown';
  /** The beginning of its code. */
  readonly head: string;
  /** Whether the kernel was restarted between the execution before it and this one. */
  readonly restarted: boolean;
  /** The start of the stored run that stands for this one, in milliseconds since 1970; null: the cell ran. */
  readonly computed: number | null;
}

/** A cell deleted since the notebook was opened, which can be brought back. */
export interface DeletedCell {
  readonly id: CellId;
  readonly type: 'code' | 'markdown' | 'raw';
  readonly source: string;
}

/** An execution's part of a slice, with its code at the time. */
export interface SlicedRun {
  readonly exec: Exec;
  readonly count: number | null;
  readonly cell: CellId;
  readonly source: string;
  /** 1-based first and last lines of its statements in the slice. */
  readonly lines: readonly (readonly [number, number])[];
}

export type HistoryQuestion =
  /** Executions with higher numbers than `after`. */
  | { readonly ask: 'history'; readonly id: number; readonly after: Exec }
  | { readonly ask: 'past-run'; readonly id: number; readonly exec: Exec }
  | {
      readonly ask: 'past-slice';
      readonly id: number;
      readonly exec: Exec;
      readonly direction: Direction;
      readonly level: Level;
    };

export type HistoryAnswer =
  | {
      readonly to: 'history';
      readonly runs: readonly PastRun[];
      /** All undone executions. */
      readonly undone: readonly Exec[];
      readonly deleted: readonly DeletedCell[];
    }
  | {
      readonly to: 'past-run';
      readonly source: string;
      /** Null: they were dropped, to bound the memory of the session. */
      readonly outputs: readonly Output[] | null;
      /** Whether some of them are long, and given in part. */
      readonly clipped: boolean;
      /** Whether their scripts may run. */
      readonly trusted: boolean;
    }
  | {
      readonly to: 'past-slice';
      readonly runs: readonly SlicedRun[];
      readonly guarantee: 'complete' | 'not-guaranteed';
      readonly reasons: readonly string[];
    };
