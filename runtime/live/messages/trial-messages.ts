/**
 * Questions of pages answered by runs in new kernels and private copies: does the notebook come out the same;
 * is a leak a real one. Types only.
 */

import type { NotebookResult, Phase, Witness } from '../../../slicer/index.ts';
import type { ProblemKey } from './problem-messages.ts';

export type TrialQuestion =
  /** Asks whether the present notebook gives the same outputs again. `network`: whether cells may use it. */
  | { readonly ask: 'reproduce'; readonly id: number; readonly network: boolean }
  /** Asks whether runs confirm a provable problem. */
  | { readonly ask: 'prove'; readonly id: number; readonly phase: Phase; readonly problem: ProblemKey };

export type TrialAnswer =
  | { readonly to: 'reproduce'; readonly result: NotebookResult }
  | { readonly to: 'prove'; readonly witness: Witness };

/** How far a trial is, in words. */
export interface TrialProgress {
  readonly stage: 'trying';
  readonly text: string;
}
