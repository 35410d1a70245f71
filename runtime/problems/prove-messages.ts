/** Messages to and from the process that confirms a problem by runs. Types only. */

import type { Phase, Witness } from '../../slicer/index.ts';
import type { ProblemKey, StandingNotebook } from '../live/index.ts';

/** The problem to confirm. `python`: the interpreter that runs the cells. */
export interface ToProve {
  readonly notebook: StandingNotebook;
  readonly phase: Phase;
  readonly problem: ProblemKey;
  readonly python: string;
}

/** `failure`: why nothing could be found out. */
export type FromProof =
  | { readonly type: 'witness'; readonly witness: Witness }
  | { readonly type: 'failure'; readonly message: string };
