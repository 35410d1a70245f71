/**
 * The state of an open notebook, the operations on it, and the actions to carry out afterwards. Types,
 * the empty state, and the comparison of orders.
 */

import type { OrderMode } from '../freshness/index.ts';
import { DependenceGraph } from '../graph/dependence-graph.ts';
import {
  type ForeignFiles,
  type Gate,
  type OutsideWrites,
  type Plan,
  type Sameness,
  Settlement,
  type Standing,
} from '../reactive/index.ts';
import type { CellId, Exec, ExecutionRecord } from '../records/execution-record.ts';
import type { LibraryKnowledge } from '../static/index.ts';

/** `plain`: the cells are in another language than Python. They run only when asked for, and nothing is read in them. */
export type CoreMode = 'reactive' | 'lazy' | 'plain';

/** An operation on a notebook. Only code cells count. */
export type CoreOperation =
  /** The current cells, in order. `settles`: cells were added, removed or moved, so reactive mode has work to do. */
  | {
      readonly type: 'cells';
      readonly order: readonly CellId[];
      readonly sources: ReadonlyMap<CellId, string>;
      readonly settles: boolean;
    }
  /**
   * `alone`: runs only these cells, without their needs and their readers. `resumes`: stored results may stand for
   * runs of these cells.
   */
  | {
      readonly type: 'run';
      readonly cells: readonly CellId[];
      readonly force: boolean;
      readonly alone?: boolean;
      readonly resumes?: boolean;
    }
  /** Runs every unsettled cell that has run before, also in lazy mode, and expensive cells too. */
  | { readonly type: 'settle' }
  | { readonly type: 'mode'; readonly mode: CoreMode }
  /** Whether cells count in the order of the notebook, or in the order of their runs. */
  | { readonly type: 'order-mode'; readonly mode: OrderMode }
  /** Restores an earlier order of cells in any-order mode. */
  | { readonly type: 'arranged'; readonly order: readonly CellId[] }
  | { readonly type: 'freeze' | 'expensive'; readonly cell: CellId; readonly on: boolean }
  /** Drops the rest of the plan, and interrupts the running cell. */
  | { readonly type: 'interrupt' }
  | {
      readonly type: 'ran';
      readonly record: ExecutionRecord;
      readonly same: Sameness | null;
      /** Whether the kernel saved copies of the cell's values. */
      readonly copied?: boolean;
      /** Saved copies were restored in place of a run. */
      readonly restored?: boolean;
      readonly ms: number;
      /** No cell runs after this one: it exceeded its time limit, or ended the kernel. */
      readonly ends?: boolean;
      /** Whether the person expects the cell to fail. */
      readonly mayFail?: boolean;
      /** Writes outside of cells during the run. */
      readonly outside?: readonly OutsideWrites[];
    }
  /** Widgets wrote while no cell ran. */
  | { readonly type: 'outside'; readonly writes: OutsideWrites }
  /**
   * Other programs have changed files. `unseen`: by `foundKey`, the last execution that found other content.
   * `runs`: cells that found these files run again.
   */
  | { readonly type: 'files'; readonly unseen: ReadonlyMap<string, Exec>; readonly runs: boolean }
  /**
   * A kernel that was kept goes on with the run of a cell; null: none. The `requested` cells run afterwards.
   */
  | {
      readonly type: 'rejoined';
      readonly running: { readonly cell: CellId; readonly exec: Exec; readonly source: string } | null;
      readonly requested: readonly CellId[];
    }
  /** Stops a cell that was about to run: another program may have changed files that the cell's last run changed. */
  | { readonly type: 'foreign'; readonly cell: CellId; readonly files: ForeignFiles }
  /** There were no saved copies to restore; or the person interrupted the cell before it ran. */
  | { readonly type: 'unrestored'; readonly cell: CellId }
  | { readonly type: 'restarted' }
  /** `cell`: the cell that killed the kernel, if it is not the running one. */
  | { readonly type: 'died'; readonly reason: string; readonly cell?: CellId };

