/** Applies a problem's fix, as one undoable step. It judges no fixes. */

import type { Fix, Problem } from '../../runtime/index.ts';
import { insertsOf } from './cell-actions.ts';
import { type CellOperation, perform } from './cell-operations.ts';
import { flushAll } from './edits.ts';
import { cellNow, line } from './notebook-state.ts';
import { say } from './notices.ts';
import { problemMended, problemPhase } from './problems.ts';
import { reveal, select } from './selection.ts';
import { remember, undo } from './undo.ts';

/** Applies the fix, if the problem still exists and the fix adds none: the server tests the fix again. */
export async function mend(problem: Problem): Promise<void> {
  const { code, cell, message } = problem;
  flushAll();
  const phase = problemPhase.peek();
  const answer = await line().ask({ ask: 'mend', phase, problem: { code, cell, message } });
  if (answer.to === 'failed') say(answer.message, 'problem');
  if (answer.to !== 'mend') return;
  make(answer.fix);
  problemMended(problem);
}

function make(fix: Fix): void {
  const undoing: CellOperation[] = [];
  const doing: CellOperation[] = [];
  for (const { cell, source } of fix.edits) {
    const before = cellNow(cell);
    if (before === undefined) continue;
    if (source === null) {
      undoing.push(...insertsOf([cell]));
      doing.push({ op: 'delete', cells: [cell] });
    } else {
      undoing.push({ op: 'rewrite', cell, source: before.source });
      doing.push({ op: 'rewrite', cell, source });
    }
  }
  remember({ undo: undoing.toReversed(), redo: doing });
  for (const operation of doing) perform(operation);
  const shown = fix.edits.find(({ source }) => source !== null)?.cell;
  if (shown !== undefined) {
    select(shown);
    reveal(shown, 'center');
  }
  say(`Done: ${fix.title}`, 'note', { label: 'Undo', run: () => void undo() });
}
