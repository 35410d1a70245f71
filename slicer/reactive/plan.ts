/** A plan: the requested cells, and the work done for them so far. Types, and a new plan. */

import type { CellId } from '../records/execution-record.ts';
import type { Gate } from './gates.ts';

/** The requested cells, and the work done for them so far. */
export interface Plan {
  /** Cells to run, whether they are settled or not. */
  readonly requested: ReadonlySet<CellId>;
  /** Whether cells with new inputs run as well, and cells that others need. */
  readonly reactive: boolean;
  /** Cells that have run in this plan, and how often. */
  readonly attempts: ReadonlyMap<CellId, number>;
  /** Cells that ran again in this plan to restore their results. */
  readonly restored: ReadonlySet<CellId>;
  /** Cells whose gates were opened. */
  readonly forced: ReadonlySet<CellId>;
  /** Cells found unsafe to run without a request when they were about to run. */
  readonly held: ReadonlyMap<CellId, Gate>;
}

/** A person's settings for cells. */
export interface Wishes {
  readonly frozen: ReadonlySet<CellId>;
  readonly expensive: ReadonlySet<CellId>;
}

export const NO_WISHES: Wishes = { frozen: new Set(), expensive: new Set() };

/** A plan that has not begun. */
export function planFor(
  cells: Iterable<CellId>,
  { reactive = true, forced = [] }: { readonly reactive?: boolean; readonly forced?: Iterable<CellId> } = {},
): Plan {
  const requested = new Set(cells);
  return {
    requested,
    reactive,
    forced: new Set(forced),
    attempts: new Map(),
    restored: new Set(),
    held: new Map(),
  };
}
