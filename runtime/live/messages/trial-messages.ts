/**
 * Questions of pages answered by runs in new kernels and private copies: does the notebook come out the same;
 * is a leak a real one; what do other values of its parameters give. Types only.
 */

import type { NotebookResult, Phase, Witness } from '../../../slicer/index.ts';
import type { SettableParameter } from '../../documents/index.ts';
import type { ProblemKey } from './problem-messages.ts';

export type TrialQuestion =
  /** Asks whether the present notebook gives the same outputs again. `network`: whether cells may use it. */
  | { readonly ask: 'reproduce'; readonly id: number; readonly network: boolean }
  /** Asks whether runs confirm a provable problem. */
  | { readonly ask: 'prove'; readonly id: number; readonly phase: Phase; readonly problem: ProblemKey }
  /** Asks for the parameters that the present notebook has. */
  | { readonly ask: 'parameters'; readonly id: number }
  /** Asks for a sweep of the present notebook. */
  | ({ readonly ask: 'sweep'; readonly id: number } & SweepWish);

/** What a person wants to sweep, as texts like those of `sluice sweep`. */
export interface SweepWish {
  /** `values`: separated by commas. */
  readonly parameters: readonly { readonly name: string; readonly values: string }[];
  /** Expressions. */
  readonly collect: readonly string[];
}

/** The results of a sweep, or, after a cancel, those so far. */
export interface SweepResult {
  /** The report as HTML. */
  readonly page: string;
  /** The table as CSV. */
  readonly table: string;
  /** A sentence about the cells that ran. */
  readonly saved: string;
}

export type TrialAnswer =
  | { readonly to: 'reproduce'; readonly result: NotebookResult }
  | { readonly to: 'prove'; readonly witness: Witness }
  | { readonly to: 'parameters'; readonly parameters: readonly SettableParameter[] }
  | ({ readonly to: 'sweep' } & SweepResult);

/** How far a trial is, in words. */
export interface TrialProgress {
  readonly stage: 'trying';
  readonly text: string;
}
