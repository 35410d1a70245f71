/** The runs before an event, as the state of a kernel. It does not know consequences. */

import { meaningOf } from '../static/index.ts';
import type { CellSummary } from './cell-summary.ts';
import type { NotebookEvent } from './event.ts';
import type { PageOrder } from './expected-runs.ts';
import { KernelState } from './kernel-state.ts';
import { staleAnalysis } from './stale-analysis.ts';

/** The runs since the kernel was started. */
export class PastRuns {
  readonly #runs: readonly CellSummary[];
  /** The runs that found other values than in a run of the notebook from the top. */
  readonly #off: ReadonlySet<number>;

  /** `page`: the current notebook. */
  constructor(page: PageOrder, runs: readonly CellSummary[]) {
    this.#runs = runs;
    const state = new KernelState(page, new Set());
    const off = new Set<number>();
    for (const [i, summary] of runs.entries()) {
      const at = page.placeOf(summary.cell);
      const isOff = at >= 0 && staleAnalysis.judge({ summary, at, page, state }) !== null;
      if (isOff) off.add(i);
      state.run(summary, isOff);
    }
    this.#off = off;
  }

  /** The state after these runs, for the notebook after an event that does not run it. */
  begin(page: PageOrder, event: NotebookEvent = { type: 'open' }): { state: KernelState; since: number } {
    const isNew = (cell: string) => event.type === 'insert' && event.cell === cell;
    const state = new KernelState(page, new Set(event.type === 'insert' ? [event.cell] : []));
    const texts = new Map<string, string>();
    for (const [i, summary] of this.#runs.entries()) {
      if (isNew(summary.cell)) continue;
      state.run(summary, this.#off.has(i));
      texts.set(summary.cell, summary.source);
    }
    for (const { cell, source } of page.cells) {
      const ran = texts.get(cell);
      if (ran === undefined) continue;
      const isEdited = event.type === 'edit' && event.cell === cell && event.source === null;
      const isSame = ran === source || meaningOf(ran) === meaningOf(source);
      if (isEdited || !isSame) state.expire(state.lastRun(cell)!, { type: 'edited' });
    }
    return { state, since: state.time };
  }
}
