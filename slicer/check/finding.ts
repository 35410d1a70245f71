/** A finding of a check: the range, the problem, and the fix. This file knows no files and no formats. */

import type { Range } from '../static/syntax.ts';

/**
 * `error`: surely wrong. `warning`: probably wrong, or a trap for the next person who runs the notebook.
 * `info`: worth a look.
 */
export type Severity = 'error' | 'warning' | 'info';

/** The phases of work, each with the rules of the phases before: sure faults; findings worth a look; also form, before others read the notebook. */
export const PHASES = ['explore', 'review', 'share'] as const;

/** A phase of work. */
export type Phase = (typeof PHASES)[number];

/** A change of one cell. */
export interface CellEdit {
  readonly cell: string;
  /** Its new text; null: the cell is deleted. */
  readonly source: string | null;
}

/** A change that fixes a finding. */
export interface Fix {
  /** The action of the fix, in the imperative. */
  readonly title: string;
  readonly edits: readonly CellEdit[];
}

/** A range that belongs to a finding: a definition, a draw, a use. */
export interface PathStep {
  readonly cell: string;
  readonly at: Range;
  readonly what: string;
}

/** A rule's finding at one range. */
export interface RuleFinding {
  /** Null: the whole notebook. */
  readonly cell: string | null;
  /** The range in the cell's text; null: the whole cell. */
  readonly at: Range | null;
  /** The problem and the remedy, in one or two sentences. */
  readonly message: string;
  readonly path?: readonly PathStep[];
  readonly fix?: Fix | null;
  /** The proof, in lines. */
  readonly evidence?: string | null;
  /** Set if it differs from the rule's severity. */
  readonly severity?: Severity;
  /** Set if it differs from the rule's phase. */
  readonly phase?: Phase;
  /** How many places of the notebook the finding stands for; default 1. */
  readonly places?: number;
}

/** A finding with the general texts of its rule. */
export interface Finding {
  readonly code: string;
  readonly severity: Severity;
  /** The first phase that tells it. */
  readonly phase: Phase;
  readonly cell: string | null;
  readonly at: Range | null;
  readonly message: string;
  /** Why the problem matters. */
  readonly why: string;
  readonly path: readonly PathStep[];
  readonly fix: Fix | null;
  /** The proof, in lines. */
  readonly evidence: string | null;
  /** How many places of the notebook the finding stands for. */
  readonly places: number;
  /** The result of a confirming run; absent: none was requested. */
  readonly witness?: Witness;
}

/** The result of a run that confirms a finding. */
export interface Witness {
  /** Null: the run cannot tell. */
  readonly confirmed: boolean | null;
  /** The observation, with numbers; or why the run cannot tell. */
  readonly evidence: string;
}
