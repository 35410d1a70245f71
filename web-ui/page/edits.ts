/** Text on its way to the server: typing is sent after a short while, and always before messages that depend on it. */

import type { ChangeSpec } from '@codemirror/state';
import { changeTo } from './cell-texts.ts';
import { cellNow, editText, sendText } from './notebook-state.ts';

const WHILE_MS = 150;
const timers = new Map<string, ReturnType<typeof setTimeout>>();
const typedIn = new Set<string>();

/** The person has typed in an editor: shown at once, sent soon. */
export function typed(id: string, changes: ChangeSpec): void {
  editText(id, changes, 'editor');
  typedIn.add(id);
  // not after a pause: fast typing has no pauses, and unsent text is lost with the page
  if (timers.has(id)) return;
  timers.set(
    id,
    setTimeout(() => flushSource(id), WHILE_MS),
  );
}

/** The cells that the person has typed in since this was asked last. */
export function takeTyped(): readonly string[] {
  const found = [...typedIn];
  typedIn.clear();
  return found;
}

/** Sends waiting edits of a cell now. */
export function flushSource(id: string): void {
  if (!timers.has(id)) return;
  clearTimeout(timers.get(id));
  timers.delete(id);
  sendText(id);
}

/** Sends waiting edits of all cells now. */
export function flushAll(): void {
  for (const id of [...timers.keys()]) flushSource(id);
}

/** Gives a cell another text, from a command: the common parts stay untouched. */
export function rewrite(id: string, source: string): void {
  const before = cellNow(id)?.source;
  if (before === undefined || before === source) return;
  editText(id, changeTo(before, source), 'command');
  clearTimeout(timers.get(id));
  timers.delete(id);
  sendText(id);
}

window.addEventListener('pagehide', flushAll);
