/** What checks an open notebook as it stands: what it is told, and what it answers. How it does so is decided elsewhere. */

import type { Fix, Phase } from '../../../slicer/index.ts';
import type { Cell } from '../../documents/index.ts';
import type { JsonObject } from '../../kernel/index.ts';
import type { Problem } from '../messages/messages.ts';
import type { ProblemKey } from '../messages/trial-messages.ts';

/** A notebook as it stands. */
export interface StandingNotebook {
  readonly path: string;
  readonly cells: readonly Cell[];
  readonly metadata: JsonObject;
}

/** Findings, in page order. `awaited`: the codes of those that were not looked for yet. */
export interface FoundProblems {
  readonly problems: readonly Problem[];
  readonly awaited: readonly string[];
}

/** Checks notebooks. */
export interface NotebookChecker {
  /** The findings of the phase, `soon` those that are found at once. @throws {SluiceError} for a mistake in the settings */
  check(notebook: StandingNotebook, phase: Phase, soon: boolean): Promise<FoundProblems>;
  /** A fix, looked at again. @throws {SluiceError} why there is none */
  mend(notebook: StandingNotebook, phase: Phase, problem: ProblemKey): Promise<Fix>;
}
