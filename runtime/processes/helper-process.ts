/**
 * A child process with a folder of its own for temporary files, which answers one message at a time. Callers know the content of
 * messages.
 */

import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { askToEnd, killProcess, temporaryVariables } from '../platform/index.ts';
import { makeWorkerFolder } from './run-folder.ts';

/** Its own children need a moment to end; afterwards the process is killed. */
const CLOSE_MS = 4_000;

/** Progress before an answer, in words. */
export interface HelperProgress {
  readonly type: 'progress';
  readonly text: string;
}

/** The process ended before an answer. */
export class HelperEnded extends Error {}

/** A running process that takes `To` and answers with `From`. */
export class HelperProcess<To extends object, From extends { readonly type: string }> {
  readonly #child: ChildProcess;
  readonly #exited: Promise<string>;

  /** Starts a program whose temporary files go to a folder in `folder`; null: no temporary files. */
  constructor(main: string, folder: string | null, environment: NodeJS.ProcessEnv = {}) {
    const place = folder === null ? {} : temporaryVariables(makeWorkerFolder(folder));
    this.#child = fork(main, [], {
      env: { ...process.env, ...environment, ...place },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.#exited = new Promise((resolve) => {
      this.#child.on('error', (error) => resolve(error.message));
      this.#child.on('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
    });
  }

  /** The answer to a message; `tell` hears the progress. @throws {HelperEnded} when the process ended before. */
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

  /** Ends the process at once. */
  kill(): void {
    killProcess(this.#child);
  }

  /** Lets the process end its children, and then itself. */
  async close(): Promise<void> {
    askToEnd(this.#child);
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
