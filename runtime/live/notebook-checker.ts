/** What checks an open notebook as it stands: what it is told, and what it answers. How it does so is decided elsewhere. */

import type { Fix, Phase } from '../../slicer/index.ts';
import type { Cell } from '../documents/index.ts';
import type { JsonObject } from '../kernel/index.ts';
import type { Problem } from './messages.ts';
import type { ProblemKey } from './trial-messages.ts';

/** A notebook as it stands. */
export interface StandingNotebook {
  readonly path: string;
  readonly cells: readonly Cell[];
  readonly metadata: JsonObject;
}

/** Checks notebooks. */
export interface NotebookChecker {
  /** The findings of the phase, in page order. @throws {SluiceError} for a mistake in the settings */
  check(notebook: StandingNotebook, phase: Phase): Promise<readonly Problem[]>;
  /** A fix, looked at again. @throws {SluiceError} why there is none */
  mend(notebook: StandingNotebook, phase: Phase, problem: ProblemKey): Promise<Fix>;
}
