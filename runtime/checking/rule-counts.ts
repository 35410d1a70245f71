/** Counts of findings by rule, over all notebooks of a check. */

import type { Severity } from '../../slicer/index.ts';
import type { LocatedFinding } from './located-finding.ts';

/** The findings of one rule at one level. */
export interface RuleCount {
  readonly code: string;
  /** The gravest level of the rule's findings. */
  readonly severity: Severity;
  readonly count: number;
  /** Notebooks with a finding of the rule. */
  readonly notebooks: number;
}

const WEIGHT: Readonly<Record<Severity, number>> = { error: 0, warning: 1, info: 2 };

export class RuleCounts {
  readonly #counts = new Map<string, { severity: Severity; count: number; notebooks: number }>();

  /** Adds the findings of one notebook. */
  add(found: readonly LocatedFinding[]): void {
    const here = new Set<string>();
    for (const { finding } of found) {
      const { code, severity } = finding;
      const known = this.#counts.get(code) ?? { severity, count: 0, notebooks: 0 };
      this.#counts.set(code, known);
      known.count += 1;
      if (WEIGHT[severity] < WEIGHT[known.severity]) known.severity = severity;
      if (!here.has(code)) known.notebooks += 1;
      here.add(code);
    }
  }

  /** The gravest rules first, then the most frequent. */
  rules(): readonly RuleCount[] {
    const all = [...this.#counts].map(([code, counts]) => ({ code, ...counts }));
    return all.sort((a, b) => WEIGHT[a.severity] - WEIGHT[b.severity] || b.count - a.count);
  }
}
