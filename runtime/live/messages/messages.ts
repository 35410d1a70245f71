/**
 * Messages between a page and the server about one open notebook: operations of a person, questions, and differences of the view. Types
 * only. One JSON object per WebSocket message.
 */

import type { CellId, Exec, OrderMode, PlanView } from '../../../slicer/index.ts';
import type { JsonObject, JsonValue, Output } from '../../kernel/index.ts';
import type { VariableKind } from '../../session/index.ts';
import type { AgentAnswer, AgentQuestion } from './agent-messages.ts';
import type { FromApp, ParameterOperation } from './app-messages.ts';
import type { CodeAnswer, CodeQuestion } from './code-messages.ts';
import type { FromConsole } from './console-messages.ts';
import type { DifferenceAnswer, DifferenceQuestion } from './difference-messages.ts';
import type { AnswerOperation, FlowAnswer, FlowQuestion } from './flow-messages.ts';
import type { HistoryAnswer, HistoryQuestion } from './history-messages.ts';
import type { InstallAnswer, InstallQuestion } from './install-messages.ts';
import type { KernelAnswer, KernelOperation, KernelQuestion } from './kernel-messages.ts';
import type { CellType, CellView, NotebookView } from './notebook-views.ts';
import type { MendAnswer, ProblemQuestion, ProblemsAnswer } from './problem-messages.ts';
import type { FromSession, SessionAnswer, SessionOperation, SessionQuestion } from './session-messages.ts';
import type { GatherProgress, SliceAnswer, SliceQuestion } from './slice-messages.ts';
import type { TableAnswer, TableQuestion } from './table-messages.ts';
import type { TrialAnswer, TrialProgress, TrialQuestion } from './trial-messages.ts';
import type { UndoAnswer, UndoOperation, UndoQuestion } from './undo-messages.ts';
import type { VariantAnswer, VariantOperation, VariantQuestion } from './variant-messages.ts';
import type { WidgetCode, WidgetEvent, WidgetModel, WidgetRequest } from './widget-messages.ts';

/** An operation of a person. Cells are named by id; an unknown id is refused with an `error`. */
export type Operation =
  /**
   * Edits of a text, each on top of the one before. A page repeats them until they come back as `edits`; the
   * server leaves out edits that it has taken already.
   */
  | {
      readonly op: 'edit';
      readonly cell: CellId;
      /** The version that the first edit changes. */
      readonly version: number;
      readonly edits: readonly TextEdit[];
    }
  | {
      readonly op: 'insert';
      readonly cell: CellId;
      readonly type: CellType;
      readonly source: string;
      /** The cell below the new one; null: the end. */
      readonly before: CellId | null;
      /** A cell, perhaps deleted, whose outputs and metadata are copied. */
      readonly copyOf?: CellId;
      /** An execution whose outputs are copied. */
      readonly outputsOf?: Exec;
    }
  | { readonly op: 'delete'; readonly cells: readonly CellId[] }
  /** All cells, in their new order. */
  | { readonly op: 'order'; readonly cells: readonly CellId[] }
  | { readonly op: 'type'; readonly cell: CellId; readonly type: CellType }
  /** The whole metadata, where Jupyter stores collapsed parts. */
  | { readonly op: 'metadata'; readonly cell: CellId; readonly metadata: JsonObject }
  /** Adds a file to a text cell, or another media type to a file with this name. */
  | {
      readonly op: 'attach';
      readonly cell: CellId;
      readonly name: string;
      readonly type: string;
      readonly base64: string;
    }
  /**
   * `force` opens the gates of these cells; `alone`: runs only these cells, without their needs and their
   * readers; `whole`: writes the whole output to files, including output cut from the notebook.
   */
  | {
      readonly op: 'run';
      readonly cells: readonly CellId[];
      readonly force?: boolean;
      readonly alone?: boolean;
      readonly whole?: boolean;
    }
  /** Runs all cells. Stored results may stand for runs, here and in `resume`. */
  | { readonly op: 'run-all' }
  /** Runs all cells that are not settled. */
  | { readonly op: 'resume' }
  /** Runs every unsettled cell that has run before. */
  | { readonly op: 'run-stale' }
  | { readonly op: 'interrupt' }
  /** Runs a line of the console. */
  | { readonly op: 'console'; readonly source: string }
  /** `run`: and then runs all cells; with `upTo`, up to this one. */
  | { readonly op: 'restart'; readonly run?: boolean; readonly upTo?: CellId }
  | { readonly op: 'mode'; readonly mode: 'reactive' | 'lazy' }
  | { readonly op: 'order-mode'; readonly mode: OrderMode }
  | { readonly op: 'freeze'; readonly cell: CellId; readonly on: boolean }
  | { readonly op: 'expensive'; readonly cell: CellId; readonly on: boolean }
  /** The person trusts the present outputs. */
  | { readonly op: 'trust' }
  | { readonly op: 'clear-outputs'; readonly cells: readonly CellId[] }
  | { readonly op: 'input'; readonly cell: CellId; readonly value: string }
  /** `overwrite`: even if the file has changed on disk. */
  | { readonly op: 'save'; readonly overwrite?: boolean }
  /** An editor that shows the notebook saves the file itself, until its line ends: the server saves nothing. */
  | { readonly op: 'saves-itself' }
  /** Reads the cells from the file again, and drops unsaved changes. */
  | { readonly op: 'reload' }
  /** Cancels a long question of this page (`gather`, `reproduce`, `prove`, `sweep`); its answer has the results so far. */
  | { readonly op: 'cancel'; readonly question: number }
  | KernelOperation
  | UndoOperation
  | VariantOperation
  | AnswerOperation
  | ParameterOperation
  | SessionOperation;

