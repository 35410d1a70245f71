/** What pages and the server say to each other about a session from a file, and its replay. Types only; `messages.ts` has the rest. */

import type { CellId, Exec, ExecutionStatus } from '../../../slicer/index.ts';

/** One event of a session. */
export interface SessionStep {
  readonly type: 'run' | 'edit' | 'delete' | 'order' | 'restart';
  /** Null: it is not about one cell. */
  readonly cell: CellId | null;
  /** The beginning of the code that ran or was written. */
  readonly head: string;
  /** The execution; null when it ran nothing. */
  readonly exec: Exec | null;
}

/** A session as a page shows it. */
export interface SessionView {
  /** What it is called: its number and times in a history, else its file. */
  readonly title: string;
  readonly steps: readonly SessionStep[];
  readonly replay: ReplayView;
}

/** How far the session has been run again. */
export interface ReplayView {
  readonly state: 'idle' | 'starting' | 'running' | 'failed';
  /** Steps that have been played. */
  readonly played: number;
  /** The step that it runs up to. */
  readonly until: number;
  /** Why it failed or stopped. */
  readonly reason: string | null;
}

/** How a step ended that was played. Steps count from 1. */
export interface StepEnd {
  readonly step: number;
  readonly status: ExecutionStatus;
  readonly ms: number;
}

/** A cell as it stood after a step. */
export interface StepCell {
  readonly id: CellId;
  readonly source: string;
  /** Its last execution by then. */
  readonly exec: Exec | null;
  /** Whether its text was changed since. */
  readonly edited: boolean;
}

/** Cells that were out of date after a step, once it has been played (docs/sessions.md). */
export interface StepMarks {
  readonly stale: readonly CellId[];
  readonly fresh: readonly CellId[];
  readonly refreshers: readonly CellId[];
}

export type SessionOperation =
  /** Plays the steps up to one (from 1) that have not been played yet. */
  | { readonly op: 'replay'; readonly until: number }
  /** Ends the kernel and forgets what was played. */
  | { readonly op: 'replay-reset' };

/** The notebook as it stood after a step. */
export type SessionQuestion = { readonly ask: 'step'; readonly id: number; readonly step: number };

export type SessionAnswer = {
  readonly to: 'step';
  readonly cells: readonly StepCell[];
  /** Null: the step has not been played. */
  readonly marks: StepMarks | null;
};

export type FromSession =
  | { readonly type: 'session'; readonly session: SessionView }
  /** `ended`: steps that were not told yet; after `reset`, all. */
  | {
      readonly type: 'replay';
      readonly replay: ReplayView;
      readonly ended: readonly StepEnd[];
      readonly reset: boolean;
    };
