/** The difference of the notebook from another version: asked for, kept until it is asked again. It shows nothing. */

import { signal } from '@preact/signals';
import type { ChangedCell, DifferenceAnswer, OtherVersion } from '../../runtime/index.ts';
import { flushAll, rewrite } from './edits.ts';
import { cellNow, line } from './notebook-state.ts';
import { remember } from './undo.ts';

/** The last answer; or the reason, as text, why there is none. */
export const difference = signal<DifferenceAnswer | string | null>(null);

/** Compares with a version. */
export async function compareWith(from: OtherVersion): Promise<void> {
  flushAll();
  const answer = await line().ask({ ask: 'difference', from });
  if (answer.to === 'difference') difference.value = answer;
  else if (answer.to === 'failed') difference.value = answer.message;
}

/** Gives a cell the text of the other version, as one undoable step; false: the cell has changed meanwhile. */
export function bringBack({ before, after }: ChangedCell): boolean {
  if (before === null || after === null || cellNow(after.cell)?.source !== after.source) return false;
  remember({
    undo: [{ op: 'rewrite', cell: after.cell, source: after.source }],
    redo: [{ op: 'rewrite', cell: after.cell, source: before.source }],
  });
  rewrite(after.cell, before.source);
  return true;
}
