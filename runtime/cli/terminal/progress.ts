/** Progress and notes on standard error: standard output carries results only. */

import { rewriteLine, writeNote } from './terminal.ts';

/** One line for people. */
export function progress(line: string): void {
  writeNote(`${line}\n`);
}

/** A message, perhaps of several lines, as one line of at most 300 characters. */
export function oneLine(message: string): string {
  const line = message.replace(/\s*\n\s*/g, ' ').trim();
  return line.length > 300 ? `${line.slice(0, 299)}…` : line;
}

/** A line that replaces itself on a terminal, and is left out elsewhere. `done` clears it. */
export function ticker(): { tell(line: string): void; done(): void } {
  return { tell: rewriteLine, done: () => rewriteLine('') };
}
