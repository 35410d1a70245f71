/** What a gathered script consists of. `gather` makes it, `python-script` writes it as a file. */

import type { CellId, Exec } from '../model.ts';

/** One execution's part of a gathered script. */
export interface GatheredCell {
  readonly exec: Exec;
  readonly cell: CellId;
  /** Runs in a notebook as it stands. */
  readonly source: string;
  /** Whether it started tasks, for which an event loop must be running: as always in a kernel. */
  readonly startsTasks: boolean;
  /** Whether it draws on figures, which a notebook shows at the end of the cell. */
  readonly draws: boolean;
}

/** A gathered script as notebook cells. `imports` are import statements that may run before everything else. */
export interface Gathered {
  readonly target: Exec | null;
  readonly imports: readonly string[];
  readonly cells: readonly GatheredCell[];
  /** How many statements were kept, and how many the session ran. */
  readonly statements: number;
}
