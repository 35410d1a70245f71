/** What a rule is: one kind of finding, with all that people are told about it. Its cases are test/cases/check/CODE.jsonl. */

import type { NotebookFacts } from './facts.ts';
import type { Phase, RuleFinding, Severity } from './finding.ts';

/** One kind of finding. */
export interface Rule {
  /** By this code reports name the rule: Julynter's where the rule is one of Julynter's, else what the rule finds. */
  readonly code: string;
  /** What the rule finds, where the code does not tell. */
  readonly name?: string;
  readonly severity: Severity;
  /** The first phase in which it is told; `explore` is told in both. */
  readonly phase: Phase;
  /** What is wrong, as a noun phrase or sentence for the table of rules. */
  readonly what: string;
  /** Why it matters, in one sentence. */
  readonly why: string;
  /** What `--fix` does; null: nothing. */
  readonly fix: string | null;
  check(facts: NotebookFacts): Iterable<RuleFinding>;
}
