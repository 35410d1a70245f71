/**
 * Puts the store to the test on one notebook: sessions one after another restore what they can and store everything. Each but the
 * last one loses its kernel after a random cell, as by `kill -9`. All outputs are compared with a run from the top without a store.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunResult } from '../../runtime/kernel/index.ts';
import { ReactiveRunner } from '../../runtime/live/notebook/reactive-runner.ts';
import type { TracedKernel } from '../../runtime/session/index.ts';
import {
  CannotResume,
  type CellReport,
  ReactiveStore,
  SessionWithStore,
  type StoredRun,
  StoreFolder,
} from '../../runtime/store/index.ts';
import { notebookStates } from '../../slicer/index.ts';
import { Choices } from '../generator/random.ts';
import { type ComparableRun, comparableRun, differenceOf } from '../transparency/comparable.ts';
import { type NotebookPlace, type Run, withNotebook } from './open-notebook.ts';
import type { StoreReport, WrongCell } from './store-report.ts';
import { type Limits, type Pass, runCells } from './timed-run.ts';
import { uncounted } from './uncounted.ts';

/** Options of a check. `reactive`: the cells run as in an open notebook; `kills`: how many kernels are lost. */
export interface StoreCheckOptions {
  readonly python: string;
  readonly reactive: boolean;
  readonly kills: number;
  readonly seed: number;
  readonly limits: Limits;
  readonly say: (line: string) => void;
}

/** What one session showed, by the positions of its cells. */
interface Shown {
  readonly runs: ReadonlyMap<number, ComparableRun>;
  readonly restored: readonly number[];
  readonly reports: readonly CellReport[];
  /** Whether the session had to run from the top. */
  readonly again: boolean;
}

/** Everything is stored, however little time that saves. */
const ALL = { from: 0, times: 0 };

/** Checks the store on the notebook at `path`, which the report calls `name`. */
export async function checkStoreOn(
  name: string,
  path: string,
  options: StoreCheckOptions,
): Promise<StoreReport> {
  return withNotebook(path, options.python, (place, events) =>
    new StoreCheck(name, place, events, options).report(),
  );
}

class StoreCheck {
  readonly #name: string;
  readonly #place: NotebookPlace;
  readonly #events: readonly Run[];
  readonly #options: StoreCheckOptions;

  constructor(name: string, place: NotebookPlace, events: readonly Run[], options: StoreCheckOptions) {
    this.#name = name;
    this.#place = place;
    this.#events = events;
    this.#options = options;
  }

