/** What the settlement knows of a cell: its text, its last run, and what that read. Types, and a cell that is new. */

import type { ExecutionRecord, Location } from '../model.ts';
import type { SeenRead } from './seen-reads.ts';

/** A cell. */
export interface KnownCell {
  source: string;
  meaning: string;
  /** Its last run in this kernel, and the meaning of what ran. */
  execution: ExecutionRecord | null;
  ran: string | null;
  reads: readonly SeenRead[];
  /** Its last run in an earlier kernel: what it would do again, as far as one can tell. */
  assumed: AssumedRun | null;
  /** The keys that it would put into key sets in a run from the top, in that order. */
  adds: readonly Location[];
  /** Whether what it left may hold objects that others change. */
  holds: boolean;
  /** What it found of names when its text was analysed last. */
  analysed: unknown;
}

/** A run in an earlier kernel, and what it read and wrote; objects by their names in that kernel. */
export interface AssumedRun {
  readonly execution: ExecutionRecord;
  readonly meaning: string;
  readonly reads: readonly Location[];
  readonly writes: readonly Location[];
}

/** A cell of which nothing is known yet. */
export function newCell(): KnownCell {
  return {
    source: '',
    meaning: '',
    execution: null,
    ran: null,
    reads: [],
    assumed: null,
    adds: [],
    holds: true,
    analysed: null,
  };
}
