/** Runs many notebooks by several workers. Nothing that a notebook does ends the run: each has its result. It saves nothing. */

import { CELL_ORDERS } from '../../slicer/index.ts';
import { messageOf, SluiceError } from '../errors.ts';
import type { CorpusFile } from './corpus.ts';
import { type NotebookResult, unrunResult } from './notebook-result.ts';
import type { WorkerOptions } from './worker-messages.ts';
import { WorkerEnded, WorkerProcess } from './worker-process.ts';

/** How the notebooks are run. `common` goes to the workers as it is. */
export interface CorpusRun<Common> {
  /** The program of a worker. */
  readonly main: string;
  /** For temporary files. */
  readonly folder: string;
  readonly common: Common;
  readonly options: WorkerOptions;
  /** Hears of each result, in the order in which they come. */
  readonly each: (result: NotebookResult) => void;
}

/** A notebook runs once or twice in each order; the kernels need time to start and to end besides. */
const [RUNS, BESIDE_MS] = [2, 120_000];
/** An environment may have to be resolved, downloaded and built. */
const ENVIRONMENT_MS = 3_600_000;

/** A run that can be ended. */
export class CorpusRunner<Common> {
  readonly #run: CorpusRun<Common>;
  readonly #workers = new Set<WorkerProcess>();
  #isClosed = false;

  constructor(run: CorpusRun<Common>) {
    this.#run = run;
  }

  /** Runs all. @throws {SluiceError} when no kernel can be had at all. */
  async runAll(files: readonly CorpusFile[]): Promise<void> {
    const waiting = [...files].reverse();
    const jobs = Array.from({ length: Math.min(this.#run.options.jobs, waiting.length) }, () =>
      this.#work(waiting),
    );
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
    let worker: WorkerProcess | null = null;
    for (let next = waiting.pop(); next !== undefined && !this.#isClosed; next = waiting.pop()) {
      const { file, path, problem } = next;
      if (problem !== null) {
        this.#run.each(this.#unrun(file, 'unreadable', problem));
        continue;
      }
      worker ??= await this.#start();
      try {
        const result = await worker.run(file, path, this.#limitMs);
        this.#run.each(result);
      } catch (error) {
        if (error instanceof SluiceError) throw error;
        // a run that is being ended has no result: it is run when somebody goes on with it
        if (this.#isClosed) return;
        const why = messageOf(error);
        this.#run.each(this.#unrun(file, why.startsWith('it took more') ? 'timeout' : 'failed', why));
        this.#workers.delete(worker);
        if (!(error instanceof WorkerEnded)) throw error;
        await worker.close();
        worker = null;
      }
    }
  }

  async #start(): Promise<WorkerProcess> {
    const { main, folder, common, options } = this.#run;
    const worker = await WorkerProcess.start(main, folder, { type: 'start', common, options });
    this.#workers.add(worker);
    return worker;
  }

  get #limitMs(): number {
    const { order, timeoutMs, environment, fix } = this.#run.options;
    const orders = (order === 'auto' ? CELL_ORDERS.length : 1) + (fix ? 1 : 0);
    return orders * RUNS * timeoutMs + BESIDE_MS + (environment === 'clean' || fix ? ENVIRONMENT_MS : 0);
  }

  #unrun(file: string, status: NotebookResult['status'], why: string): NotebookResult {
    const { order } = this.#run.options;
    return unrunResult(file, status, why, order === 'auto' ? CELL_ORDERS[0]! : order, '');
  }
}