/** An action for the caller of the core. */
export type CoreAction =
  | {
      readonly type: 'execute';
      readonly exec: Exec;
      readonly cell: CellId;
      readonly source: string;
      readonly keeps: boolean;
      readonly copies: boolean;
      /** The cells whose world the cell finds; null: the world as it is. */
      readonly above: readonly CellId[] | null;
      /** Names hidden from the cell, because no cell above binds them. */
      readonly aside: readonly string[];
      /** Cells with running tasks that are to run again, including this one: these tasks must stop. */
      readonly due: readonly CellId[];
      /** Whether the caller first checks for changes by other programs to files that the cell's last run changed. */
      readonly checksFiles: boolean;
      /** Whether a stored result may stand for the run. */
      readonly mayRestore: boolean;
    }
  /** Restores saved copies of the cell's last run, as execution `exec`. */
  | {
      readonly type: 'restore';
      readonly exec: Exec;
      readonly cell: CellId;
      readonly last: ExecutionRecord;
      readonly due: readonly CellId[];
    }
  /** Puts the world as these cells leave it, in their order. */
  | { readonly type: 'place'; readonly cells: readonly CellId[] }
  | { readonly type: 'interrupt' };

/** A notebook between operations. */
export interface CoreState {
  readonly order: readonly CellId[];
  readonly sources: ReadonlyMap<CellId, string>;
  readonly mode: CoreMode;
  /** The settlement holds the order itself. */
  readonly orderMode: OrderMode;
  readonly frozen: ReadonlySet<CellId>;
  readonly expensive: ReadonlySet<CellId>;
  readonly settlement: Settlement;
  readonly standings: ReadonlyMap<CellId, Standing>;
  readonly exec: Exec;
  readonly running: { readonly cell: CellId; readonly exec: Exec; readonly source: string } | null;
  readonly plan: (Plan & ActivePlan) | null;
  /** Cells that the last plan did not run because of their gates, and cells that only a restart can settle. */
  readonly gated: ReadonlyMap<CellId, readonly Gate[]>;
  readonly unsettled: ReadonlySet<CellId>;
  /** Requested cells behind a gate, with the requested text: they run when the gate opens. */
  readonly waiting: ReadonlyMap<CellId, string>;
  /** Cells that the last plan skipped, because their inputs turned out unchanged. */
  readonly cutOff: readonly CellId[];
  /** Milliseconds of each cell's last run. */
  readonly times: ReadonlyMap<CellId, number>;
  /** By cell with saved copies: the execution of the copies. */
  readonly copied: ReadonlyMap<CellId, Exec>;
  /** The cells whose effects the world shows now; null: the world is as the runs left it. */
  readonly world: readonly CellId[] | null;
  /** Why no kernel can run cells. */
  readonly dead: string | null;
  /** Cells that killed the kernel in their last run, with the text of the run. */
  readonly fatal: ReadonlyMap<CellId, string>;
}

/** A plan under way. */
export interface ActivePlan {
  /** The texts of requested cells when they were requested. */
  readonly texts: ReadonlyMap<CellId, string>;
  /** Cells that run before all others, without the cells they need. */
  readonly alone: readonly CellId[];
  /** The expected cells of the plan. */
  readonly foreseen: ReadonlySet<CellId>;
  /** Expensive cells run too. */
  readonly thorough: boolean;
  /** Cells that the person runs: no stored result stands for them. */
  readonly really: ReadonlySet<CellId>;
  /** In any-order mode: cells with a new position in this plan. */
  readonly moved: ReadonlySet<CellId>;
}

/** Whether the cells are the same, in the same order. */
export function sameOrder(a: readonly CellId[], b: readonly CellId[]): boolean {
  return a.length === b.length && a.every((cell, index) => cell === b[index]);
}

/** An empty notebook. */
export function emptyCore(
  library: LibraryKnowledge,
  mode: CoreMode = 'reactive',
  orderMode: OrderMode = 'in-order',
): CoreState {
  const settlement = new Settlement(new DependenceGraph(), library);
  settlement.setPlain(mode === 'plain');
  return {
    order: [],
    sources: new Map(),
    mode,
    orderMode,
    frozen: new Set(),
    expensive: new Set(),
    settlement,
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
