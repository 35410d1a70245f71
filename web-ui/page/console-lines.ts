/** The lines of the console in this page: those of the server, and the text being typed. It shows nothing. */

import { signal } from '@preact/signals';
import type { ConsoleEntry } from '../../runtime/index.ts';
import { insertCell } from './cell-actions.ts';
import { flushAll } from './edits.ts';
import { line } from './notebook-state.ts';
import { panel } from './page-parts.ts';
import { consoleEntries } from './told-console.ts';

/** Earlier lines, for the arrow keys. */
export const typedLines = signal<readonly string[]>([]);

/** Runs code in the console. */
export function runInConsole(source: string): void {
  if (source.trim() === '') return;
  flushAll();
  typedLines.value = [...typedLines.peek().filter((one) => one !== source), source].slice(-200);
  line().send({ op: 'console', source });
}

/** Runs code in the console, and shows the console. */
export function runSelection(source: string): void {
  panel.value = 'console';
  runInConsole(source);
}

/** Puts a line into a new cell below the selected one. */
export function toCell({ source }: ConsoleEntry): void {
  insertCell('below', 'code', source);
}

/** Empties the view of the console. */
export function clearConsole(): void {
  consoleEntries.value = [];
}
