/**
 * Ends the process in order: shuts kernels down, deletes temporary files, writes all output. It decides no
 * exit codes.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { describeFailure } from '../../documents/index.ts';
import { watchOutput, writeNote, written } from './terminal.ts';

/** The server kills a kernel that does not stop before this. */
const CLOSE_MS = 5_000;

const AGAIN_MS = 500;

/** The exit code for a file that cannot be saved. */
const UNWRITABLE = 2;

/** The functions that close open resources. */
const closers: (() => Promise<void>)[] = [];

let ending = false;
let since = 0;

/** Whether the process is on its way out. */
export function isEnding(): boolean {
  return ending;
}

/** Has something closed before the process ends. */
export function closeAtEnd(close: () => Promise<void>): void {
  closers.push(close);
}

/** Asks before a signal ends the process; the signal comes `again`: the person does not wait for an answer. */
export type AskAtEnd = (signal: NodeJS.Signals, again: AbortSignal) => Promise<void>;

let ask: AskAtEnd = async () => {};
let asking: AbortController | null = null;

/** Has something asked before a signal ends the process. */
export function askAtEnd(question: AskAtEnd): void {
  ask = question;
}

/** Closes open resources, and exits. */
export async function endProcess(code: number): Promise<void> {
  ending = true;
  const closed = Promise.all(closers.map((close) => close().catch(() => {})));
  await Promise.race([closed, sleep(CLOSE_MS)]);
  await written();
  process.exit(code);
}

/**
 * Ctrl-C and similar signals end the process in order, a second one at once; a reader that closes the output
 * does too.
 */
export function watchSignals(): void {
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const) {
    process.on(signal, () => {
      // npm repeats a Ctrl-C already sent by the terminal
      const isAgain = performance.now() - since > AGAIN_MS;
      if (ending && isAgain) process.exit(code);
      if (asking !== null && isAgain) asking.abort();
      if (ending || asking !== null) return;
      since = performance.now();
      asking = new AbortController();
      void ask(signal, asking.signal)
        .catch(() => {})
        .then(() => {
          since = performance.now();
          writeNote(`sluice: stopped (${signal})\n`);
          return endProcess(code);
        });
    });
  }
  // `| head` closes standard output early, which is no failure
  watchOutput((error) => {
    if (ending) return;
    const isClosed = error.code === 'EPIPE';
    if (!isClosed) writeNote(`sluice: cannot write to standard output: ${describeFailure(error)}\n`);
    void endProcess(isClosed ? 0 : UNWRITABLE);
  });
}
