/** Text on its way to the server: typing is sent after a short pause, and always before anything that depends on it. */

import { cellNow, line, setSourceHere, sourceSent } from './notebook-state.ts';

const PAUSE_MS = 150;
const timers = new Map<string, ReturnType<typeof setTimeout>>();

/** The person has typed: shown at once, sent soon. */
export function typed(id: string, source: string): void {
  setSourceHere(id, source);
  clearTimeout(timers.get(id));
  timers.set(
    id,
    setTimeout(() => flushSource(id), PAUSE_MS),
  );
}

/** Sends what waits of a cell now. */
export function flushSource(id: string): void {
  if (!timers.has(id)) return;
  clearTimeout(timers.get(id));
  timers.delete(id);
  const cell = cellNow(id);
  if (cell === undefined) return;
  line().send({ op: 'edit', cell: id, source: cell.source });
  sourceSent(id);
}

/** Sends what waits of all cells. */
export function flushAll(): void {
  for (const id of [...timers.keys()]) flushSource(id);
}

/** Replaces a cell's text, from a command. */
export function sendEdit(id: string, source: string): void {
  typed(id, source);
  flushSource(id);
}

window.addEventListener('pagehide', flushAll);
