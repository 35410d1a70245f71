/** What the log of an open notebook's session holds (session-log.ts), line by line. Types only. */

import type {
  CellId,
  Exec,
  ExecutionRecord,
  OrderMode,
  OutsideWrites,
  Sameness,
} from '../../../slicer/index.ts';
import type { Output, RunError, RunStatus } from '../../kernel/index.ts';

/** A kernel that a notebook ran in, and how to know it again. `server`: where it may outlive Sluice; null: nowhere. */
export interface KnownKernel {
  readonly id: string;
  readonly server: string | null;
  /** The name of the agent in it. */
  readonly agent: string;
  /** How many inputs it had run. */
  readonly ran: number;
}

/** A run as the log keeps it. `outputs` null: they were too long. */
export interface LoggedRun {
  readonly status: RunStatus;
  readonly count: number | null;
  readonly outputs: readonly Output[] | null;
  readonly error: RunError | null;
  readonly request: string;
  /** When it began, in milliseconds since 1970, and how long it took. */
  readonly at: number;
  readonly ms: number;
  /** Copies of what the cell had made were put back in its place. */
  readonly restored?: true;
}

/** An execution record as JSON. */
export type LoggedRecord = Omit<ExecutionRecord, 'symbols' | 'objects'> & {
  readonly symbols: Readonly<Record<string, string>>;
  readonly objects: Readonly<Record<string, string>>;
};

/** Writes outside of any run as JSON. */
export type LoggedWrites = Omit<OutsideWrites, 'record'> & { readonly record: LoggedRecord };

/** One line. */
export type LogEntry =
  | { readonly type: 'session'; readonly version: 1; readonly process: number }
  | ({ readonly type: 'kernel' } & Omit<KnownKernel, 'ran'>)
  /** The order of code cells, where it is another one, and the texts that are others. */
  | {
      readonly type: 'cells';
      readonly order: readonly CellId[] | null;
      readonly sources: Readonly<Record<CellId, string>>;
    }
  /** A run begins; its end comes as `ran`, unless nobody saw it. */
  | { readonly type: 'start'; readonly exec: Exec; readonly cell: CellId; readonly source: string }
  | {
      readonly type: 'ran';
      readonly record: LoggedRecord;
      readonly same: Sameness | null;
      readonly run: LoggedRun;
      /** Says that this person's Sluice has made the outputs (run-signature.ts); logs of before have none. */
      readonly signature?: string;
    }
  | { readonly type: 'outside'; readonly writes: LoggedWrites }
  | { readonly type: 'restarted' }
  | { readonly type: 'died'; readonly reason: string }
  | { readonly type: 'mode'; readonly mode: 'reactive' | 'lazy' }
  | { readonly type: 'order-mode'; readonly mode: OrderMode }
  /** The order in which cells count in any-order mode, where it is another one than before. */
  | { readonly type: 'arranged'; readonly order: readonly CellId[] }
  | { readonly type: 'freeze' | 'expensive'; readonly cell: CellId; readonly on: boolean };
