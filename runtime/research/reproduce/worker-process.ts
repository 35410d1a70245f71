/**
 * A worker process for notebooks, one at a time, from the run's side. The run gets an answer in any case. It
 * knows nothing of kernels.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { HelperEnded, type HelperProcess } from '../../processes/index.ts';
import { SluiceError } from '../../words/index.ts';
import type { FromWorker, NotebookToRun, StartMessage, ToWorker } from './worker-messages.ts';

/** A running worker. */
export class WorkerProcess<Result> {
  readonly #process: HelperProcess<ToWorker<StartMessage>, FromWorker<Result>>;

  private constructor(process: HelperProcess<ToWorker<StartMessage>, FromWorker<Result>>) {
    this.#process = process;
  }

  /** Gives the settings to a started process. @throws {SluiceError} when it reports that it cannot work. */
  static async start<Result>(
    process: HelperProcess<ToWorker<StartMessage>, FromWorker<Result>>,
    start: StartMessage,
  ): Promise<WorkerProcess<Result>> {
    const worker = new WorkerProcess(process);
    const answer = await process.ask(start);
    if (answer.type === 'ready') return worker;
    await worker.close();
    if (answer.type === 'unavailable') throw new SluiceError(answer.message, answer.code);
    throw new Error(answer.type === 'bug' ? answer.message : 'a worker gave a wrong answer');
  }

  /**
   * Sends a notebook; `tell` gets progress messages. @throws {HelperEnded} when the worker died before its
   * answer, or took longer than `limitMs`.
   */
  async run(notebook: NotebookToRun, limitMs: number, tell: (text: string) => void): Promise<Result> {
    const late = new AbortController();
    const timer = sleep(limitMs, 'late' as const, { signal: late.signal }).catch(() => 'in time' as const);
    const answer = await Promise.race([this.#process.ask({ type: 'run', ...notebook }, tell), timer]);
    late.abort();
    if (answer === 'late' || answer === 'in time') {
      this.#process.kill();
      throw new HelperEnded(`it took more than ${Math.round(limitMs / 1000)} s in all`);
    }
    if (answer.type === 'result') return answer.result;
    throw new HelperEnded(answer.type === 'bug' ? answer.message : 'a worker gave a wrong answer');
  }

  /** Ends the worker with its kernels. */
  close(): Promise<void> {
    return this.#process.close();
  }
}
