/**
 * What a page and the server say to each other about one open notebook: operations of a person, and views of the notebook.
 * Types only. One JSON object per WebSocket message.
 */

import type {
  CellId,
  CellState,
  Direction,
  Exec,
  Fix,
  Level,
  OrderMode,
  Phase,
  PlanView,
  Severity,
} from '../../../slicer/index.ts';
import type { JsonObject, JsonValue, Output } from '../../kernel/index.ts';
import type { VariableKind } from '../../session/index.ts';
import type { AnswerOperation, FlowAnswer, FlowQuestion } from './flow-messages.ts';
import type { HistoryAnswer, HistoryQuestion } from './history-messages.ts';
import type { FromSession, SessionAnswer, SessionOperation, SessionQuestion } from './session-messages.ts';
import type { TableAnswer, TableQuestion } from './table-messages.ts';
import type { ProblemKey, TrialAnswer, TrialProgress, TrialQuestion } from './trial-messages.ts';
import type { WidgetEvent, WidgetModel, WidgetRequest } from './widget-messages.ts';

export type CellType = 'code' | 'markdown' | 'raw';

/** A cell as a page shows it. Text cells are `settled` and have no outputs. */
export interface CellView {
  readonly id: CellId;
  readonly type: CellType;
  readonly source: string;
  /** How many edits the text has had: `edit` says of which version it is. */
  readonly version: number;
  readonly metadata: JsonObject;
  /** Of a text cell: files that its text may refer to as `attachment:NAME`, each as base64 by media type. */
  readonly attachments: JsonObject;
  readonly outputs: readonly Output[];
  readonly executionCount: number | null;
  readonly state: CellState;
  /** Why it is in that state, in words; for `gated`, also what would open the gate. */
  readonly reasons: readonly string[];
  /** Whether running it would bring a stale cell up to date. */
  readonly refresher: boolean;
  readonly frozen: boolean;
  readonly expensive: boolean;
  /** Whether its outputs may run scripts: they were made here, or the person trusts the notebook. */
  readonly trusted: boolean;
  /** Its last execution in this session. */
  readonly exec: Exec | null;
  /** When its run started (ms since 1970) while it runs; else null. */
  readonly startedAt: number | null;
  /** How long its last run took, in milliseconds. */
  readonly ms: number | null;
  /** What its run asks for now, with `input()` or `getpass()`. */
  readonly prompt: { readonly text: string; readonly password: boolean } | null;
  /** Which of the outputs are given in part because they are long; `ask: 'output'` gives one whole. */
  readonly clipped: readonly number[];
}

export type KernelState = 'starting' | 'idle' | 'busy' | 'restarting' | 'dead' | 'none';

/** A notebook's kernel as a page shows it. */
export interface KernelView {
  readonly state: KernelState;
  readonly name: string;
  /** Why it is dead. */
  readonly reason: string | null;
  /** The cell in which it died. */
  readonly cell: CellId | null;
}

/** A notebook as a page shows it. */
export interface NotebookView {
  readonly path: string;
  readonly cells: readonly CellView[];
  readonly mode: 'reactive' | 'lazy';
  /** Whether cells count in the order of the notebook, or in the one in which they were run. */
  readonly orderMode: OrderMode;
  readonly kernel: KernelView;
  /** `conflict`: the file has changed on disk; `gone`: it is not there any more. Then nothing is saved until a person chooses. */
  readonly saved: 'saved' | 'unsaved' | 'conflict' | 'gone';
  /** Why the last save failed, while it is tried again. */
  readonly saveFailure: string | null;
  /** How often it was saved since it was opened: what the server had taken before this was told is in the file, where it is `saved`. */
  readonly saves: number;
  /** Names this opening of the notebook: what was edited in another one is not known here. */
  readonly opening: string;
  /** The cells that are going to run, in order, with the seconds expected of all of them (null: never timed). */
  readonly plan: PlanView;
  /** The cells that bringing everything up to date would run besides. */
  readonly update: PlanView;
  /** Of the last plan that ended: cells that did not run because what they read is the same as before. */
  readonly cutOff: readonly CellId[];
}

