/**
 * Messages between `sluice mcp` and the server about one open notebook, for agents. Types only. A request that
 * names an old revision is answered with the difference, and does nothing.
 */

import type { CellId, CellState, CoreMode, Exec, ExecutionStatus } from '../../../slicer/index.ts';
import type { Output } from '../../kernel/index.ts';
import type { CellType, KernelView } from './notebook-views.ts';

/** An agent's question, on the line of a page. */
export interface AgentQuestion {
  readonly ask: 'agent';
  readonly id: number;
  readonly request: AgentRequest;
}

export interface AgentAnswer {
  readonly to: 'agent';
  readonly reply: AgentReply;
}

/** What an agent wants to be up to date: a cell, all cells that have run before, or all cells. */
export type Goal =
  | { readonly type: 'cell'; readonly cell: CellId }
  | { readonly type: 'stale' }
  | { readonly type: 'all' };

/** An edit of cells. `after`: the cell above; null: the cell becomes the first; absent: the last. */
export type AgentEdit =
  | { readonly op: 'replace'; readonly cell: string; readonly source: string }
  | {
      readonly op: 'insert';
      readonly type?: CellType;
      readonly source: string;
      readonly after?: string | null;
    }
  | { readonly op: 'delete'; readonly cell: string }
  | { readonly op: 'move'; readonly cell: string; readonly after?: string | null };

/** `revision`: the version of the cells that the agent knows. Cells are named by id, or position among code cells. */
export type AgentRequest =
  | { readonly do: 'look'; readonly revision?: string }
  | { readonly do: 'read'; readonly revision?: string; readonly cell: string }
  | { readonly do: 'edit'; readonly revision: string; readonly edits: readonly AgentEdit[] }
  | { readonly do: 'plan'; readonly revision: string; readonly goal: Goal; readonly force?: boolean }
  | {
      readonly do: 'run';
      readonly revision: string;
      readonly goal: Goal;
      /** Runs the cells of the goal even if they are up to date. */
      readonly force?: boolean;
      /** The time until the answer, if the run takes longer. */
      readonly waitMs: number;
    }
  | { readonly do: 'status'; readonly run?: string; readonly waitMs?: number }
  /** Without `run`: whatever runs. */
  | { readonly do: 'interrupt'; readonly run?: string }
  | { readonly do: 'restart' }
  | { readonly do: 'flows'; readonly revision?: string };

/** A cell in an agent's form. `index`: the position among the code cells, from 1; null for text. */
export interface AgentCell {
  readonly id: CellId;
  readonly type: CellType;
  readonly index: number | null;
  readonly source: string;
  readonly state: CellState;
  readonly reasons: readonly string[];
  readonly outputs: number;
  /** The prompt of `input()`. */
  readonly prompt: string | null;
}

/** A planned cell, and why it runs. */
export interface PlannedCell {
  readonly cell: CellId;
  readonly index: number;
  readonly why: string;
}

/** A change of a cell since a revision. `source`: the new text. */
export interface ChangedCell {
  readonly cell: CellId;
  readonly change: 'inserted' | 'deleted' | 'edited' | 'moved';
  readonly source?: string;
}

/** A cell's execution in an agent's run. */
export interface AgentExecution {
  readonly cell: CellId;
  readonly index: number;
  readonly exec: Exec;
  readonly status: ExecutionStatus;
  readonly ms: number;
  /** The error in one line. */
  readonly error: string | null;
}

/** A run. `left`: planned cells that did not run, and why. */
export interface AgentRun {
  readonly run: string;
  readonly status: 'running' | 'done' | 'failed' | 'interrupted' | 'died';
  readonly goal: Goal;
  readonly ran: readonly AgentExecution[];
  readonly left: readonly { readonly cell: CellId; readonly index: number; readonly why: string }[];
  /** The cell that waits for a person's input, with its prompt. */
  readonly waiting: { readonly cell: CellId; readonly prompt: string } | null;
  readonly ms: number;
  /** Why the kernel died. */
  readonly reason: string | null;
}

/** A value that goes from one cell to another. */
export interface AgentFlow {
  readonly from: CellId;
  readonly to: CellId;
  readonly name: string;
  readonly kind: string;
  readonly certain: boolean;
  readonly why: string;
}

export type AgentReply =
  | { readonly type: 'conflict'; readonly revision: string; readonly changed: readonly ChangedCell[] }
  | {
      readonly type: 'look';
      readonly revision: string;
      readonly kernel: KernelView;
      readonly mode: CoreMode;
      readonly cells: readonly AgentCell[];
      /** Runs of agents that go on. */
      readonly runs: readonly string[];
    }
  | {
      readonly type: 'read';
      readonly revision: string;
      readonly cell: AgentCell;
      readonly outputs: readonly Output[];
    }
  | { readonly type: 'edited'; readonly revision: string; readonly inserted: readonly CellId[] }
  | {
      readonly type: 'plan';
      readonly revision: string;
      readonly cells: readonly PlannedCell[];
      /** Null: a cell was never timed. */
      readonly seconds: number | null;
      readonly held: readonly { readonly cell: CellId; readonly index: number; readonly why: string }[];
    }
  | { readonly type: 'run'; readonly revision: string; readonly run: AgentRun }
  /** `stopped`: no cell runs any more. */
  | { readonly type: 'interrupted'; readonly runs: readonly string[]; readonly stopped: boolean }
  | {
      readonly type: 'restarted';
      readonly revision: string;
      readonly lost: { readonly cells: readonly CellId[]; readonly names: readonly string[] };
    }
  | { readonly type: 'flows'; readonly revision: string; readonly flows: readonly AgentFlow[] };
