/** A rule: one kind of finding, with its texts for people. Its cases are test/cases/check/CODE.jsonl. */

import type { NotebookFacts } from './facts.ts';
import type { Phase, RuleFinding, Severity } from './finding.ts';

/** One kind of finding. */
export interface Rule {
  /** By this code reports name the rule: Julynter's where the rule is one of Julynter's, else what the rule finds. */
  readonly code: string;
  /** What the rule finds, where the code does not tell. */
  readonly name?: string;
  /** The code of the same rule in ruff and flake8. */
  readonly alias?: string;
  readonly severity: Severity;
  /** The first phase of the rule. */
  readonly phase: Phase;
  /** The problem, as a noun phrase or sentence for the table of rules. */
  readonly what: string;
  /** Why the problem matters, in one sentence. */
  readonly why: string;
  /** The action of `--fix`; null: none. */
  readonly fix: string | null;
  check(facts: NotebookFacts): Iterable<RuleFinding>;
}
