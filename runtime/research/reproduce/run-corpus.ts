/** Lets several workers process many notebooks. No notebook can end the run: each has its result. It saves nothing. */

import type { CorpusFile } from './corpus.ts';
import { NotebookWorker, type WorkerProgram } from './notebook-worker.ts';
import type { ProgramName } from './worker-messages.ts';

/** The work on the notebooks, and its workers. */
export interface CorpusRun<Result> extends WorkerProgram {
  /** The name of the program for `sluice worker`. */
  readonly program: ProgramName;
  /** The number of workers. */
  readonly jobs: number;
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
  readonly #workers = new Set<NotebookWorker<Result>>();
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
    const worker = new NotebookWorker<Result>(this.#run);
    this.#workers.add(worker);
    for (let next = waiting.pop(); next !== undefined && !this.#isClosed; next = waiting.pop()) {
      const { problem, ...notebook } = next;
      const { file } = notebook;
      if (problem !== null) {
        this.#run.each(this.#run.unrun(file, 'unreadable', problem));
        continue;
      }
      const ran = await worker.run(notebook, (text) => this.#run.tell?.(text));
      if (ran.type === 'result') this.#run.each(ran.result);
      // a notebook of an ended run has no result, so that a continued run includes it
      else if (!this.#isClosed) this.#run.each(this.#run.unrun(file, ran.how, ran.why));
    }
  }
}
