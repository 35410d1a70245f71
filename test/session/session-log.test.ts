/**
 * The log of an open notebook: the log folds into the former state, and remains of a process or kernel are
 * found again.
 */

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type KernelServer, openServer } from '../../runtime/kernel/index.ts';
import { type NotebookHost, type NotebookView, ReactiveNotebook } from '../../runtime/live/index.ts';
import type { Answer, FromPage, Question } from '../../runtime/live/messages/messages.ts';
import { StaticRecorder, TracedKernel } from '../../runtime/session/index.ts';
import { notebookText } from '../cli/sluice.ts';
import { type StockServer, startStockServer } from '../kernel/stock-server.ts';
import { NO_CHECKER } from './no-checker.ts';
import { NO_CHOICES } from './no-choices.ts';
import { NO_TRIALS } from './no-trials.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const SOURCES = ['x = [1]', 'y = x', 'y.append(2)', 'print(x)', 'n = 5'];
const IDS = SOURCES.map((_, i) => `c${i + 1}`);

let stock: StockServer;
let server: KernelServer;
let folder: string;
beforeAll(async () => {
  stock = await startStockServer();
  server = await openServer({ server: { url: stock.url, token: stock.token } });
  folder = mkdtempSync(join(tmpdir(), 'sluice-log-'));
});
afterAll(async () => {
  await server.close();
  await stock.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** A host whose kernels outlive the notebook, as with `sluice open --server`. */
const host: NotebookHost = {
  startKernel: async () => {
    const client = await server.startKernel({ cwd: folder });
    return {
      kernel: await TracedKernel.attach(client, 'on', new StaticRecorder()),
      server: server.url,
      note: null,
    };
  },
  signatures: null,
  say: () => {},
  checker: NO_CHECKER,
  trials: NO_TRIALS,
  ...NO_CHOICES,
  joinKernel: async (known) => {
    const client = await server.joinKernel(known.id);
    const kernel = client && (await TracedKernel.join(client, known));
    return kernel && { kernel, hasRunning: false };
  },
  replay: async () => {
    throw new Error('nothing is verified here');
  },
};

/** Replaces the text of an unedited cell. */
function edit(cell: string, before: string, after: string): FromPage {
  return { op: 'edit', cell, version: 0, edits: [{ client: 'test', changes: [[before.length, after]] }] };
}

/** An open notebook as a page gets the notebook. */
class Page {
  readonly notebook: ReactiveNotebook;
  view!: NotebookView;
  readonly #say: (message: FromPage) => void;

  constructor(path: string) {
    this.notebook = new ReactiveNotebook(path, host);
    const line = this.notebook.connect((message) => {
      if (message.type === 'notebook') this.view = message.notebook;
      if (message.type !== 'change') return;
      const changed = new Map(message.cells.map((cell) => [cell.id, cell]));
      const cells = this.view.cells.map((cell) => ({ ...cell, ...changed.get(cell.id) }));
      this.view = { ...this.view, ...message.notebook, cells };
    });
    this.#say = (message) => line.receive(message);
  }

  async do(message: FromPage): Promise<void> {
    this.#say(message);
    await new Promise((resolve) => setTimeout(resolve, 100));
    await this.idle();
  }

  ask(question: Question): Promise<Answer> {
    return new Promise((resolve) => {
      const line = this.notebook.connect((message) => {
        if (message.type !== 'answer') return;
        line.close();
        resolve(message.answer);
      });
      line.receive(question);
    });
  }

  async idle(): Promise<void> {
    await vi.waitFor(
      () => {
        expect(this.view.kernel.state).toBe('idle');
        expect(this.view.plan.cells).toEqual([]);
        expect(this.view.cells.map(({ state }) => state)).not.toContain('running');
      },
      { timeout: 60_000, interval: 20 },
    );
  }

  get states(): string[] {
    return this.view.cells.map(({ state }) => state);
  }

  shown(cell: string): string {
    const outputs = this.view.cells.find(({ id }) => id === cell)?.outputs ?? [];
    return outputs.map((output) => (output.output_type === 'stream' ? output.text : '')).join('');
  }
}

function notebook(name: string): string {
  const path = join(folder, `${name}.ipynb`);
  writeFileSync(path, notebookText(SOURCES));
  return path;
}

async function ran(name: string): Promise<{ path: string; page: Page }> {
  const path = notebook(name);
  const page = new Page(path);
  await page.idle();
  await page.do({ op: 'run', cells: IDS });
  expect(page.states).toEqual(IDS.map(() => 'settled'));
  return { path, page };
}

describe('a notebook that is opened again', () => {
  test('goes on where it was while its kernel lives', async () => {
    const { path, page } = await ran('alive');
    await page.do({ op: 'freeze', cell: 'c5', on: true });
    await page.notebook.close({ leaves: true });
    const again = new Page(path);
    await again.idle();
    expect(again.states).toEqual(IDS.map(() => 'settled'));
    expect(again.view.cells.map(({ exec }) => exec)).toEqual([1, 2, 3, 4, 5]);
    expect(again.view.cells[4]?.frozen).toBe(true);
    await again.do(edit('c3', 'y.append(2)', 'y.append(3)'));
    await again.do({ op: 'run', cells: ['c3'] });
    // a view comes later than 100 ms on a busy machine
    await vi.waitFor(() => expect(again.shown('c4')).toBe('[1, 3]\n'), { timeout: 30_000 });
    await again.idle();
    expect(again.states).toEqual(IDS.map(() => 'settled'));
    await again.notebook.close();
  });

  test('shows the outputs of runs that ended after the file was saved last', async () => {
    const { path, page } = await ran('unsaved');
    const before = notebookText(SOURCES);
    await page.notebook.close({ leaves: true });
    expect(readFileSync(path, 'utf8')).not.toBe(before);
    writeFileSync(path, before);
    const again = new Page(path);
    await again.idle();
    expect(again.shown('c4')).toBe('[1, 2]\n');
    await again.notebook.close();
  });

  test('knows nothing for sure when somebody else has used its kernel', async () => {
    const { path, page } = await ran('foreign');
    const id = await kernelOf(path);
    await page.notebook.close({ leaves: true });
    const other = await server.joinKernel(id);
    await other?.execute({ code: 'x.append(100)' });
    await other?.leave();
    const again = new Page(path);
    await again.idle();
    expect(again.states).toEqual(IDS.map(() => 'unrun'));
    await again.do({ op: 'run', cells: ['c4'] });
    expect(again.shown('c4')).toBe('[1, 2]\n');
    await again.notebook.close();
  });

  test('does not trust a run whose end nobody saw', async () => {
    const { path, page } = await ran('lost');
    await page.do(edit('c5', 'n = 5', 'import time; time.sleep(1); x.append(7)'));
    page.notebook.connect(() => {}).receive({ op: 'run', cells: ['c5'] });
    await vi.waitFor(() => expect(page.states[4]).toBe('running'), 10_000);
    await page.notebook.close({ leaves: true });
    const again = new Page(path);
    await again.idle();
    expect(again.states[4]).toBe('unrun');
    await again.do({ op: 'run', cells: ['c4'] });
    expect(again.shown('c4')).toBe('[1, 2]\n');
    await again.notebook.close();
  });

  test('assumes what cells did before when its kernel is gone', async () => {
    const { path, page } = await ran('gone');
    await page.notebook.close();
    const again = new Page(path);
    await again.idle();
    expect(again.states).toEqual(IDS.map(() => 'unrun'));
    expect(again.view.cells[3]?.reasons.join()).toContain('Not run since the restart');
    const of = { type: 'cell', cell: 'c4' } as const;
    const slice = await again.ask({ ask: 'slice', id: 1, of, direction: 'backward', level: 'cell' });
    expect(slice).toMatchObject({ cells: ['c1', 'c2', 'c3', 'c4'], guarantee: 'not-guaranteed' });
    await again.do({ op: 'run', cells: ['c4'] });
    expect(again.shown('c4')).toBe('[1, 2]\n');
    expect(again.states).toEqual(['settled', 'settled', 'settled', 'settled', 'unrun']);
    await again.notebook.close();
  });

  test('has a log only when something has run, and one that is cut off or foreign does no harm', async () => {
    const path = notebook('damaged');
    const log = join(folder, '.sluice', 'damaged.ipynb.session.jsonl');
    const page = new Page(path);
    await page.idle();
    await page.notebook.close();
    expect(existsSync(log)).toBe(false);
    const second = new Page(path);
    await second.do({ op: 'run', cells: IDS });
    await second.notebook.close();
    const text = readFileSync(log, 'utf8');
    for (const damaged of [
      text.slice(0, -20),
      text.slice(0, 10),
      '',
      'hello\n',
      '{"type":"session","version":9}\n',
    ]) {
      writeFileSync(log, damaged);
      const again = new Page(path);
      await again.idle();
      expect(again.states).toEqual(IDS.map(() => 'unrun'));
      await again.notebook.close();
    }
  });
});

async function kernelOf(path: string): Promise<string> {
  const log = join(folder, '.sluice', `${path.split('/').at(-1)}.session.jsonl`);
  const line =
    readFileSync(log, 'utf8')
      .split('\n')
      .find((text) => text.includes('"type":"kernel"')) ?? '{}';
  return (JSON.parse(line) as { id: string }).id;
}
