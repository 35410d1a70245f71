/** Messages between pages and the server about the undo of runs. Types only; `messages.ts` has the rest. */

import type { CellId, Exec } from '../../../slicer/index.ts';

/** Undoes a run with the later runs that follow from it, or redoes an undone one. */
export interface UndoOperation {
  readonly op: 'undo-run' | 'redo-run';
  readonly exec: Exec;
}

/** Asks what an undo changes: of a run, or of the last run of a cell. The cell's undone run is redone, if that is possible. */
export interface UndoQuestion {
  readonly ask: 'undo-plan';
  readonly id: number;
  readonly cell?: CellId;
  readonly exec?: Exec;
}

/** What an undo or redo changes. */
export interface UndoPlan {
  readonly way: 'undo' | 'redo';
  /** The run; null: there is none. */
  readonly exec: Exec | null;
  /** Why it is impossible; null: it is possible. */
  readonly why: string | null;
  /** The changes, as a sentence. */
  readonly text: string;
  /** Other cells whose runs are undone too. */
  readonly cells: readonly CellId[];
}

export type UndoAnswer = { readonly to: 'undo-plan' } & UndoPlan;
