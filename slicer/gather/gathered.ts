/** The parts of a gathered script. `gather` makes it, `python-script` writes it as a file. */

import type { CellId, Exec } from '../records/execution-record.ts';

/** One execution's part of a gathered script. */
export interface GatheredCell {
  readonly exec: Exec;
  readonly cell: CellId;
  /** Runs in a notebook as it stands. */
  readonly source: string;
  /** Whether the cell started tasks, which need a running event loop, as in a kernel. */
  readonly startsTasks: boolean;
  /** Whether the cell draws on figures, which a notebook shows at the end of the cell. */
  readonly draws: boolean;
}

/** A gathered script as notebook cells. `imports` are import statements that may run first. */
export interface Gathered {
  readonly target: Exec | null;
  readonly imports: readonly string[];
  readonly cells: readonly GatheredCell[];
  /** The number of statements in the script, and in the session. */
  readonly statements: number;
}
