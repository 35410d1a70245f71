/** Ends the process in order: kernels shut down, temporary files deleted, output written. It decides no exit codes. */

import { setTimeout as sleep } from 'node:timers/promises';
import { describeFailure } from '../documents/index.ts';
import { watchOutput, writeNote, written } from './terminal.ts';

/** A kernel that does not stop is killed by its server before this. */
const CLOSE_MS = 5_000;

const AGAIN_MS = 500;

/** As of a file that cannot be saved. */
const UNWRITABLE = 2;

/** What closes that which has been opened. */
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

/** Closes what is open, and exits. */
export async function endProcess(code: number): Promise<void> {
  ending = true;
  const closed = Promise.all(closers.map((close) => close().catch(() => {})));
  await Promise.race([closed, sleep(CLOSE_MS)]);
  await written();
  process.exit(code);
}

/** Ctrl-C and the like end the process in order, a second time at once; so does a reader that closed the output. */
export function watchSignals(): void {
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const) {
    process.on(signal, () => {
      // npm passes a Ctrl-C on that the terminal has sent already
      if (ending && performance.now() - since > AGAIN_MS) process.exit(code);
      if (ending) return;
      since = performance.now();
      writeNote(`sluice: stopped (${signal})\n`);
      void endProcess(code);
    });
  }
  // `| head` closes standard output early: that is no failure
  watchOutput((error) => {
    if (ending) return;
    const isClosed = error.code === 'EPIPE';
    if (!isClosed) writeNote(`sluice: cannot write to standard output: ${describeFailure(error)}\n`);
    void endProcess(isClosed ? 0 : UNWRITABLE);
  });
}
