/** The last line of a replay: counts, slice sizes and times over the whole session. */

import type { EventFacts } from '../../session/index.ts';
import { counted } from '../../words/index.ts';

/** Adds up facts. */
export class SessionSummary {
  #events = 0;
  #executions = 0;
  #errors = 0;
  #complete = 0;
  #cellRatio = 0;
  #statementRatio = 0;
  readonly #ms = { run: 0, trace: 0, analysis: 0 };
  readonly #cells = new Set<string>();

  add(facts: EventFacts): void {
    this.#events += 1;
    if (facts.cell !== undefined) this.#cells.add(facts.cell);
    if (facts.exec === undefined) return;
    this.#executions += 1;
    if (facts.error !== null) this.#errors += 1;
    if (facts.guarantee === 'complete') this.#complete += 1;
    this.#cellRatio += facts.backward.length / facts.exec;
    this.#statementRatio += facts.backward_statements / Math.max(1, facts.statements);
    for (const key of ['run', 'trace', 'analysis'] as const) this.#ms[key] += facts.ms[key];
  }

  /** The summary line of `--json`. Ratios are means over executions of slice size to session size so far. */
  facts(): Readonly<Record<string, unknown>> {
    return {
      type: 'summary',
      events: this.#events,
      executions: this.#executions,
      cells: this.#cells.size,
      errors: this.#errors,
      complete: this.#complete,
      mean_slice_ratio: { cell: this.#mean(this.#cellRatio), statement: this.#mean(this.#statementRatio) },
      ms: this.ms,
    };
  }

  /** The same for people. */
  text(): string {
    const percent = (ratio: number): string => `${Math.round(100 * ratio)} %`;
    return (
      `${counted(this.#executions, 'execution')} of ${counted(this.#cells.size, 'cell')}, ${this.#errors} failed; ` +
      `mean slice ${percent(this.#mean(this.#cellRatio))} of the executions, ` +
      `${percent(this.#mean(this.#statementRatio))} of the statements; ${counted(this.#complete, 'slice')} complete`
    );
  }

  private get ms(): { run: number; trace: number; analysis: number } {
    const round = (ms: number): number => Math.round(ms * 100) / 100;
    return { run: round(this.#ms.run), trace: round(this.#ms.trace), analysis: round(this.#ms.analysis) };
  }

  #mean(sum: number): number {
    return this.#executions === 0 ? 0 : Math.round((1000 * sum) / this.#executions) / 1000;
  }
}
