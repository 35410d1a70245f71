/** Lets several workers process many notebooks. No notebook can end the run: each has its result. It saves nothing. */

import { messageOf, SluiceError } from '../errors.ts';
import { HelperEnded, HelperProcess } from '../processes/index.ts';
import type { CorpusFile } from './corpus.ts';
import type { FromWorker, StartMessage, ToWorker } from './worker-messages.ts';
import { WorkerProcess } from './worker-process.ts';

/** The work on the notebooks, and its workers. */
export interface CorpusRun<Result> {
  /** The program of a worker, its first message, and its variables besides the ones of this process. */
  readonly main: string;
  readonly start: StartMessage;
  readonly environment?: NodeJS.ProcessEnv;
  /** For temporary files; null: workers make none. */
  readonly folder: string | null;
  /** The number of workers. */
  readonly jobs: number;
  /** The time limit of a notebook, after which its worker is ended. */
  readonly limitMs: number;
  /** The result of a notebook without a result from a worker. */
  readonly unrun: (file: string, how: 'unreadable' | 'timeout' | 'failed', why: string) => Result;
  /** Gets each result, in the order of arrival. */
  readonly each: (result: Result) => void;
  /** Gets progress messages of a notebook. */
  readonly tell?: (text: string) => void;
}

/** A run that can be ended. */
export class CorpusRunner<Result> {
  readonly #run: CorpusRun<Result>;
  readonly #workers = new Set<WorkerProcess<Result>>();
  #isClosed = false;

  constructor(run: CorpusRun<Result>) {
    this.#run = run;
  }

  /** Runs all notebooks. @throws {SluiceError} when a worker cannot work at all. */
  async runAll(files: readonly CorpusFile[]): Promise<void> {
    const waiting = [...files].reverse();
    const jobs = Array.from({ length: Math.min(this.#run.jobs, waiting.length) }, () => this.#work(waiting));
    try {
      await Promise.all(jobs);
    } finally {
      await this.close();
    }
  }

  /** Ends the workers; notebooks in progress have no result. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#workers].map((worker) => worker.close()));
  }

  async #work(waiting: CorpusFile[]): Promise<void> {
    let worker: WorkerProcess<Result> | null = null;
    for (let next = waiting.pop(); next !== undefined && !this.#isClosed; next = waiting.pop()) {
      const { problem, ...notebook } = next;
      const { file } = notebook;
      if (problem !== null) {
        this.#run.each(this.#run.unrun(file, 'unreadable', problem));
        continue;
      }
      worker ??= await this.#start();
      try {
        const result = await worker.run(notebook, this.#run.limitMs, (text) => this.#run.tell?.(text));
        this.#run.each(result);
      } catch (error) {
        if (error instanceof SluiceError) throw error;
        // a notebook of an ended run has no result, so that a continued run includes it
        if (this.#isClosed) return;
        const why = messageOf(error);
        this.#run.each(this.#run.unrun(file, why.startsWith('it took more') ? 'timeout' : 'failed', why));
        this.#workers.delete(worker);
        if (!(error instanceof HelperEnded)) throw error;
        await worker.close();
        worker = null;
      }
    }
  }

  async #start(): Promise<WorkerProcess<Result>> {
    const { main, folder, environment, start } = this.#run;
    const process = new HelperProcess<ToWorker<StartMessage>, FromWorker<Result>>(main, folder, environment);
    const worker = await WorkerProcess.start(process, start);
    this.#workers.add(worker);
    return worker;
  }
}
