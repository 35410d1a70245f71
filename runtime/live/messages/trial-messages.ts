/** What pages ask of runs elsewhere, in new kernels and private copies: does the notebook come out the same; is a leak one. Types only. */

import type { CellId, NotebookResult, Phase, Witness } from '../../../slicer/index.ts';

/** What tells one problem from others. */
export interface ProblemKey {
  readonly code: string;
  readonly cell: CellId | null;
  readonly message: string;
}

export type TrialQuestion =
  /** Whether the notebook as it is now gives the same outputs again. `network`: cells may use it. */
  | { readonly ask: 'reproduce'; readonly id: number; readonly network: boolean }
  /** Whether runs confirm a problem that can be proved. */
  | { readonly ask: 'prove'; readonly id: number; readonly phase: Phase; readonly problem: ProblemKey };

export type TrialAnswer =
  | { readonly to: 'reproduce'; readonly result: NotebookResult }
  | { readonly to: 'prove'; readonly witness: Witness };

/** How far a trial is, in words. */
export interface TrialProgress {
  readonly stage: 'trying';
  readonly text: string;
}
