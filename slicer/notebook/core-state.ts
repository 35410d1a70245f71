/** The state of an open notebook, what happens to it, and what is to be done then. Types, and the empty state. */

import type { OrderMode } from '../freshness/index.ts';
import { DependenceGraph } from '../graph/dependence-graph.ts';
import type { CellId, Exec, ExecutionRecord } from '../model.ts';
import {
  type Gate,
  type OutsideWrites,
  type Plan,
  type Sameness,
  Settlement,
  type Standing,
} from '../reactive/index.ts';
import type { LibraryKnowledge } from '../static/index.ts';

export type CoreMode = 'reactive' | 'lazy';

/** What happens to a notebook. Only code cells count. */
export type CoreOperation =
  /** The cells as they stand now, in order. `settles`: cells came, went or moved, so that reactive mode has something to do. */
  | {
      readonly type: 'cells';
      readonly order: readonly CellId[];
      readonly sources: ReadonlyMap<CellId, string>;
      readonly settles: boolean;
    }
  /** `alone`: these and nothing else, neither what they need nor what they affect. */
  | {
      readonly type: 'run';
      readonly cells: readonly CellId[];
      readonly force: boolean;
      readonly alone?: boolean;
    }
  /** Runs everything that has run before and is not settled, also in lazy mode and what is expensive. */
  | { readonly type: 'settle' }
  | { readonly type: 'mode'; readonly mode: CoreMode }
  /** Whether cells count in the order of the notebook, or in the one in which they were run. */
  | { readonly type: 'order-mode'; readonly mode: OrderMode }
  /** The order in which cells count in any-order mode, as it was when this happened before. */
  | { readonly type: 'arranged'; readonly order: readonly CellId[] }
  | { readonly type: 'freeze' | 'expensive'; readonly cell: CellId; readonly on: boolean }
  /** The rest of the plan is given up; what runs is interrupted. */
  | { readonly type: 'interrupt' }
  | {
      readonly type: 'ran';
      readonly record: ExecutionRecord;
      readonly same: Sameness | null;
      /** Whether copies of what it made are kept. */
      readonly copied?: boolean;
      /** Copies were put back in place of a run. */
      readonly restored?: boolean;
      readonly ms: number;
      /** Nothing runs after it: it took longer than its limit, or has ended the kernel. */
      readonly ends?: boolean;
      /** What was written outside of cells meanwhile. */
      readonly outside?: readonly OutsideWrites[];
    }
  /** Widgets have written something while no cell ran. */
  | { readonly type: 'outside'; readonly writes: OutsideWrites }
  /** Other programs have changed files: up to which executions what is there now is unseen, by `foundKey`. `runs`: what has found them is to run again. */
  | { readonly type: 'files'; readonly unseen: ReadonlyMap<string, Exec>; readonly runs: boolean }
  /** A cell that was about to run must not: what its last run changed of these files somebody else has changed since. */
  | { readonly type: 'foreign'; readonly cell: CellId; readonly paths: readonly string[] }
  /** There were no copies to put back. */
  | { readonly type: 'unrestored'; readonly cell: CellId }
  | { readonly type: 'restarted' }
  /** `cell`: what it died of, where that is not the running one. */
  | { readonly type: 'died'; readonly reason: string; readonly cell?: CellId };

/** What is to be done in the world. */
export type CoreAction =
  | {
      readonly type: 'execute';
      readonly exec: Exec;
      readonly cell: CellId;
      readonly source: string;
      readonly keeps: boolean;
      readonly copies: boolean;
      /** The cells that leave the world as it is to find it; null: as it is. */
      readonly above: readonly CellId[] | null;
      /** Names that it is not to find, because no cell above it binds them. */
      readonly aside: readonly string[];
      /** Cells that have started tasks, and are to run again, itself included: these tasks are to go on no more. */
      readonly due: readonly CellId[];
      /** Whether it is looked first whether somebody else has changed files that its last run changed. */
      readonly checksFiles: boolean;
    }
  /** Copies of what the cell made in its last run are put back, as execution `exec`. */
  | {
      readonly type: 'restore';
      readonly exec: Exec;
      readonly cell: CellId;
      readonly last: ExecutionRecord;
      readonly due: readonly CellId[];
    }
  /** The world is to be as these cells leave it, in their order. */
  | { readonly type: 'place'; readonly cells: readonly CellId[] }
  | { readonly type: 'interrupt' };

/** A notebook between operations. */
export interface CoreState {
  readonly order: readonly CellId[];
  readonly sources: ReadonlyMap<CellId, string>;
  readonly mode: CoreMode;
  /** The order in which cells count is the settlement's. */
  readonly orderMode: OrderMode;
  readonly frozen: ReadonlySet<CellId>;
  readonly expensive: ReadonlySet<CellId>;
  readonly settlement: Settlement;
  readonly standings: ReadonlyMap<CellId, Standing>;
  readonly exec: Exec;
  readonly running: { readonly cell: CellId; readonly exec: Exec; readonly source: string } | null;
  readonly plan: (Plan & ActivePlan) | null;
  /** Cells that the last plan did not run because of their gates, and those that only a restart can bring up to date. */
  readonly gated: ReadonlyMap<CellId, readonly Gate[]>;
  readonly unsettled: ReadonlySet<CellId>;
  /** Cells that somebody has asked for and that a gate holds back, with the text that was asked for: they run when the gate opens. */
  readonly waiting: ReadonlyMap<CellId, string>;
  /** Cells that the last plan was going to run and did not, because nothing they read had changed. */
  readonly cutOff: readonly CellId[];
  /** Milliseconds of each cell's last run. */
  readonly times: ReadonlyMap<CellId, number>;
  /** Cells of whose last run (its number) copies are kept. */
  readonly copied: ReadonlyMap<CellId, Exec>;
  /** The cells as which the world is now; null: nobody has put it. */
  readonly world: readonly CellId[] | null;
  /** Why there is no kernel that could run something. */
  readonly dead: string | null;
  /** Cells in whose last run the kernel died, with the text that ran. */
  readonly fatal: ReadonlyMap<CellId, string>;
}

/** A plan under way. */
export interface ActivePlan {
  /** The texts of requested cells when they were requested. */
  readonly texts: ReadonlyMap<CellId, string>;
  /** Cells that run before all others, whatever else the plan says: without what they need. */
  readonly alone: readonly CellId[];
  /** What it was going to run, as far as one could tell before. */
  readonly foreseen: ReadonlySet<CellId>;
  /** Expensive cells run too. */
  readonly thorough: boolean;
  /** In any-order mode: cells that have got their place in it. */
  readonly moved: ReadonlySet<CellId>;
}

/** An empty notebook. */
export function emptyCore(
  library: LibraryKnowledge,
  mode: CoreMode = 'reactive',
  orderMode: OrderMode = 'in-order',
): CoreState {
  return {
    order: [],
    sources: new Map(),
    mode,
    orderMode,
    frozen: new Set(),
    expensive: new Set(),
    settlement: new Settlement(new DependenceGraph(), library),
    standings: new Map(),
    exec: 0,
    running: null,
    plan: null,
    gated: new Map(),
    unsettled: new Set(),
    waiting: new Map(),
    cutOff: [],
    times: new Map(),
    copied: new Map(),
    world: null,
    dead: null,
    fatal: new Map(),
  };
}
