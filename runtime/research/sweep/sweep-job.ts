/**
 * Runs combinations one after another in one kernel: the first runs the whole notebook, each later one only the
 * cells that depend on what has changed. A combination that fails, or kills the kernel, does not stop the others.
 */

import { type CodeCell, cellsToRun, hasTag, type Notebook, setParameters } from '../../documents/index.ts';
import { HeadlessNotebook } from '../../live/index.ts';
import type { TracedKernel } from '../../session/index.ts';
import { messageOf, SluiceError } from '../../words/index.ts';
import type { Combination } from './combinations.ts';
import { numbersIn } from './numbers-in.ts';
import { parametersJson, picturesIn, type SweepPoint } from './sweep-point.ts';

/** A kernel in a private copy of the notebook's folder. */
export interface JobKernel {
  readonly kernel: TracedKernel;
  /** A text of the copy with the paths of the original. */
  readonly original: (text: string) => string;
  close(): Promise<void>;
}

/** What is run, and collected. */
export interface SweepTask {
  readonly notebook: Notebook;
  /** The name of the notebook in results. */
  readonly file: string;
  /** The expressions to collect. */
  readonly collect: readonly string[];
  /** A cell's limit; null: none. */
  readonly timeoutMs: number | null;
  readonly open: () => Promise<JobKernel>;
}

/** Runs the combinations; `each` receives every result at once. After `signal` no combination begins, or gives a result. */
export async function runCombinations(
  task: SweepTask,
  combinations: readonly Combination[],
  each: (point: SweepPoint) => void,
  signal?: AbortSignal,
): Promise<void> {
  let job: Job | null = null;
  try {
    for (const combination of combinations) {
      if (signal?.aborted) return;
      job ??= new Job(task, await task.open());
      const point = await job.run(combination);
      if (signal?.aborted) return;
      each(point);
      if (job.isOver) {
        await job.close();
        job = null;
      }
    }
  } finally {
    await job?.close();
  }
}

class Job {
  readonly #task: SweepTask;
  readonly #place: JobKernel;
  readonly #headless: HeadlessNotebook;
  /** The error of each cell's last run. */
  readonly #errors = new Map<string, string | null>();
  #isOver = false;

  constructor(task: SweepTask, place: JobKernel) {
    this.#task = task;
    this.#place = place;
    const limit = task.timeoutMs === null ? {} : { timeoutMs: task.timeoutMs };
    this.#headless = new HeadlessNotebook(
      place.kernel,
      'in-order',
      ({ cell, error, timedOut }) =>
        this.#errors.set(cell, timedOut ? 'took longer than its limit' : error && `failed: ${error}`),
      undefined,
      limit,
    );
  }

  /** Whether the kernel is gone. */
  get isOver(): boolean {
    return this.#isOver;
  }

  async run(combination: Combination): Promise<SweepPoint> {
    const { collect, file } = this.#task;
    const { notebook } = setParameters(this.#task.notebook, combination);
    const collecting = collect.map((source, at) => collectingCell(notebook, source, at));
    const whole = { ...notebook, cells: [...notebook.cells, ...collecting] };
    const code = cellsToRun(notebook);
    const own = new Set(collecting.map(({ id }) => id));
    const started = performance.now();
    const failed = (error: string, cells: number): SweepPoint => ({
      type: 'point',
      file,
      parameters: parametersJson(combination),
      value: null,
      values: {},
      numbers: {},
      cells_run: cells,
      cells_full: code.length,
      ms: Math.round(performance.now() - started),
      error: this.#place.original(error),
      figures: [],
    });
    let ran: number;
    try {
      const settled = await this.#headless.update(whole);
      ran = settled.ran.filter(({ cell, restored }) => !restored && !own.has(cell)).length;
    } catch (error) {
      if (!(error instanceof SluiceError)) throw error;
      this.#isOver = true;
      return failed(messageOf(error), 0);
    }
    const allCode = whole.cells.filter((cell) => cell.type === 'code');
    const broken = allCode.findIndex(
      (cell) => !hasTag(cell, 'raises-exception') && this.#errors.get(cell.id),
    );
    if (broken >= 0) {
      const cell = allCode[broken]!;
      const name = own.has(cell.id) ? `--collect '${cell.source}'` : `cell ${broken + 1}`;
      return failed(`${name} ${this.#errors.get(cell.id)}`, ran);
    }
    const shown = this.#headless
      .withOutputs(whole)
      .cells.filter((cell): cell is CodeCell => cell.type === 'code');
    const collected = shown.filter(({ id }) => own.has(id));
    const texts = collected.map(({ outputs }) => this.#place.original(textOf(outputs)));
    const point = failed('', ran);
    return {
      ...point,
      value: texts[0] ?? '',
      values: Object.fromEntries(collect.map((source, at) => [source, texts[at]!])),
      numbers: Object.assign(
        {},
        ...collected.map(({ outputs }, at) => labelled(collect, at, numbersIn(outputs))),
      ),
      error: null,
      figures: shown.flatMap(({ id, outputs }, at) => picturesIn(id, at + 1, outputs)),
    };
  }

  close(): Promise<void> {
    return this.#place.close();
  }
}

/** A cell behind all others that shows an expression. */
function collectingCell({ cells }: Notebook, source: string, at: number): CodeCell {
  let id = `collect-${at + 1}`;
  while (cells.some((cell) => cell.id === id)) id += '-';
  return { type: 'code', id, source, metadata: {}, executionCount: null, outputs: [] };
}

/** The text of the value that a cell shows. IPython shows nothing for None. */
function textOf(outputs: CodeCell['outputs']): string {
  const shown = outputs.flatMap((output) => {
    const text = 'data' in output ? output.data['text/plain'] : null;
    return typeof text === 'string' ? [text] : [];
  });
  return shown.at(-1) ?? 'None';
}

/** Labels with the expression, if there are several. */
function labelled(
  collect: readonly string[],
  at: number,
  numbers: Record<string, number>,
): Record<string, number> {
  const before = collect.length === 1 ? '' : collect[at]!;
  return Object.fromEntries(
    Object.entries(numbers).map(([label, number]) => {
      const name = [before, label].filter((part) => part !== '').join(': ');
      return [name === '' ? collect[at]! : name, number];
    }),
  );
}