/** What a person does. Cells are named by id; an unknown id is refused with an `error`. */
export type Operation =
  /** Edits of a text, each on top of the one before; again until they come back with `edits`: what was taken already is left out. */
  | {
      readonly op: 'edit';
      readonly cell: CellId;
      /** The version that the first of them was made of. */
      readonly version: number;
      readonly edits: readonly TextEdit[];
    }
  | {
      readonly op: 'insert';
      readonly cell: CellId;
      readonly type: CellType;
      readonly source: string;
      /** The cell that it comes before; null: the end. */
      readonly before: CellId | null;
      /** A cell, also a deleted one, whose outputs and metadata it takes over. */
      readonly copyOf?: CellId;
      /** An execution whose outputs it takes over. */
      readonly outputsOf?: Exec;
    }
  | { readonly op: 'delete'; readonly cells: readonly CellId[] }
  /** All cells, in their new order. */
  | { readonly op: 'order'; readonly cells: readonly CellId[] }
  | { readonly op: 'type'; readonly cell: CellId; readonly type: CellType }
  /** All of its metadata: Jupyter keeps there what is collapsed. */
  | { readonly op: 'metadata'; readonly cell: CellId; readonly metadata: JsonObject }
  /** Adds a file to a text cell, or another form of the one of that name. */
  | {
      readonly op: 'attach';
      readonly cell: CellId;
      readonly name: string;
      readonly type: string;
      readonly base64: string;
    }
  /**
   * `force` opens the gates of these cells; `alone`: these and nothing else, neither what they need nor what they affect; `whole`: all
   * of their output goes to files, also what is left out of the notebook.
   */
  | {
      readonly op: 'run';
      readonly cells: readonly CellId[];
      readonly force?: boolean;
      readonly alone?: boolean;
      readonly whole?: boolean;
    }
  | { readonly op: 'run-all' }
  /** Everything that is not settled and has run before. */
  | { readonly op: 'run-stale' }
  | { readonly op: 'interrupt' }
  /** `run`: and then all cells; with `upTo`, up to this one. */
  | { readonly op: 'restart'; readonly run?: boolean; readonly upTo?: CellId }
  | { readonly op: 'mode'; readonly mode: 'reactive' | 'lazy' }
  | { readonly op: 'order-mode'; readonly mode: OrderMode }
  | { readonly op: 'freeze'; readonly cell: CellId; readonly on: boolean }
  | { readonly op: 'expensive'; readonly cell: CellId; readonly on: boolean }
  /** The person trusts the outputs as they are. */
  | { readonly op: 'trust' }
  | { readonly op: 'clear-outputs'; readonly cells: readonly CellId[] }
  | { readonly op: 'input'; readonly cell: CellId; readonly value: string }
  /** `overwrite`: although the file changed on disk. */
  | { readonly op: 'save'; readonly overwrite?: boolean }
  /** Takes the cells from the file again, and drops what is unsaved. */
  | { readonly op: 'reload' }
  /** Gives up a question of this page that takes long (`gather`, `reproduce`, `prove`); it is answered with what there is. */
  | { readonly op: 'cancel'; readonly question: number }
  | AnswerOperation
  | SessionOperation;

/** What a slice or a script is asked of: the last run of a cell, an execution, or what a name stands for now. */
export type Criterion =
  | { readonly type: 'cell'; readonly cell: CellId }
  | { readonly type: 'execution'; readonly exec: Exec }
  | { readonly type: 'symbol'; readonly symbol: string };

