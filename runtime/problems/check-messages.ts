/** Messages between an open notebook and its checking thread. Types only. */

import type { CellDetails, CellId, CheckedCell, Fix, Phase } from '../../slicer/index.ts';
import type { JsonObject } from '../kernel/index.ts';
import type { FoundProblems, ProblemKey } from '../live/index.ts';

/** A cell as checks and contracts take it. */
export interface SentCell {
  readonly checked: CheckedCell;
  readonly details: CellDetails;
}

/** A notebook to check: only differences from the last message. */
export interface ToCheck {
  readonly id: number;
  readonly path: string;
  /** All cells, from top to bottom. */
  readonly order: readonly CellId[];
  /** New and changed cells. */
  readonly changed: readonly SentCell[];
  readonly metadata: JsonObject;
  readonly phase: Phase;
  /** Only findings of fast rules. */
  readonly soon: boolean;
  /** The problem to mend; null: the answer lists all problems. */
  readonly mend: ProblemKey | null;
}

/** The answer. `failure`: a mistake in the settings, or why there is no fix. */
export type FromCheck =
  | ({ readonly id: number } & FoundProblems)
  | { readonly id: number; readonly fix: Fix }
  | { readonly id: number; readonly failure: string };
