/** What a runner of cells tells the notebook, and asks of it. */

import type {
  CellId,
  CoreAction,
  CoreOperation,
  CoreState,
  Exec,
  ExecutionRecord,
} from '../../../slicer/index.ts';
import type { RunRequest } from '../../kernel/index.ts';
import type { TracedRun } from '../../session/index.ts';
import type { ReactiveStore, RestoredRun } from '../../store/index.ts';

/** The events of runs, besides the state. */
export interface RunnerEvents {
  /** After every operation. */
  readonly changed?: (state: CoreState) => void;
  /** An operation and its actions, before they are carried out. */
  readonly applied?: (operation: CoreOperation, actions: readonly CoreAction[], state: CoreState) => void;
  /** The start of a run; returns options of its request (callbacks for output and input). */
  readonly starting?: (cell: CellId, exec: Exec) => Partial<RunRequest>;
  readonly ran?: (cell: CellId, run: TracedRun) => void;
  /** Whether the person expects the cell to fail. */
  readonly mayFail?: (cell: CellId) => boolean;
  /** Saved copies of the run numbered `last` were restored in place of another run. */
  readonly restored?: (record: ExecutionRecord, last: Exec, ms: number) => void;
  /** Whether runs can be undone later. */
  readonly undoable?: boolean;
  /** The store of the present kernel, if any. */
  readonly store?: () => ReactiveStore | null;
  /** A stored run stands for the cell, as the run numbered `exec`. */
  readonly resumed?: (cell: CellId, exec: Exec, restored: RestoredRun) => void;
  /** The kernel died in a run, or could not be started for it. */
  readonly failed?: (error: unknown, cell: CellId) => void;
}
