/** Plays a case of the store in live sessions: kernels one after another, whose cells run as the core decides. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { shippedLibrary } from '../../instrument/index.ts';
import { ReactiveRunner } from '../../runtime/live/notebook/reactive-runner.ts';
import type { TracedKernel } from '../../runtime/session/index.ts';
import { type CellReport, ReactiveStore, StoreFolder } from '../../runtime/store/index.ts';
import { notebookStates } from '../../slicer/index.ts';
import { SLOW, type StoreHost } from './store-host.ts';

/**
 * A step. `edit`: a cell (from 1) gets another text, and the person runs it; without a `source` the cell is deleted.
 * `run`: cells that the person runs; `files`: changed files; `anew`: a new kernel, in which all cells run, `resume`
 * with stored results and `really` without.
 */
export interface LiveStep {
  readonly edit?: number;
  readonly source?: string;
  readonly run?: readonly number[];
  readonly files?: Readonly<Record<string, string>>;
  readonly anew?: 'resume' | 'really';
}

/** A case: all cells run, and then the steps. Only cells with `SLOW` count as slow, and may be stored. */
export interface LiveCase {
  readonly name: string;
  readonly cells: readonly string[];
  readonly files?: Readonly<Record<string, string>>;
  readonly steps: readonly LiveStep[];
  /** The cells restored since the last new kernel, in order; not given: any. */
  readonly restores?: readonly number[];
  readonly needs?: readonly string[];
}

/** The results of a case. */
export interface PlayedLive {
  readonly restored: readonly number[];
  /** The output of each cell at the end, and in a run from the top. */
  readonly shown: readonly string[];
  readonly fresh: readonly string[];
  /** Cells that are not settled. */
  readonly left: readonly string[];
  readonly reports: readonly CellReport[];
}

const FROM = 0.5;

export async function playLive(host: StoreHost, each: LiveCase): Promise<PlayedLive> {
  const top = mkdtempSync(join(tmpdir(), 'store-live-'));
  const at = join(top, 'at');
  mkdirSync(at);
  const folder = new StoreFolder(join(top, 'store'));
  folder.prepare();
  const texts = new Map(each.cells.map((text, index) => [`c${index + 1}`, marked(text)]));
  const reports: CellReport[] = [];
  put(at, each.files ?? {});
  try {
    let session = await LiveSession.open(host, folder, at);
    await session.update(texts, [...texts.keys()], false);
    for (const step of each.steps) {
      put(at, step.files ?? {});
      if (step.anew !== undefined) {
        reports.push(...(await session.close()));
        session = await LiveSession.open(host, folder, at);
        await session.update(texts, [...texts.keys()], step.anew === 'resume');
      }
      const run = (step.run ?? []).map((cell) => `c${cell}`);
      if (step.edit !== undefined) {
        const cell = `c${step.edit}`;
        if (step.source === undefined) texts.delete(cell);
        else {
          texts.set(cell, marked(step.source));
          run.push(cell);
        }
      }
      if (run.length > 0 || step.edit !== undefined) await session.update(texts, run, false);
    }
    const { restored, shown } = session;
    const left = session.left();
    reports.push(...(await session.close()));
    const fresh = await host.start(at);
    const outputs: string[] = [];
    for (const [index, [cell, source]] of [...texts].entries())
      outputs.push(shownText((await fresh.run(index + 1, cell, source)).result.outputs));
    await host.end();
    return {
      restored,
      shown: [...texts.keys()].map((cell) => shown.get(cell) ?? ''),
      fresh: outputs,
      left,
      reports,
    };
  } finally {
    rmSync(top, { recursive: true, force: true });
  }
}

/** A kernel, and the core of a notebook on it. */
class LiveSession {
  readonly restored: number[] = [];
  readonly shown = new Map<string, string>();
  readonly #host: StoreHost;
  readonly #store: ReactiveStore;
  readonly #runner: ReactiveRunner;

  private constructor(host: StoreHost, kernel: TracedKernel, store: ReactiveStore) {
    this.#host = host;
    this.#store = store;
    this.#runner = new ReactiveRunner(async () => kernel, shippedLibrary(), 'in-order', {
      store: () => store,
      ran: (cell, { result }) => this.shown.set(cell, shownText(result.outputs)),
      resumed: (cell, _, { stored }) => {
        this.restored.push(Number(cell.slice(1)));
        this.shown.set(cell, shownText(stored.outputs));
      },
    });
  }

  static async open(host: StoreHost, folder: StoreFolder, at: string): Promise<LiveSession> {
    const kernel = await host.start(at);
    const questions = {
      restore: (cell: string) => host.restore(cell),
      place: (cells: readonly string[]) => host.place(cells),
      foreignFiles: (cell: string) => host.foreignFiles(cell),
    };
    const store = new ReactiveStore(kernel, folder, { from: FROM, times: 0 }, at);
    return new LiveSession(host, { run: kernel.run, questions } as unknown as TracedKernel, store);
  }

  /** Takes the texts, and runs cells. */
  async update(texts: ReadonlyMap<string, string>, run: readonly string[], resumes: boolean): Promise<void> {
    const order = [...texts.keys()];
    const settles = run.length === 0;
    this.#runner.dispatch({ type: 'cells', order, sources: new Map(texts), settles });
    await this.#runner.idle();
    if (!settles) this.#runner.dispatch({ type: 'run', cells: run, force: false, resumes });
    await this.#runner.idle();
    // (the values are read back, and the next step may take them)
    await this.#store.finish();
  }

  left(): string[] {
    return [...notebookStates(this.#runner.state).cells].flatMap(([cell, { state, reasons }]) =>
      state === 'settled' || state === 'failed' ? [] : [`${cell} is ${state}: ${reasons.join('; ')}`],
    );
  }

  async close(): Promise<readonly CellReport[]> {
    this.#runner.close();
    await this.#store.finish();
    await this.#host.end();
    return this.#store.reports;
  }
}

function marked(text: string): string {
  return text.replace(SLOW, `# ${SLOW}`);
}

function shownText(outputs: readonly object[]): string {
  return outputs
    .map((each) => ('text' in each ? String(each.text) : ''))
    .join('')
    .replace(/^(In|Out)\[\d+\]/, '$1[]');
}

function put(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
}
