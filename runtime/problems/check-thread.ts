/**
 * Checks open notebooks in a thread of its own. The thread ends when nothing has been asked for a while, and gives its memory back; the
 * next question starts another one.
 */

import { Worker } from 'node:worker_threads';
import { builtFile } from '../../instrument/index.ts';
import type { CellId, Fix, Phase } from '../../slicer/index.ts';
import type { Cell } from '../documents/index.ts';
import type { FoundProblems, NotebookChecker, ProblemKey, StandingNotebook } from '../live/index.ts';
import { SluiceError } from '../words/index.ts';
import type { FromCheck, ToCheck } from './check-messages.ts';
import { sentCell } from './sent-cell.ts';

/** Of the thread's memory; more memory delays garbage collections. */
const YOUNG_MB = 8;

/** How long the thread waits for the next question before it ends, in milliseconds: its memory is a third of the server's. */
const IDLE_MS = 4_000;
/** The same after a person has typed, because the next key should not wait for a new thread. */
const TYPING_MS = 30_000;

type Answered = Exclude<FromCheck, { readonly failure: string }>;

interface Waiting {
  readonly resolve: (answer: Answered) => void;
  readonly reject: (error: unknown) => void;
}

/** The thread, which begins with the first question. */
export class CheckThread implements NotebookChecker {
  #worker: Worker | null = null;
  /** By notebook, the cells as the thread knows them. */
  readonly #told = new Map<string, ReadonlyMap<CellId, Cell>>();
  readonly #waiting = new Map<number, Waiting>();
  #asked = 0;
  /** When a question with edited code came last, in milliseconds of `performance.now()`. */
  #typed = -TYPING_MS;
  #idle: NodeJS.Timeout | undefined;

  async check(notebook: StandingNotebook, phase: Phase, soon: boolean): Promise<FoundProblems> {
    const answer = await this.#ask(notebook, { phase, soon, mend: null });
    if ('problems' in answer) return answer;
    throw new Error('an answer without problems');
  }

  async mend(notebook: StandingNotebook, phase: Phase, problem: ProblemKey): Promise<Fix> {
    const answer = await this.#ask(notebook, { phase, soon: false, mend: problem });
    if ('fix' in answer) return answer.fix;
    throw new Error('an answer without a fix');
  }

  #ask(
    { path, cells, metadata }: StandingNotebook,
    wishes: Pick<ToCheck, 'phase' | 'soon' | 'mend'>,
  ): Promise<Answered> {
    const worker = this.#running();
    clearTimeout(this.#idle);
    const told = this.#told.get(path);
    const changed = cells.filter((cell) => told?.get(cell.id) !== cell).map(sentCell);
    if (cells.some(({ id, source }) => source !== (told?.get(id)?.source ?? source)))
      this.#typed = performance.now();
    this.#told.set(path, new Map(cells.map((cell) => [cell.id, cell])));
    this.#asked += 1;
    const id = this.#asked;
    const order = cells.map((cell) => cell.id);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      worker.postMessage({ id, path, order, changed, metadata, ...wishes } satisfies ToCheck);
    });
  }

  #running(): Worker {
    if (this.#worker !== null) return this.#worker;
    const worker = new Worker(builtFile('runtime/problems/check-worker.js'), {
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    });
    this.#worker = worker;
    // it keeps no process alive
    worker.unref();
    worker.on('message', (answer: FromCheck) => {
      const waiting = this.#waiting.get(answer.id);
      this.#waiting.delete(answer.id);
      if ('failure' in answer) waiting?.reject(new SluiceError(answer.failure));
      else waiting?.resolve(answer);
      if (this.#waiting.size > 0) return;
      const rest = Math.max(IDLE_MS, this.#typed + TYPING_MS - performance.now());
      this.#idle = setTimeout(() => this.#end(worker), rest).unref();
    });
    worker.on('error', (error) => this.#lose(worker, error));
    worker.on('exit', () => this.#lose(worker, new Error('the thread that checks notebooks has ended')));
    return worker;
  }

  #end(worker: Worker): void {
    this.#worker = null;
    this.#told.clear();
    void worker.terminate();
  }

  #lose(worker: Worker, error: unknown): void {
    // another one may have been started since
    if (this.#worker !== worker) return;
    this.#worker = null;
    this.#told.clear();
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}