/** Questions, answered once each under the same `id`. None but those about values and texts that the kernel has waits for a busy kernel. */
export type Question =
  | { readonly ask: 'complete'; readonly id: number; readonly code: string; readonly cursor: number }
  | { readonly ask: 'inspect'; readonly id: number; readonly code: string; readonly cursor: number }
  | { readonly ask: 'format'; readonly id: number; readonly code: string }
  | { readonly ask: 'preview'; readonly id: number; readonly cells: readonly CellId[] }
  | {
      readonly ask: 'slice';
      readonly id: number;
      readonly of: Criterion;
      readonly direction: Direction;
      readonly level: Level;
    }
  | {
      readonly ask: 'gather';
      readonly id: number;
      readonly of: Criterion;
      readonly level: Level;
      /** `minimize`: verified, and then shrunk. */
      readonly run: 'not' | 'verify' | 'minimize';
    }
  /**
   * What is wrong with the notebook as the server has it: while exploring what is surely wrong, before sharing everything. `soon`: what is
   * found at once, for who is typing.
   */
  | { readonly ask: 'problems'; readonly id: number; readonly phase: Phase; readonly soon?: boolean }
  /** The fix of a problem in the notebook as it is now, if the problem is gone with it and nothing new is wrong. */
  | {
      readonly ask: 'mend';
      readonly id: number;
      readonly phase: Phase;
      readonly problem: ProblemKey;
    }
  | { readonly ask: 'output'; readonly id: number; readonly cell: CellId; readonly index: number }
  | FlowQuestion
  /** Through which dependences `of` came to need a run of `needed`. */
  | { readonly ask: 'why'; readonly id: number; readonly of: Criterion; readonly needed: CellId }
  | { readonly ask: 'variables'; readonly id: number }
  /** What would follow, by the texts alone. */
  | { readonly ask: 'what-if'; readonly id: number; readonly change: WhatIfChange }
  | HistoryQuestion
  | SessionQuestion
  | TableQuestion
  | TrialQuestion
  /** All widgets as they are now; what happens to them is told from then on, and before, with `widgets`. */
  | { readonly ask: 'widgets'; readonly id: number }
  /** Something for a widget; answered when the kernel has handled it. */
  | ({ readonly ask: 'widget'; readonly id: number } & WidgetRequest);

/** What may happen to a notebook; `open`: nothing, as it stands. A renamed variable is the one that `cell` means. */
export type WhatIfChange =
  | { readonly type: 'open' }
  | { readonly type: 'run' | 'delete'; readonly cell: CellId }
  | { readonly type: 'rename'; readonly cell: CellId; readonly name: string; readonly to: string };

/** An edit of a text. */
export interface TextEdit {
  /** The page that made it, by a name that no other has. */
  readonly client: string;
  /** A `ChangeSet` of CodeMirror as JSON. */
  readonly changes: JsonValue;
}

export type FromPage = Operation | Question;

/** What the server says. `notebook` comes first and after a reconnect; then differences. */
export type FromServer =
  | { readonly type: 'notebook'; readonly notebook: NotebookView }
  /** Changed fields only, without texts; `order` when cells came, went or moved; new cells are given whole. */
  | {
      readonly type: 'change';
      readonly cells: readonly ({ readonly id: CellId } & Partial<CellView>)[];
      readonly order?: readonly CellId[];
      readonly notebook?: Partial<Omit<NotebookView, 'cells'>>;
    }
  /** The edits that follow on a version of a cell's text: when there are new ones, and to a page that edits all that it does not know of. */
  | {
      readonly type: 'edits';
      readonly cell: CellId;
      readonly version: number;
      readonly edits: readonly TextEdit[];
    }
  /** Text added to the end of the stream that is a cell's last output: instead of all outputs again. */
  | { readonly type: 'stream'; readonly cell: CellId; readonly text: string }
  /** The outputs of a cell after the first `kept`, which are as they were: instead of all outputs again. */
  | {
      readonly type: 'outputs';
      readonly cell: CellId;
      readonly kept: number;
      readonly outputs: readonly Output[];
    }
  | { readonly type: 'widgets'; readonly events: readonly WidgetEvent[] }
  | { readonly type: 'answer'; readonly id: number; readonly answer: Answer }
  /** How far a question that takes long is, before its answer. */
  | { readonly type: 'progress'; readonly id: number; readonly progress: GatherProgress | TrialProgress }
  | { readonly type: 'error'; readonly message: string }
  /** Something has happened that a person should know, and has to do nothing about. */
  | { readonly type: 'note'; readonly message: string }
  /** The server ends in a moment: the page says now what it has still to say. */
  | { readonly type: 'closing' }
  | FromSession;

