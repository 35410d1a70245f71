/**
 * A process that looks at notebooks, one at a time, as the run sees it. Whatever happens in it, the run gets an answer. It knows nothing of
 * kernels.
 */

import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { SluiceError } from '../errors.ts';
import type { FromWorker, StartMessage, ToWorker } from './worker-messages.ts';

/** A worker's own kernels need a moment to end; it is killed after this. */
const CLOSE_MS = 4_000;

/** Why a worker has no result. */
export class WorkerEnded extends Error {}

/** A running worker. */
export class WorkerProcess<Result> {
  readonly #child: ChildProcess;
  readonly #exited: Promise<string>;

  private constructor(main: string, environment: NodeJS.ProcessEnv) {
    this.#child = fork(main, [], {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.#exited = new Promise((resolve) => {
      this.#child.on('error', (error) => resolve(error.message));
      this.#child.on('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
    });
  }

  /** Starts the program `main`, and tells it how to work. @throws {SluiceError} when it says that it cannot. */
  static async start<Result>(
    main: string,
    environment: NodeJS.ProcessEnv,
    start: StartMessage,
  ): Promise<WorkerProcess<Result>> {
    const worker = new WorkerProcess<Result>(main, environment);
    const answer = await worker.#ask(start);
    if (answer.type === 'ready') return worker;
    await worker.close();
    if (answer.type === 'unavailable') throw new SluiceError(answer.message, answer.code);
    throw new Error(answer.type === 'bug' ? answer.message : 'a worker gave a wrong answer');
  }

  /** Has a notebook looked at. @throws {WorkerEnded} when the worker did not live to answer, or took longer than `limitMs`. */
  async run(file: string, path: string, limitMs: number): Promise<Result> {
    const late = new AbortController();
    const timer = sleep(limitMs, 'late' as const, { signal: late.signal }).catch(() => 'in time' as const);
    const answer = await Promise.race([this.#ask({ type: 'run', file, path }), timer]);
    late.abort();
    if (answer === 'late' || answer === 'in time') {
      this.#child.kill('SIGKILL');
      throw new WorkerEnded(`it took more than ${Math.round(limitMs / 1000)} s in all`);
    }
    if (answer.type === 'result') return answer.result;
    throw new WorkerEnded(answer.type === 'bug' ? answer.message : 'a worker gave a wrong answer');
  }

  /** Ends it with its kernels. */
  async close(): Promise<void> {
    this.#child.kill('SIGTERM');
    const late = new AbortController();
    const timer = sleep(CLOSE_MS, undefined, { signal: late.signal }).catch(() => {});
    await Promise.race([this.#exited, timer]);
    late.abort();
    this.#child.kill('SIGKILL');
    await this.#exited;
  }

  async #ask(message: ToWorker<StartMessage>): Promise<FromWorker<Result>> {
    let stop = (): void => {};
    const answer = new Promise<FromWorker<Result>>((resolve) => {
      this.#child.once('message', resolve);
      stop = () => this.#child.off('message', resolve);
    });
    try {
      this.#child.send(message as object, () => {}); // a worker that is gone is noticed by its exit
      const ended = this.#exited.then((how) => {
        throw new WorkerEnded(
          `the process that ran it ended (${how}): it took too much memory, or was killed`,
        );
      });
      return await Promise.race([answer, ended]);
    } finally {
      stop();
    }
  }
}
