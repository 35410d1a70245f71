/** Messages about problems of an open notebook, and about their fixes. Types only. */

import type { CellId, Fix, Phase, Severity } from '../../../slicer/index.ts';

export interface ProblemKey {
  readonly code: string;
  readonly cell: CellId | null;
  readonly message: string;
}

export type ProblemQuestion =
  /**
   * Asks for the problems of the server's version of the notebook: while exploring only sure ones, before
   * sharing all. `soon`: only quickly found ones, for a person who is typing.
   */
  | { readonly ask: 'problems'; readonly id: number; readonly phase: Phase; readonly soon?: boolean }
  /** Asks for the fix of a problem in the present notebook, if the fix removes the problem and adds none. */
  | {
      readonly ask: 'mend';
      readonly id: number;
      readonly phase: Phase;
      readonly problem: ProblemKey;
    };

/**
 * The problems, in page order. `awaited`: the codes of rules that have not run yet. `failure`: why some are
 * missing (a mistake in the settings of the checks), otherwise null.
 */
export interface ProblemsAnswer {
  readonly to: 'problems';
  readonly problems: readonly Problem[];
  readonly awaited: readonly string[];
  readonly failure: string | null;
}

export interface MendAnswer {
  readonly to: 'mend';
  readonly fix: Fix;
}

/** A problem and its range: a finding of a check, or a gate of a cell. */
export interface Problem {
  /** The rule (docs/reference/check-rules.md); `gate`: a gate known only from the kernel. */
  readonly code: string;
  readonly severity: Severity;
  /** Null: the whole notebook. */
  readonly cell: CellId | null;
  /** 1-based; null: the whole cell. A finding over several lines has its first. */
  readonly line: number | null;
  /** The text of this line, so that a page with newer edits can compare. */
  readonly text: string;
  /** Columns of the line, from 0, in UTF-16 units. */
  readonly from: number;
  readonly to: number;
  readonly message: string;
  /** Why the problem matters; null: the message has the reason. */
  readonly why: string | null;
  /** Ranges that belong to the problem, in order; lines from 1. */
  readonly path: readonly { readonly cell: CellId; readonly line: number; readonly what: string }[];
  readonly fix: Fix | null;
  /** The proof, in lines. */
  readonly evidence: string | null;
  /** Whether runs can confirm the problem (`prove`). */
  readonly provable: boolean;
}
