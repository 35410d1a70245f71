/** Formats cells with the kernel's formatter, on request or before a save; can be undone as a cell operation. */

import { settings } from '../settings/settings.ts';
import { flushAll, flushSource, rewrite, takeTyped } from './edits.ts';
import { cellNow, line } from './notebook-state.ts';
import { say } from './notices.ts';
import { selected } from './selection.ts';
import { remember } from './undo.ts';

/** Saves; before, formats the cells that were typed in, if the person wants so. */
export async function saveNow(): Promise<void> {
  const typed = takeTyped();
  if (settings.peek().formatOnSave) await formatCells(typed);
  flushAll();
  line().send({ op: 'save' });
}

/** Formats cells; reports the reason if it fails. */
export async function formatCells(ids: readonly string[] = selected.peek()): Promise<void> {
  for (const id of ids) {
    flushSource(id);
    const cell = cellNow(id);
    if (cell?.type !== 'code' || cell.source.trim() === '') continue;
    const { formatter } = settings.peek();
    const tool = formatter === 'first' ? {} : { tool: formatter };
    const answer = await line().ask({ ask: 'format', code: cell.source, ...tool });
    if (answer.to !== 'format') {
      say(answer.to === 'failed' ? answer.message : 'no answer', 'problem');
      return;
    }
    // text typed meanwhile has priority
    if (cellNow(id)?.source !== cell.source || answer.code === cell.source) continue;
    remember({
      undo: [{ op: 'rewrite', cell: id, source: cell.source }],
      redo: [{ op: 'rewrite', cell: id, source: answer.code }],
    });
    rewrite(id, answer.code);
  }
}
