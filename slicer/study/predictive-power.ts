/**
 * How well sets of highlighted cells foretell which cell a person runs next, without having seen them (Macke et al., "Fine-grained lineage
 * for safer notebook interactions", PVLDB 2021, section 6.3). Nothing runs.
 */

import type { NotebookStatus } from '../freshness/index.ts';
import type { CellId } from '../model.ts';

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
  /** Of which ran a highlighted cell. */
  hits: number;
  /** The sum of their powers. */
  power: number;
  /** The sum of how many cells were highlighted. */
  cells: number;
}

/**
 * Follows a session. The power of a set H before an execution of cell c is `|N| / |H|` when c is in H, else 0, where N are the cells that
 * there were; 1 is chance. Executions of cells that were not there before are left out: nothing could have named them.
 */
export class PredictivePower {
  readonly sums: Record<Highlight, PowerSums>;
  #sets: Record<Highlight, ReadonlySet<CellId>> | null = null;
  #order: readonly CellId[] = [];
  /** Executions of a cell while it was stale: what it showed may have come from values that were out of date. */
  staleRuns = 0;

  constructor() {
    const none = (): PowerSums => ({ count: 0, hits: 0, power: 0, cells: 0 });
    this.sums = Object.fromEntries(HIGHLIGHTS.map((name) => [name, none()])) as Record<Highlight, PowerSums>;
  }

  /** A cell was run, and the notebook stands so. */
  ran(cell: CellId, order: readonly CellId[], status: NotebookStatus): void {
    if (this.#order.includes(cell)) this.#judge(cell);
    const { stale, fresh, refreshers } = status;
    const before = this.#sets;
    const next = order[order.indexOf(cell) + 1];
    this.#sets = {
      next: new Set(next === undefined ? [] : [next]),
      // what a cell that is drawn has in the mean; drawing it would only add noise
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
