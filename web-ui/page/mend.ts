/** Mends a problem as its fix says: one step that can be undone. It judges no fixes. */

import type { Problem } from '../../runtime/index.ts';
import { insertsOf } from './cell-actions.ts';
import { type CellOperation, perform } from './cell-operations.ts';
import { cellNow } from './notebook-state.ts';
import { say } from './notices.ts';
import { askForProblems, isSame, problemsNow } from './problems.ts';
import { reveal, select } from './selection.ts';
import { remember, undo } from './undo.ts';

/** Mends it, if it is there still: the text may have changed since. */
export async function mend(problem: Problem): Promise<void> {
  const found = await problemsNow();
  const fix = found?.find((each) => isSame(each, problem))?.fix ?? null;
  if (fix === null) {
    say('This has changed meanwhile; there is nothing to mend any more');
    return;
  }
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
  askForProblems();
  say(`Done: ${fix.title}`, 'note', { label: 'Undo', run: () => void undo() });
}
