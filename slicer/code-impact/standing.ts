/** The stale and fresh cells in a state of the kernel, by the definitions of the docs. It follows no paths. */

import { type After, stepAt } from './propagate.ts';
import { hasNewInputs, isStale } from './stale-analysis.ts';

/** Cells by their ids, in page order. */
export interface NotebookStanding {
  /** Cells that would use old values if they ran now. */
  readonly stale: readonly string[];
  /**
   * Cells that are not stale, and may give a new result: they read a value newer than their last run, or have
   * a new text.
   */
  readonly fresh: readonly string[];
}

export function standingOf(after: After): NotebookStanding {
  const [stale, fresh]: [string[], string[]] = [[], []];
  for (const [at, { cell }] of after.page.cells.entries()) {
    const step = stepAt(after, at);
    const last = after.state.lastRun(cell);
    if (isStale(step)) stale.push(cell);
    else if (hasNewInputs(step, after.since)) fresh.push(cell);
    else if (last?.outdated?.type === 'edited') fresh.push(cell);
    else if (last === undefined && after.state.isWanted(cell)) fresh.push(cell);
  }
  return { stale, fresh };
}
