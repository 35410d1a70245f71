/** What is said between an open notebook and the thread that checks it. Types only. */

import type { CellDetails, CellId, CheckedCell, Fix, Phase } from '../../slicer/index.ts';
import type { JsonObject } from '../kernel/index.ts';
import type { FoundProblems, ProblemKey } from '../live/index.ts';

/** A cell as checks and contracts take it. */
export interface SentCell {
  readonly checked: CheckedCell;
  readonly details: CellDetails;
}

/** A notebook to be checked: only what is not as it was last time is told. */
export interface ToCheck {
  readonly id: number;
  readonly path: string;
  /** All cells, from top to bottom. */
  readonly order: readonly CellId[];
  /** Those that are new, or different. */
  readonly changed: readonly SentCell[];
  readonly metadata: JsonObject;
  readonly phase: Phase;
  /** Only what is found at once. */
  readonly soon: boolean;
  /** What is to be mended; null: all problems are wanted. */
  readonly mend: ProblemKey | null;
}

/** The answer. `failure`: a mistake in the settings, or why there is no fix. */
export type FromCheck =
  | ({ readonly id: number } & FoundProblems)
  | { readonly id: number; readonly fix: Fix }
  | { readonly id: number; readonly failure: string };
