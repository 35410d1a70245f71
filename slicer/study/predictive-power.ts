/**
 * Measures how well sets of highlighted cells predict the next cell that a person runs, if the person does
 * not see the highlights (Macke et al., "Fine-grained lineage for safer notebook interactions", PVLDB 2021,
 * section 6.3). Nothing runs.
 */

import type { NotebookStatus } from '../freshness/index.ts';
import type { CellId } from '../records/execution-record.ts';

/** Sets of cells, in the order of the paper's table 2. */
export const HIGHLIGHTS = [
  'next',
  'random',
  'stale',
  'fresh',
  'refresher',
  'new-fresh',
  'new-refresher',
] as const;

export type Highlight = (typeof HIGHLIGHTS)[number];

/** Sums over the executions before which the set was not empty. */
export interface PowerSums {
  /** Executions. */
  count: number;
  /** Executions of a highlighted cell. */
  hits: number;
  /** The sum of their powers. */
  power: number;
  /** The sum of the numbers of highlighted cells. */
  cells: number;
}

/**
 * Follows a session. The power of a set H before an execution of cell c is `|N| / |H|` if c is in H,
 * otherwise 0, where N are the existing cells; 1 is chance. Executions of new cells are left out, because no
 * set could contain them.
 */
export class PredictivePower {
  readonly sums: Record<Highlight, PowerSums>;
  #sets: Record<Highlight, ReadonlySet<CellId>> | null = null;
  #order: readonly CellId[] = [];
  /** Executions of a stale cell, whose output may have come from values that were out of date. */
  staleRuns = 0;

  constructor() {
    const none = (): PowerSums => ({ count: 0, hits: 0, power: 0, cells: 0 });
    this.sums = Object.fromEntries(HIGHLIGHTS.map((name) => [name, none()])) as Record<Highlight, PowerSums>;
  }

  /** Notes a run of a cell, and the state of the notebook after it. */
  ran(cell: CellId, order: readonly CellId[], status: NotebookStatus): void {
    if (this.#order.includes(cell)) this.#judge(cell);
    const { stale, fresh, refreshers } = status;
    const before = this.#sets;
    const next = order[order.indexOf(cell) + 1];
    this.#sets = {
      next: new Set(next === undefined ? [] : [next]),
      // the expected value of a random cell; drawing one would only add noise
      random: new Set(order),
      stale: new Set(stale),
      fresh: new Set(fresh),
      refresher: new Set(refreshers),
      'new-fresh': new Set(fresh.filter((each) => !before?.fresh.has(each))),
      'new-refresher': new Set(refreshers.filter((each) => !before?.refresher.has(each))),
    };
    this.#order = order;
  }

  #judge(cell: CellId): void {
    if (this.#sets === null) return;
    if (this.#sets.stale.has(cell)) this.staleRuns += 1;
    for (const name of HIGHLIGHTS) {
      const set = this.#sets[name];
      if (set.size === 0) continue;
      const sums = this.sums[name];
      sums.count += 1;
      sums.cells += set.size;
      if (!set.has(cell)) continue;
      sums.hits += 1;
      sums.power += this.#order.length / set.size;
    }
  }
}
