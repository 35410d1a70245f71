/** What a check has found: where, what, and how it can be mended. It knows no files and no formats. */

import type { Range } from '../static/syntax.ts';

/** `error`: surely wrong. `warning`: probably, or a trap for whoever runs it next. `info`: worth a look. */
export type Severity = 'error' | 'warning' | 'info';

/** While exploring, only what is surely wrong is told; before sharing, all. */
export type Phase = 'explore' | 'share';

/** A change of one cell. */
export interface CellEdit {
  readonly cell: string;
  /** Its new text; null: the cell goes. */
  readonly source: string | null;
}

/** A change that mends a finding. */
export interface Fix {
  /** What it does, in the imperative. */
  readonly title: string;
  readonly edits: readonly CellEdit[];
}

/** A place that belongs to a finding: where something was defined, drawn, used. */
export interface PathStep {
  readonly cell: string;
  readonly at: Range;
  readonly what: string;
}

/** What a rule says of one place. */
export interface RuleFinding {
  /** Null: it is about the whole notebook. */
  readonly cell: string | null;
  /** The place in the cell's text; null: the whole cell. */
  readonly at: Range | null;
  /** What is wrong and what to do, in one sentence or two. */
  readonly message: string;
  readonly path?: readonly PathStep[];
  readonly fix?: Fix | null;
  /** What proves it, in lines. */
  readonly evidence?: string | null;
  /** Where it is another one than the rule's. */
  readonly severity?: Severity;
}

/** A finding with what its rule says of all of them. */
export interface Finding {
  readonly code: string;
  readonly severity: Severity;
  readonly cell: string | null;
  readonly at: Range | null;
  readonly message: string;
  /** Why it matters. */
  readonly why: string;
  readonly path: readonly PathStep[];
  readonly fix: Fix | null;
  /** What proves it, in lines. */
  readonly evidence: string | null;
  /** What a run has shown; absent: nobody has asked. */
  readonly witness?: Witness;
}

/** What a run has shown of a finding. */
export interface Witness {
  /** Null: it cannot be told. */
  readonly confirmed: boolean | null;
  /** What was seen, with numbers; or why it cannot be told. */
  readonly evidence: string;
}
