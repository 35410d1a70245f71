/**
 * Messages between pages and the server about a session from a file, and its replay. Types only;
 * `messages.ts` has the rest.
 */

import type { CellId, Exec, ExecutionStatus } from '../../../slicer/index.ts';

/** One event of a session. */
export interface SessionStep {
  readonly type: 'run' | 'edit' | 'delete' | 'order' | 'restart';
  /** Null: the event does not concern one cell. */
  readonly cell: CellId | null;
  /** The beginning of its code. */
  readonly head: string;
  /** The execution; null if there is none. */
  readonly exec: Exec | null;
}

/** A session in a page's form. */
export interface SessionView {
  /** Its name: the number and times in a history, otherwise the file. */
  readonly title: string;
  readonly steps: readonly SessionStep[];
  readonly replay: ReplayView;
}

/** The progress of the replay. */
export interface ReplayView {
  readonly state: 'idle' | 'starting' | 'running' | 'failed';
  /** The number of played steps. */
  readonly played: number;
  /** The last step to play. */
  readonly until: number;
  /** Why the replay failed or stopped. */
  readonly reason: string | null;
}

/** The end of a played step. Steps count from 1. */
export interface StepEnd {
  readonly step: number;
  readonly status: ExecutionStatus;
  readonly ms: number;
}

/** A cell after a step. */
export interface StepCell {
  readonly id: CellId;
  readonly source: string;
  /** Its last execution by then. */
  readonly exec: Exec | null;
  /** Whether its text was changed since. */
  readonly edited: boolean;
}

/** Cells out of date after a played step (docs/sessions.md). */
export interface StepMarks {
  readonly stale: readonly CellId[];
  readonly fresh: readonly CellId[];
  readonly refreshers: readonly CellId[];
}

export type SessionOperation =
  /** Plays the steps up to one (from 1), except steps already played. */
  | { readonly op: 'replay'; readonly until: number }
  /** Ends the kernel and forgets the played steps. */
  | { readonly op: 'replay-reset' };

/** Asks for the notebook after a step. */
export type SessionQuestion = { readonly ask: 'step'; readonly id: number; readonly step: number };

export type SessionAnswer = {
  readonly to: 'step';
  readonly cells: readonly StepCell[];
  /** Null: the step has not been played. */
  readonly marks: StepMarks | null;
};

export type FromSession =
  | { readonly type: 'session'; readonly session: SessionView }
  /** `ended`: newly played steps; after `reset`, all. */
  | {
      readonly type: 'replay';
      readonly replay: ReplayView;
      readonly ended: readonly StepEnd[];
      readonly reset: boolean;
    };