/** The forms of a notebook for others. */
export type ExportForm = 'html' | 'explained' | 'py' | 'percent' | 'md' | 'ipynb';

/**
 * Questions, answered once each under the same `id`. Only questions about values and texts of the kernel wait
 * for a busy kernel.
 */
export type Question =
  | CodeQuestion
  | { readonly ask: 'inspect'; readonly id: number; readonly code: string; readonly cursor: number }
  /** `tool`: the wanted formatter; default: the first that the kernel's environment has. */
  | { readonly ask: 'format'; readonly id: number; readonly code: string; readonly tool?: 'black' | 'ruff' }
  | { readonly ask: 'preview'; readonly id: number; readonly cells: readonly CellId[] }
  | SliceQuestion
  | ProblemQuestion
  | { readonly ask: 'output'; readonly id: number; readonly cell: CellId; readonly index: number }
  | AgentQuestion
  /** Asks for the notebook in a form for others, as a file. */
  | { readonly ask: 'export'; readonly id: number; readonly form: ExportForm }
  | FlowQuestion
  | DifferenceQuestion
  | { readonly ask: 'variables'; readonly id: number }
  /** Asks for the consequences of a change. */
  | { readonly ask: 'what-if'; readonly id: number; readonly change: WhatIfChange }
  | KernelQuestion
  | InstallQuestion
  | HistoryQuestion
  | UndoQuestion
  | VariantQuestion
  | SessionQuestion
  | TableQuestion
  | TrialQuestion
  /**
   * Asks for all present widgets, or for one and the widgets that it names; from then on `widgets` messages
   * report changes.
   */
  | { readonly ask: 'widgets'; readonly id: number; readonly of: string | null }
  /** Asks for the code of a package of widgets. */
  | { readonly ask: 'widget-code'; readonly id: number; readonly module: string }
  /** Sends a message to a widget; answered after the kernel has handled it. */
  | ({ readonly ask: 'widget'; readonly id: number } & WidgetRequest);

/** A possible change of a notebook. For a renaming, `cell` selects the variable that this cell uses. */
export type WhatIfChange =
  | { readonly type: 'run' | 'delete'; readonly cell: CellId }
  | { readonly type: 'rename'; readonly cell: CellId; readonly name: string; readonly to: string };

