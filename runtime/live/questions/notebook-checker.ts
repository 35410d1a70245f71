/** The interface for checks of the present state of an open notebook. Other files implement it. */

import type { Fix, Phase } from '../../../slicer/index.ts';
import type { Cell } from '../../documents/index.ts';
import type { JsonObject } from '../../kernel/index.ts';
import type { Problem, ProblemKey } from '../messages/problem-messages.ts';

/** The present state of a notebook. */
export interface StandingNotebook {
  readonly path: string;
  readonly cells: readonly Cell[];
  readonly metadata: JsonObject;
}

/** Findings, in page order. `awaited`: the codes of rules that have not run yet. */
export interface FoundProblems {
  readonly problems: readonly Problem[];
  readonly awaited: readonly string[];
}

/** Checks notebooks. */
export interface NotebookChecker {
  /**
   * The findings of the phase; with `soon`, only quickly found ones. @throws {SluiceError} for a mistake in
   * the settings
   */
  check(notebook: StandingNotebook, phase: Phase, soon: boolean): Promise<FoundProblems>;
  /** A fix, tested again. @throws {SluiceError} with the reason why there is none */
  mend(notebook: StandingNotebook, phase: Phase, problem: ProblemKey): Promise<Fix>;
}
