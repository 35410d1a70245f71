/**
 * The one writer to standard output and standard error. Names, messages and code of notebooks may come from somebody else: they may
 * neither steer the terminal nor give orders to a CI. It decides nothing of what is said.
 */

import { createInterface } from 'node:readline/promises';
import { visible, visibleInLogs, visibleJson } from '../visible-text.ts';

const { stdout, stderr } = process;

/** Results for people. */
export function writeText(text: string): void {
  stdout.write(visibleInLogs(text));
}

/** Results for programs, and scripts, which stay as they are to the letter; but a terminal shows what would steer it. */
export function writeData(text: string): void {
  stdout.write(stdout.isTTY === true ? visible(text) : text);
}

/** JSON, on one line or several. */
export function writeJson(json: string): void {
  stdout.write(visibleJson(json));
}

/** Notes for people, on standard error. */
export function writeNote(text: string): void {
  stderr.write(visibleInLogs(text));
}

/** A line of standard error that replaces itself; only a terminal has it. */
export function rewriteLine(line: string): void {
  if (stderr.isTTY === true) stderr.write(`\r\x1b[2K${visible(line.replaceAll('\n', ' '))}`);
}

/** Asks on standard error. Null: nobody can be asked. */
export async function askPerson(question: string): Promise<string | null> {
  if (process.stdin.isTTY !== true) return null;
  const terminal = createInterface({ input: process.stdin, output: stderr });
  try {
    return await terminal.question(visible(question));
  } finally {
    terminal.close();
  }
}

/** Resolves when what was written to standard output is taken: a pipe takes it in its own time. */
export function written(): Promise<void> {
  if (stdout.writableLength === 0 || stdout.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    stdout.write('', () => resolve());
  });
}

/** Hears when standard output cannot be written. What cannot be said on standard error is not said. */
export function watchOutput(failed: (error: NodeJS.ErrnoException) => void): void {
  stdout.on('error', failed);
  stderr.on('error', () => {});
}
