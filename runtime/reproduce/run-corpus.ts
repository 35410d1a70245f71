/** Has many notebooks looked at by several workers. Nothing that a notebook does ends the run: each has its result. It saves nothing. */

import { messageOf, SluiceError } from '../errors.ts';
import { HelperEnded, HelperProcess } from '../processes/index.ts';
import type { CorpusFile } from './corpus.ts';
import type { FromWorker, StartMessage, ToWorker } from './worker-messages.ts';
import { WorkerProcess } from './worker-process.ts';

/** What is done with the notebooks, and by whom. */
export interface CorpusRun<Result> {
  /** The program of a worker, what it is told first, and the variables that it has besides those of this process. */
  readonly main: string;
  readonly start: StartMessage;
  readonly environment?: NodeJS.ProcessEnv;
  /** For temporary files; null: workers make none. */
  readonly folder: string | null;
  /** So many workers. */
  readonly jobs: number;
  /** One that takes longer for a notebook is ended. */
  readonly limitMs: number;
  /** The result of a notebook that no worker has one of. */
  readonly unrun: (file: string, how: 'unreadable' | 'timeout' | 'failed', why: string) => Result;
  /** Hears of each result, in the order in which they come. */
  readonly each: (result: Result) => void;
  /** Hears how far a notebook is. */
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

  /** All of them. @throws {SluiceError} when a worker cannot work at all. */
  async runAll(files: readonly CorpusFile[]): Promise<void> {
    const waiting = [...files].reverse();
    const jobs = Array.from({ length: Math.min(this.#run.jobs, waiting.length) }, () => this.#work(waiting));
    try {
      await Promise.all(jobs);
    } finally {
      await this.close();
    }
  }

  /** Ends the workers; what runs has no result. */
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
        // a run that is being ended has no result: it is run when somebody goes on with it
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
