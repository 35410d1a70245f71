/**
 * A process that looks at notebooks, one at a time, as the run sees it. Whatever happens in it, the run gets an answer. It knows nothing of
 * kernels.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { SluiceError } from '../errors.ts';
import { HelperEnded, type HelperProcess } from '../processes/index.ts';
import type { FromWorker, NotebookToRun, StartMessage, ToWorker } from './worker-messages.ts';

/** A running worker. */
export class WorkerProcess<Result> {
  readonly #process: HelperProcess<ToWorker<StartMessage>, FromWorker<Result>>;

  private constructor(process: HelperProcess<ToWorker<StartMessage>, FromWorker<Result>>) {
    this.#process = process;
  }

  /** Tells a process that was started how to work. @throws {SluiceError} when it says that it cannot. */
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
   * Has a notebook looked at; `tell` hears how far it is.
   * @throws {HelperEnded} when the worker did not live to answer, or took longer than `limitMs`.
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

  /** Ends it with its kernels. */
  close(): Promise<void> {
    return this.#process.close();
  }
}