export interface TextEdit {
  /** The unique name of the page with this edit. */
  readonly client: string;
  /** A `ChangeSet` of CodeMirror as JSON. */
  readonly changes: JsonValue;
}

export type FromPage = Operation | Question;

/** A message of the server. `notebook` comes first and after a reconnect; then differences. */
export type FromServer =
  | { readonly type: 'notebook'; readonly notebook: NotebookView }
  /** Changed fields only, without texts; `order` if cells were added, removed or moved; new cells are given whole. */
  | {
      readonly type: 'change';
      readonly cells: readonly ({ readonly id: CellId } & Partial<CellView>)[];
      readonly order?: readonly CellId[];
      readonly notebook?: Partial<Omit<NotebookView, 'cells'>>;
    }
  /** The edits after a version of a cell's text: new ones, and for a page that edits, all that are new to it. */
  | {
      readonly type: 'edits';
      readonly cell: CellId;
      readonly version: number;
      readonly edits: readonly TextEdit[];
    }
  /** Text added to the stream at the end of a cell's outputs, in place of all outputs. */
  | { readonly type: 'stream'; readonly cell: CellId; readonly text: string }
  /** The outputs of a cell after the first `kept` ones, which are unchanged, in place of all outputs. */
  | {
      readonly type: 'outputs';
      readonly cell: CellId;
      readonly kept: number;
      readonly outputs: readonly Output[];
    }
  | { readonly type: 'widgets'; readonly events: readonly WidgetEvent[] }
  | { readonly type: 'answer'; readonly id: number; readonly answer: Answer }
  /** The progress of a long question, before its answer. */
  | { readonly type: 'progress'; readonly id: number; readonly progress: GatherProgress | TrialProgress }
  | { readonly type: 'error'; readonly message: string }
  /** A note for the person, which needs no action. */
  | { readonly type: 'note'; readonly message: string }
  /** The server ends in a moment: the page must send its last edits now. */
  | { readonly type: 'closing' }
  | FromConsole
  | FromApp
  | FromSession;

/** Answers by the question's `ask`; `failed` has the reason, in one line, why there is none. */
export type Answer =
  | { readonly to: 'failed'; readonly message: string }
  | CodeAnswer
  | { readonly to: 'inspect'; readonly found: boolean; readonly data: JsonObject }
  | { readonly to: 'format'; readonly code: string }
  | { readonly to: 'preview'; readonly plan: PlanView }
  | { readonly to: 'output'; readonly output: Output }
  | { readonly to: 'export'; readonly name: string; readonly text: string }
  | ProblemsAnswer
  | MendAnswer
  | SliceAnswer
  | AgentAnswer
  | KernelAnswer
  | InstallAnswer
  | FlowAnswer
  | { readonly to: 'variables'; readonly variables: readonly Variable[] }
  | {
      readonly to: 'what-if';
      /** One sentence each. For a renaming: its clashes. */
      readonly lines: readonly string[];
      /** For a renaming: the new texts of cells. */
      readonly edits: readonly { readonly cell: CellId; readonly source: string }[];
    }
  | DifferenceAnswer
  | HistoryAnswer
  | UndoAnswer
  | VariantAnswer
  | SessionAnswer
  | TableAnswer
  | TrialAnswer
  /** `saved`: the widgets saved in the notebook. */
  | {
      readonly to: 'widgets';
      readonly models: readonly WidgetModel[];
      readonly saved: readonly WidgetModel[];
    }
  | ({ readonly to: 'widget-code' } & WidgetCode)
  | { readonly to: 'widget' };

/** A global name of the notebook. */
export interface Variable {
  readonly name: string;
  readonly type: string;
  readonly preview: string;
  /** Shape of arrays and frames, length of containers, as text. */
  readonly size: string | null;
  readonly writer: CellId | null;
  readonly readers: readonly CellId[];
  readonly stale: boolean;
  /** Whether it can be shown as a table. */
  readonly isTable: boolean;
  /** `loop`: only loops bind it. */
  readonly kind: VariableKind | 'loop';
}
