/** The commands that undo and redo runs. */

import type { UndoPlan } from '../../runtime/index.ts';
import { cellNow } from './notebook-state.ts';
import { say } from './notices.ts';
import { active } from './selection.ts';
import { carryOut, planUndo, type UndoTarget } from './undo-plan.ts';

/** Undoes the last run of the active cell. */
export function undoActive(): void {
  const exec = cellNow(active.peek() ?? '')?.exec ?? null;
  if (exec === null) sayNone();
  else void start({ exec }, 'undo');
}

/** Redoes the undone run of the active cell. */
export function redoActive(): void {
  const cell = active.peek();
  if (cell === null) sayNone();
  else void start({ cell }, 'redo');
}

/** Undoes a run, or redoes it. */
export async function undoOrRedo(exec: number): Promise<void> {
  const plan = await planUndo({ exec });
  if (typeof plan === 'string') say(plan);
  else carryOut(plan);
}

async function start(target: UndoTarget, way: UndoPlan['way']): Promise<void> {
  const plan = await planUndo(target);
  if (typeof plan === 'string') say(plan);
  else if (plan.way === way) carryOut(plan);
  else sayNone();
}

function sayNone(): void {
  say('There is no such run of this cell');
}
