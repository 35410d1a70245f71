/** The settlement's knowledge of a cell: its text, its last run and the reads of this run. Types, and a new cell. */

import type { ExecutionRecord } from '../records/execution-record.ts';
import type { Location } from '../records/location.ts';
import type { SeenRead } from './seen-reads.ts';

export interface KnownCell {
  source: string;
  meaning: string;
  /** Its last run in this kernel, and the meaning of the text that ran. */
  execution: ExecutionRecord | null;
  ran: string | null;
  reads: readonly SeenRead[];
  /** The reads of the run before, see `readsBehind`. */
  readsBefore: readonly SeenRead[];
  /** Its last run in an earlier kernel, which predicts the next run. */
  assumed: AssumedRun | null;
  /** The keys that it would add to key sets in a run from the top, in order. */
  adds: readonly Location[];
  /** Whether its values may contain objects that other cells change. */
  holds: boolean;
  /** The names of its text at the last analysis. */
  analysed: unknown;
}

/** A run in an earlier kernel, with its reads and writes; objects by their scoped names in the earlier kernel. */
export interface AssumedRun {
  readonly execution: ExecutionRecord;
  readonly meaning: string;
  readonly reads: readonly Location[];
  readonly writes: readonly Location[];
}

/** A cell without any knowledge yet. */
export function newCell(): KnownCell {
  return {
    source: '',
    meaning: '',
    execution: null,
    ran: null,
    reads: [],
    readsBefore: [],
    assumed: null,
    adds: [],
    holds: true,
    analysed: null,
  };
}
