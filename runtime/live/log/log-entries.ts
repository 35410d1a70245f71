/** The lines of a session log of an open notebook (session-log.ts). Types only. */

import type {
  CellId,
  CoreMode,
  Exec,
  ExecutionRecord,
  OrderMode,
  OutsideWrites,
  Sameness,
} from '../../../slicer/index.ts';
import type { Output, RunError, RunStatus } from '../../kernel/index.ts';
import type { Branch } from '../variants/branch.ts';

/**
 * A kernel of the notebook, with the facts to recognise it. `server`: the server on which it may outlive
 * Sluice, or `KEPT`: on this machine; null: it ends with Sluice.
 */
export interface KnownKernel {
  readonly id: string;
  readonly server: string | null;
  /** The name of its agent. */
  readonly agent: string;
  /** The version of its Python, or of its other language; missing in older logs. */
  readonly python?: string;
  /** Its language, if it is not Python. */
  readonly language?: string;
  /** The number of inputs that it had run. */
  readonly ran: number;
  /** The run in progress when its kept kernel was left. */
  readonly running?: LeftRun;
}

/**
 * A run whose end nobody has seen. `above` as in the action of the core; `request`: its id; `at`: its start,
 * in milliseconds since 1970.
 */
export interface LeftRun {
  readonly exec: Exec;
  readonly cell: CellId;
  readonly source: string;
  readonly above: readonly CellId[] | null;
  readonly request: string;
  readonly at: number;
}

/** A logged run. `outputs` null: they were too long. */
export interface LoggedRun {
  readonly status: RunStatus;
  readonly count: number | null;
  readonly outputs: readonly Output[] | null;
  readonly error: RunError | null;
  readonly request: string;
  /** The start, in milliseconds since 1970, and the duration. */
  readonly at: number;
  readonly ms: number;
  /** Saved copies of the cell's values were restored in place of a run. */
  readonly restored?: true;
  /** A stored run stands for the run. */
  readonly stored?: StoredMark;
}

/** The start of a stored run, in milliseconds since 1970, and its duration. */
export interface StoredMark {
  readonly at: number;
  readonly ms: number;
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
  | ({ readonly type: 'kernel' } & Omit<KnownKernel, 'ran' | 'running'>)
  /** The order of code cells if it has changed, and changed texts. */
  | {
      readonly type: 'cells';
      readonly order: readonly CellId[] | null;
      readonly sources: Readonly<Record<CellId, string>>;
    }
  /** The start of a run; its end follows as `ran`, unless it was not observed. In older logs without the rest. */
  | ({ readonly type: 'start' } & Pick<LeftRun, 'exec' | 'cell' | 'source'> & Partial<LeftRun>)
  /** The cells that wait to run. */
  | { readonly type: 'requested'; readonly cells: readonly CellId[] }
  | {
      readonly type: 'ran';
      readonly record: LoggedRecord;
      readonly same: Sameness | null;
      readonly run: LoggedRun;
      /** Proves that this person's Sluice made the outputs (run-signature.ts); missing in older logs. */
      readonly signature?: string;
    }
  | { readonly type: 'outside'; readonly writes: LoggedWrites }
  /** Runs were undone or redone. */
  | { readonly type: 'undo' | 'redo'; readonly execs: readonly Exec[] }
  /** The variants of what follows a point; null: there are none any more. */
  | { readonly type: 'variants'; readonly branch: Branch | null; readonly signature: string }
  | { readonly type: 'restarted' }
  | { readonly type: 'died'; readonly reason: string }
  | { readonly type: 'mode'; readonly mode: CoreMode }
  | { readonly type: 'order-mode'; readonly mode: OrderMode }
  /** The order in which cells count in any-order mode, if it has changed. */
  | { readonly type: 'arranged'; readonly order: readonly CellId[] }
  | { readonly type: 'freeze' | 'expensive'; readonly cell: CellId; readonly on: boolean };
