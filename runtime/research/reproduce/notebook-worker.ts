/** A worker for one notebook after another. A process that dies or takes too long costs one notebook; the next one gets a new process. */

import { HelperEnded, HelperProcess } from '../../processes/index.ts';
import { messageOf, SluiceError } from '../../words/index.ts';
import type { FromWorker, NotebookToRun, StartMessage, ToWorker } from './worker-messages.ts';
import { WorkerProcess } from './worker-process.ts';

export interface WorkerProgram {
  readonly main: string;
  /** The first message. */
  readonly start: StartMessage;
  /** Variables besides the ones of this process. */
  readonly environment?: NodeJS.ProcessEnv;
  /** For temporary files; null: workers make none. */
  readonly folder: string | null;
  /** The time limit of a notebook, after which its process is ended. */
  readonly limitMs: number;
}

/** The result of a notebook, or why it has none. */
export type Ran<Result> =
  | { readonly type: 'result'; readonly result: Result }
  | { readonly type: 'unrun'; readonly how: 'timeout' | 'failed'; readonly why: string };

export class NotebookWorker<Result> {
  readonly #program: WorkerProgram;
  #process: WorkerProcess<Result> | null = null;

  constructor(program: WorkerProgram) {
    this.#program = program;
  }

  /** Starts the process, if there is none. @throws {SluiceError} when it reports that it cannot work */
  async start(): Promise<void> {
    if (this.#process !== null) return;
    const { main, folder, environment, start } = this.#program;
    const process = new HelperProcess<ToWorker<StartMessage>, FromWorker<Result>>(main, folder, environment);
    this.#process = await WorkerProcess.start(process, start);
  }

  /** Runs a notebook; `tell` gets progress messages. @throws {SluiceError} when the worker cannot work at all */
  async run(notebook: NotebookToRun, tell: (text: string) => void): Promise<Ran<Result>> {
    await this.start();
    const process = this.#process!;
    try {
      return { type: 'result', result: await process.run(notebook, this.#program.limitMs, tell) };
    } catch (error) {
      if (error instanceof SluiceError || !(error instanceof HelperEnded)) throw error;
      const why = messageOf(error);
      this.#process = null;
      await process.close();
      return { type: 'unrun', how: why.startsWith('it took more') ? 'timeout' : 'failed', why };
    }
  }

  /** Ends the process with its kernels. */
  async close(): Promise<void> {
    await this.#process?.close();
  }
}
