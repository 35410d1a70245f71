/**
 * The only writer to standard output and standard error. Names, messages and code of notebooks may come from
 * other people: they must neither steer the terminal nor command a CI. It decides no content.
 */

import { createInterface } from 'node:readline/promises';
import { SluiceError, visible, visibleInLogs, visibleJson } from '../../words/index.ts';

const { stdout, stderr } = process;

/** Results for people. */
export function writeText(text: string): void {
  clearLine();
  stdout.write(visibleInLogs(text));
}

/**
 * Results for programs, and scripts, unchanged; except on a terminal, which shows control characters in
 * visible form.
 */
export function writeData(text: string): void {
  clearLine();
  stdout.write(stdout.isTTY === true ? visible(text) : text);
}

/** JSON, on one line or several. */
export function writeJson(json: string): void {
  clearLine();
  stdout.write(visibleJson(json));
}

/** Standard input and output for a protocol between programs. @throws {SluiceError} at a terminal; `what` is expected there */
export function protocolStreams(what: string) {
  if (process.stdin.isTTY || stdout.isTTY === true)
    throw new SluiceError(`${what} starts this command, and talks to it; it does nothing at a terminal`);
  return { input: process.stdin, output: stdout };
}

/** Notes for people, on standard error. */
export function writeNote(text: string): void {
  clearLine();
  stderr.write(visibleInLogs(text));
}

/** Whether the last line of standard error is one that replaces itself. */
let isLineShown = false;

/** A line of standard error that replaces itself, on a terminal only. All other text clears the line first. */
export function rewriteLine(line: string): void {
  if (stderr.isTTY !== true) return;
  isLineShown = line !== '';
  stderr.write(`\r\x1b[2K${visible(line.replaceAll('\n', ' '))}`);
}

function clearLine(): void {
  if (isLineShown) rewriteLine('');
}

/** Asks on standard error; Ctrl-C, and `again`, answer no. Null: no person is at the terminal. */
export async function askPerson(question: string, again?: AbortSignal): Promise<string | null> {
  if (process.stdin.isTTY !== true) return null;
  const terminal = createInterface({ input: process.stdin, output: stderr });
  const refused = new AbortController();
  again?.addEventListener('abort', () => refused.abort());
  terminal.on('SIGINT', () => refused.abort());
  terminal.on('close', () => refused.abort());
  try {
    return await terminal.question(visible(question), { signal: refused.signal });
  } catch {
    return 'n';
  } finally {
    terminal.close();
  }
}

/** Resolves when the reader has taken the standard output so far, because a pipe may be slow. */
export function written(): Promise<void> {
  if (stdout.writableLength === 0 || stdout.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    stdout.write('', () => resolve());
  });
}

/** Calls `failed` when standard output cannot be written. Failures of standard error are ignored. */
export function watchOutput(failed: (error: NodeJS.ErrnoException) => void): void {
  stdout.on('error', failed);
  stderr.on('error', () => {});
}
