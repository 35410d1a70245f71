/** Undo of cell operations, separate from the undo of text in each cell. It does not know the operations' effects. */

import { type CellOperation, perform } from './cell-operations.ts';
import { reveal, select } from './selection.ts';

/** A step: its reverse operations, and its own. */
export interface Step {
  readonly undo: readonly CellOperation[];
  readonly redo: readonly CellOperation[];
}

const MOST_STEPS = 200;
const done: Step[] = [];
const undone: Step[] = [];

/** Stores a finished step. */
export function remember(step: Step): void {
  done.push(step);
  if (done.length > MOST_STEPS) done.shift();
  undone.length = 0;
}

/** Forgets all steps: they no longer fit the cells. */
export function forgetSteps(): void {
  done.length = 0;
  undone.length = 0;
}

/** Takes the last step back. False when there is none. */
export function undo(): boolean {
  return move(done, undone, 'undo');
}

/** Does the last undone step again. */
export function redo(): boolean {
  return move(undone, done, 'redo');
}

function move(from: Step[], to: Step[], which: keyof Step): boolean {
  const step = from.pop();
  if (step === undefined) return false;
  for (const operation of step[which]) perform(operation);
  to.push(step);
  const shown = step[which].findLast((operation) => 'cell' in operation);
  if (shown !== undefined && 'cell' in shown) {
    select(shown.cell);
    reveal(shown.cell);
  }
  return true;
}
