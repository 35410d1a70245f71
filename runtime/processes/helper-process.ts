/**
 * A process that works for this one, with a folder of its own for temporary files, and answers one message at a time. It knows nothing of
 * what is asked.
 */

import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeWorkerFolder } from './run-folder.ts';

/** What it starts needs a moment to end; it is killed after this. */
const CLOSE_MS = 4_000;

/** Said before an answer: how far it is, in words. */
export interface HelperProgress {
  readonly type: 'progress';
  readonly text: string;
}

/** Why there is no answer: it has ended. */
export class HelperEnded extends Error {}

/** A running process that takes `To` and answers with `From`. */
export class HelperProcess<To extends object, From extends { readonly type: string }> {
  readonly #child: ChildProcess;
  readonly #exited: Promise<string>;

  /** Starts a program whose temporary files go to a folder in `folder`; null: it makes none. */
  constructor(main: string, folder: string | null, environment: NodeJS.ProcessEnv = {}) {
    const place = folder === null ? {} : { TMPDIR: makeWorkerFolder(folder) };
    this.#child = fork(main, [], {
      env: { ...process.env, ...environment, ...place },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.#exited = new Promise((resolve) => {
      this.#child.on('error', (error) => resolve(error.message));
      this.#child.on('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
    });
  }

  /** The answer to a message; `tell` hears how far it is. @throws {HelperEnded} when it did not live to answer. */
  async ask(message: To, tell: (text: string) => void = () => {}): Promise<From> {
    let stop = (): void => {};
    const answer = new Promise<From>((resolve) => {
      const hear = (said: From | HelperProgress): void => {
        if (isProgress(said)) tell(said.text);
        else resolve(said);
      };
      this.#child.on('message', hear);
      stop = () => this.#child.off('message', hear);
    });
    try {
      this.#child.send(message, () => {}); // one that is gone is noticed by its exit
      const ended = this.#exited.then((how) => {
        throw new HelperEnded(
          `the process that ran it ended (${how}): it took too much memory, or was killed`,
        );
      });
      return await Promise.race([answer, ended]);
    } finally {
      stop();
    }
  }

  /** Ends it at once. */
  kill(): void {
    this.#child.kill('SIGKILL');
  }

  /** Has it end what it has started, and then itself. */
  async close(): Promise<void> {
    this.#child.kill('SIGTERM');
    const late = new AbortController();
    const timer = sleep(CLOSE_MS, undefined, { signal: late.signal }).catch(() => {});
    await Promise.race([this.#exited, timer]);
    late.abort();
    this.kill();
    await this.#exited;
  }
}

function isProgress(said: { readonly type: string }): said is HelperProgress {
  return said.type === 'progress';
}
