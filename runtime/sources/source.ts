/** A replayable source: one session from any kind of file, or the list of a history's sessions. */
import type { Notebook } from '../documents/index.ts';
import type { SessionEvent } from './session-event.ts';

interface SessionOfAnyKind {
  readonly type: 'session';
  readonly path: string;
  readonly events: readonly SessionEvent[];
  /** The cells after the last event, in the order of the notebook. */
  readonly order: readonly string[];
}

/** The code cells of an `.ipynb` except blank ones, run once, top to bottom. */
export interface NotebookSession extends SessionOfAnyKind {
  readonly kind: 'notebook';
  readonly notebook: Notebook;
}

/** A `.jsonl` session file. */
export interface RecordedSession extends SessionOfAnyKind {
  readonly kind: 'recorded';
}

/** One session of an IPython `history.sqlite`; its cells are inferred. */
export interface HistorySession extends SessionOfAnyKind {
  readonly kind: 'history';
  readonly info: HistorySessionInfo;
}

export type SourceSession = NotebookSession | RecordedSession | HistorySession;

/** A session's facts from IPython's history. */
export interface HistorySessionInfo {
  /** IPython's number of it, from 1; the N of `--session N`. */
  readonly session: number;
  /** Local wall-clock time `YYYY-MM-DD HH:MM:SS`; null if unknown. `end` is missing while it runs or if it crashed. */
  readonly start: string | null;
  readonly end: string | null;
  /** Inputs stored, blank ones not counted. */
  readonly executions: number;
  readonly remark: string;
  /** First line of the first input, at most 80 characters. */
  readonly preview: string;
}

/** The sessions of a history file, oldest first. */
export interface SessionList {
  readonly type: 'session-list';
  readonly path: string;
  readonly sessions: readonly HistorySessionInfo[];
}
