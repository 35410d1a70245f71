/** An open notebook, its cells and its kernel in the form for pages. Types only. */

import type { CellId, CellState, CoreMode, Exec, OrderMode, PlanView } from '../../../slicer/index.ts';
import type { JsonObject, Output } from '../../kernel/index.ts';
import type { VariantsView } from './variant-messages.ts';

export type CellType = 'code' | 'markdown' | 'raw';

export type KernelState = 'starting' | 'idle' | 'busy' | 'restarting' | 'dead' | 'none';

/** A notebook's kernel in a page's form. */
export interface KernelView {
  readonly state: KernelState;
  readonly name: string;
  /** The reason for its death. */
  readonly reason: string | null;
  /** The cell of its death. */
  readonly cell: CellId | null;
}

/** A stored result. */
export interface StoredView {
  /** Whether the cell has taken it. */
  readonly restored: boolean;
  /** The start of the stored run, in milliseconds since 1970, and its duration. */
  readonly at: number;
  readonly ms: number;
}

/** A cell in a page's form. Text cells are `settled` and have no outputs. */
export interface CellView {
  readonly id: CellId;
  readonly type: CellType;
  readonly source: string;
  /** The number of edits of the text; `edit` names the version that it changes. */
  readonly version: number;
  readonly metadata: JsonObject;
  /** For a text cell: files for references `attachment:NAME`, each as base64 by media type. */
  readonly attachments: JsonObject;
  readonly outputs: readonly Output[];
  readonly executionCount: number | null;
  readonly state: CellState;
  /** The reasons for the state, in words; for `gated`, also the way to open the gate. */
  readonly reasons: readonly string[];
  /** Whether a run of the cell would bring a stale cell up to date. */
  readonly refresher: boolean;
  readonly frozen: boolean;
  readonly expensive: boolean;
  /** Whether its outputs may run scripts: they were made here, or the person trusts the notebook. */
  readonly trusted: boolean;
  /** Its last execution in this session. */
  readonly exec: Exec | null;
  /** The start of its current run (ms since 1970); otherwise null. */
  readonly startedAt: number | null;
  /** The duration of its last run, in milliseconds. */
  readonly ms: number | null;
  /** The current prompt of `input()` or `getpass()`. */
  readonly prompt: { readonly text: string; readonly password: boolean } | null;
  /** The stored result that stands for its last run, or that it may get when it runs first in this kernel. */
  readonly stored: StoredView | null;
  /** The indices of long outputs given in part; `ask: 'output'` returns a whole one. */
  readonly clipped: readonly number[];
}

/** A notebook in a page's form. */
export interface NotebookView {
  readonly path: string;
  readonly cells: readonly CellView[];
  readonly mode: CoreMode;
  /** The language of the code in plain mode; null: Python. */
  readonly language: string | null;
  /** Whether cells count in the order of the notebook, or in the order of their runs. */
  readonly orderMode: OrderMode;
  readonly kernel: KernelView;
  /** `conflict`: the file has changed on disk; `gone`: it is missing. Then nothing is saved until a person chooses. */
  readonly saved: 'saved' | 'unsaved' | 'conflict' | 'gone';
  /** The failure of the last save, while it is tried again. */
  readonly saveFailure: string | null;
  /**
   * The number of saves since the notebook was opened. If the notebook is `saved`, the file has every change
   * that the server had taken before this message.
   */
  readonly saves: number;
  /** A name for this opening of the notebook: the server does not know edits of other openings. */
  readonly opening: string;
  /** The cells that are going to run, in order, with their expected seconds (null: never timed). */
  readonly plan: PlanView;
  /** Further cells that settling everything would run. */
  readonly update: PlanView;
  /** Cells that the last finished plan skipped, because their inputs are the same as before. */
  readonly cutOff: readonly CellId[];
  /** The variants of what follows a point; null: there are none. */
  readonly variants: VariantsView | null;
}