  async report(): Promise<StoreReport> {
    const { say, kills, seed } = this.#options;
    await this.#place.copy.renew();
    say('without a store');
    const plain = await this.#plain();
    say('without a store, again');
    // (in the same folder: files that cells left are there for all later sessions)
    const second = await this.#plain();
    const count = Math.min(plain.runs.length, second.runs.length);
    const unstable = unstableCells(plain, second, count);
    const report = {
      name: this.#name,
      cells: count,
      errors: plain.runs.filter(({ run }) => run.status === 'error').length,
      unstable: [...unstable],
    };
    const stopped = plain.stopped ?? second.stopped;
    // (other cells in each notebook)
    const choices = new Choices(seed + [...this.#name].reduce((sum, sign) => sum + sign.charCodeAt(0), 0));
    const ends = Array.from({ length: kills }, () => choices.int(1, count)).sort((a, b) => a - b);
    const home = mkdtempSync(join(tmpdir(), 'sluice-notebook-store-'));
    try {
      const store = new StoreFolder(home);
      store.prepare();
      const sessions: Shown[] = [];
      for (const [at, end] of [...ends, count].entries()) {
        say(at === kills ? 'to the end' : `kill ${at + 1} of ${kills}, after cell ${end}`);
        sessions.push(await this.#session(store, end, at === kills));
      }
      const wrong = sessions.flatMap((session, at) => wrongCells(session, at, plain, unstable));
      const last = sessions.at(-1)!;
      const stored = new Set(
        sessions.flatMap(({ reports }) => reports.filter(isStored).map(({ cell }) => cell)),
      );
      const reasons: Record<string, number> = {};
      for (const { fate, why } of last.reports)
        if (fate === 'not stored') reasons[why] = (reasons[why] ?? 0) + 1;
      return {
        ...report,
        ends,
        stored: stored.size,
        restored: sessions.reduce((sum, { restored }) => sum + restored.length, 0),
        restoredAtEnd: last.restored.length,
        again: sessions.filter(({ again }) => again).length,
        compared: sessions.reduce(
          (sum, { runs }) => sum + [...runs.keys()].filter((n) => !unstable.has(n)).length,
          0,
        ),
        wrong,
        reasons,
        stopped,
      };
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
  }

  async #plain(): Promise<Pass> {
    const kernel = await this.#place.workplace.kernel(this.#place.copy, 'off');
    const sources = this.#events.map(({ source }) => source);
    const pass = await runCells(kernel, sources, this.#options.limits, (source, exec, timeoutMs) =>
      kernel.run(exec, this.#events[exec - 1]!.cell, source, { timeoutMs }),
    );
    await this.#place.workplace.closeKernel(kernel);
    return pass;
  }

  async #session(store: StoreFolder, end: number, isLast: boolean): Promise<Shown> {
    const kernel = await this.#place.workplace.kernel(this.#place.copy, 'on');
    const pid = await processOf(kernel);
    const shown = this.#options.reactive
      ? await this.#reactive(kernel, store, end)
      : await this.#inOrder(kernel, store, end);
    if (!isLast) process.kill(pid, 'SIGKILL');
    await this.#place.workplace.closeKernel(kernel);
    return shown;
  }

  async #inOrder(kernel: TracedKernel, store: StoreFolder, end: number): Promise<Shown> {
    const asked = { run: kernel.run.bind(kernel), ask: kernel.questions.store.bind(kernel.questions) };
    const sources = this.#events.map(({ source }) => source);
    const play = async (resumes: boolean): Promise<Omit<Shown, 'again'>> => {
      const session = new SessionWithStore(asked, store, { ...ALL, resumes }, this.#place.copy.path, sources);
      const runs = new Map<number, ComparableRun>();
      const restored: number[] = [];
      try {
        for (const [at, { cell, source }] of this.#events.slice(0, end).entries()) {
          const outcome = await session.run(at + 1, cell, source, {});
          if (outcome.type === 'restored') restored.push(at + 1);
          const result = outcome.type === 'ran' ? outcome.run.result : resultOf(outcome.stored);
          runs.set(at + 1, comparableRun(result));
        }
      } finally {
        await session.finish();
      }
      return { runs, restored, reports: session.reports };
    };
    try {
      return { ...(await play(true)), again: false };
    } catch (error) {
      if (!(error instanceof CannotResume)) throw error;
      await kernel.restart();
      return { ...(await play(false)), again: true };
    }
  }

  async #reactive(kernel: TracedKernel, folder: StoreFolder, end: number): Promise<Shown> {
    const asked = { ask: kernel.questions.store.bind(kernel.questions) };
    const store = new ReactiveStore(asked, folder, ALL, this.#place.copy.path);
    const shown = new Map<string, ComparableRun>();
    const restored = new Set<string>();
    const runner = new ReactiveRunner(async () => kernel, kernel.library, 'in-order', {
      store: () => store,
      ran: (cell, { result }) => {
        restored.delete(cell);
        shown.set(cell, comparableRun(result));
      },
      resumed: (cell, _, { stored }) => {
        restored.add(cell);
        shown.set(cell, comparableRun(resultOf(stored)));
      },
    });
    const order = this.#events.map(({ cell }) => cell);
    const sources = new Map(this.#events.map(({ cell, source }) => [cell, source]));
    runner.dispatch({ type: 'cells', order, sources, settles: false });
    runner.dispatch({ type: 'run', cells: order.slice(0, end), force: true, resumes: true });
    await runner.idle();
    const settled = [...notebookStates(runner.state).cells].flatMap(([cell, { state }]) =>
      state === 'settled' || state === 'failed' ? [cell] : [],
    );
    runner.close();
    await store.finish();
    const positions = (cells: Iterable<string>): number[] =>
      [...cells].map((cell) => order.indexOf(cell) + 1);
    return {
      runs: new Map(positions(settled).flatMap((at) => [[at, shown.get(order[at - 1]!)!] as const])),
      restored: positions(restored),
      reports: store.reports,
      again: false,
    };
  }
}

/** The cells that differ between two runs without a store. */
function unstableCells(first: Pass, second: Pass, count: number): ReadonlySet<number> {
  const unstable = new Set<number>();
  for (let index = 0; index < count; index += 1) {
    const [a, b] = [first.runs[index]!.run, second.runs[index]!.run];
    if (differenceOf(uncounted(a), uncounted(b), 1) !== null) unstable.add(index + 1);
  }
  return unstable;
}

function wrongCells(
  { runs, restored, again }: Shown,
  session: number,
  plain: Pass,
  unstable: ReadonlySet<number>,
): WrongCell[] {
  return [...runs].flatMap(([cell, run]) => {
    const expected = plain.runs[cell - 1]?.run;
    if (expected === undefined || unstable.has(cell)) return [];
    const difference = run === undefined ? 'no output' : differenceOf(uncounted(run), uncounted(expected), 1);
    return difference === null
      ? []
      : [{ session: session + 1, cell, restored: [...restored], again, difference }];
  });
}

function isStored({ fate }: CellReport): boolean {
  return fate === 'stored';
}

/** The result that stands for a run. */
function resultOf({ outputs }: StoredRun): RunResult {
  return { status: 'ok', executionCount: null, outputs } as unknown as RunResult;
}

async function processOf({ client }: TracedKernel): Promise<number> {
  const code = `print(__import__('os').getpid())`;
  const { outputs } = await client.execute({ code, silent: true, storeHistory: false });
  return Number(outputs.map((each) => (each.output_type === 'stream' ? each.text : '')).join(''));
}
