/** The lines of the console as the server tells them. */

import { signal } from '@preact/signals';
import type { ConsoleEntry } from '../../runtime/index.ts';

/** The lines, the oldest first. */
export const consoleEntries = signal<readonly ConsoleEntry[]>([]);

/** Takes a line, new or changed. */
export function takeConsoleEntry(entry: ConsoleEntry): void {
  const known = consoleEntries.peek();
  const at = known.findIndex(({ id }) => id === entry.id);
  consoleEntries.value = at < 0 ? [...known, entry] : known.with(at, entry);
}