/** Answers by the question's `ask`; `failed` says in one line why there is none. */
export type Answer =
  | { readonly to: 'failed'; readonly message: string }
  | {
      readonly to: 'complete';
      readonly matches: readonly string[];
      readonly start: number;
      readonly end: number;
    }
  | { readonly to: 'inspect'; readonly found: boolean; readonly data: JsonObject }
  | { readonly to: 'format'; readonly code: string }
  | { readonly to: 'preview'; readonly plan: PlanView }
  | { readonly to: 'output'; readonly output: Output }
  | ProblemsAnswer
  | { readonly to: 'mend'; readonly fix: Fix }
  | {
      readonly to: 'slice';
      readonly cells: readonly CellId[];
      /** 1-based lines of the statements in the slice, by cell; of statements of cells as they ran. */
      readonly lines: Readonly<Record<CellId, readonly (readonly [number, number])[]>>;
      readonly guarantee: 'complete' | 'not-guaranteed';
      readonly reasons: readonly string[];
    }
  | {
      readonly to: 'gather';
      /** As Python, and as the text of a notebook. */
      readonly script: string;
      readonly notebook: string;
      /** How many executions of how many are in it. */
      readonly cells: number;
      readonly of: number;
      readonly verification: null | {
        readonly status: 'verified' | 'differs' | 'cannot run here';
        readonly detail: string;
      };
      /** What minimizing did, in one line; null: it was not done. */
      readonly minimized: string | null;
    }
  | FlowAnswer
  /** A shortest chain, the user first; none when whole cells only are needed. */
  | { readonly to: 'why'; readonly links: readonly Evidence[] }
  | { readonly to: 'variables'; readonly variables: readonly Variable[] }
  | {
      readonly to: 'what-if';
      /** In words; a line that begins with spaces says why the one before is so. */
      readonly lines: readonly string[];
      /** Of a renaming: the texts that cells get. */
      readonly edits: readonly { readonly cell: CellId; readonly source: string }[];
      /** Cells that could go. */
      readonly isolated: readonly CellId[];
      readonly idle: readonly CellId[];
    }
  | HistoryAnswer
  | SessionAnswer
  | TableAnswer
  | TrialAnswer
  /** `saved`: those that the notebook was saved with. */
  | {
      readonly to: 'widgets';
      readonly models: readonly WidgetModel[];
      readonly saved: readonly WidgetModel[];
    }
  | { readonly to: 'widget' };

/**
 * In page order. `awaited`: the codes of those that were not looked for yet. `failure`: why they are not all (a mistake in the settings of the
 * checks); else null.
 */
export interface ProblemsAnswer {
  readonly to: 'problems';
  readonly problems: readonly Problem[];
  readonly awaited: readonly string[];
  readonly failure: string | null;
}

/** What a `gather` does now. While it minimizes: the script that is tried, with how many statements of how many. */
export type GatherProgress =
  | { readonly stage: 'gathering' | 'verifying' }
  | {
      readonly stage: 'minimizing';
      readonly tried: number;
      readonly statements: number;
      readonly of: number;
    };

/** What is wrong, and where: a finding of a check, or why a cell would not run now. */
export interface Problem {
  /** The rule (docs/checking.md); `gate`: what only the kernel knows keeps the cell from running. */
  readonly code: string;
  readonly severity: Severity;
  /** Null: the whole notebook. */
  readonly cell: CellId | null;
  /** 1-based; null: the whole cell. What goes over several lines is told for its first. */
  readonly line: number | null;
  /** What that line is, so that a page which has typed on can tell. */
  readonly text: string;
  /** Columns of the line, from 0, in UTF-16 units. */
  readonly from: number;
  readonly to: number;
  readonly message: string;
  /** Why it matters; null: the message says it. */
  readonly why: string | null;
  /** Places that belong to it, in order; lines from 1. */
  readonly path: readonly { readonly cell: CellId; readonly line: number; readonly what: string }[];
  readonly fix: Fix | null;
  /** What proves it, in lines. */
  readonly evidence: string | null;
  /** Whether runs can confirm it (`prove`). */
  readonly provable: boolean;
}

/** A statement of a run. */
export interface Place {
  readonly cell: CellId;
  readonly exec: Exec;
  /** The number of its run as the cell showed it; null: it had none. */
  readonly count: number | null;
  /** 1-based, in the text as it ran. */
  readonly line: number;
  /** Its first line. */
  readonly text: string;
}

/** One dependence: a statement used what another one had written. */
export interface Evidence {
  /** Null: what the name that was asked for stands for, and no statement. */
  readonly user: Place | null;
  readonly writer: Place;
  /** What was written and used, in words. */
  readonly symbol: string;
  readonly kind: string;
}

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
  /** Whether it can be looked at as a table. */
  readonly isTable: boolean;
  readonly kind: VariableKind;
}
