/**
 * *Run all* of a notebook of 300 cells, several times, in Sluice's page and in JupyterLab, and once each by `sluice run` and by nbconvert:
 * time, and the processor time and memory of servers, kernels and pages. It asserts nothing.
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { startSluice } from '../cli/sluice.ts';
import { launch, serve } from '../web-ui/browser.ts';
import { JupyterLab, labPython } from './jupyterlab.ts';
import { processTree, type Usage } from './process-tree.ts';

/** One *Run all*: seconds by the clock, seconds of processor time, megabytes afterwards. */
export interface RunAll {
  readonly where: string;
  /** From 1. */
  readonly run: number;
  readonly seconds: number;
  readonly server: number;
  readonly kernel: number;
  /** Of all processes of the browser; null: there is no page. */
  readonly page: number | null;
  /** Of the server and the processes that it has started, without kernels. */
  readonly serverMemory: number;
  /** Of the server's own process. */
  readonly ownMemory: number;
  readonly kernelMemory: number;
  /** Of the page's JavaScript heap; null: there is no page. */
  readonly pageMemory: number | null;
}

const CELLS = 300;
/** After the last run, before its memory is measured: a server gives memory back when it has nothing to do. */
const REST_MS = 10_000;
const KERNEL = 'sluice-bench';
const NAME = 'run-all.ipynb';

/** What is in the page. */
interface OpenPage {
  readonly where: string;
  readonly pid: number;
  readonly page: Page;
  /** Runs all cells, and comes back when they have run. */
  runAll(): Promise<void>;
}

/** Measures all four in turns. `python` runs the cells everywhere. */
export async function measureRunAll(
  python: string,
  runs: number,
  say: (line: string) => void,
): Promise<RunAll[]> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-bench-run-all-'));
  const kernels = join(folder, 'jupyter', 'kernels', KERNEL);
  mkdirSync(kernels, { recursive: true });
  const argv = [python, '-m', 'ipykernel_launcher', '-f', '{connection_file}'];
  writeFileSync(
    join(kernels, 'kernel.json'),
    JSON.stringify({ argv, display_name: KERNEL, language: 'python' }),
  );
  const env = { JUPYTER_PATH: join(folder, 'jupyter') };
  const browser = await launch();
  try {
    const found: RunAll[] = [];
    const file = join(folder, NAME);
    writeFileSync(file, notebook());
    found.push(...(await inTerminals(python, file, env, say)));
    for (const open of [sluicePage, labPage]) {
      const opened = await open(browser, folder, python, env, say);
      if (opened === null) continue;
      for (let run = 1; run <= runs; run += 1) {
        found.push(await oneRun(opened, run));
        say(`${opened.where}, run ${run}: ${found.at(-1)!.seconds.toFixed(1)} s`);
      }
      await opened.page.waitForTimeout(REST_MS);
      const { serverMemory, ownMemory, kernelMemory } = summed(processTree(opened.pid).look(), opened.pid);
      found.push({ ...found.pop()!, serverMemory, ownMemory, kernelMemory });
      await opened.close();
    }
    return found;
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function inTerminals(
  python: string,
  file: string,
  env: Record<string, string>,
  say: (line: string) => void,
): Promise<RunAll[]> {
  const found: RunAll[] = [];
  const measure = async (where: string, start: () => { pid: number; ended: Promise<unknown> }) => {
    const began = performance.now();
    const { pid, ended } = start();
    const tree = processTree(pid);
    let used = summed(tree.look(), pid);
    const timer = setInterval(() => {
      const now = summed(tree.look(), pid);
      // at the end the processes are gone
      for (const memory of ['serverMemory', 'ownMemory', 'kernelMemory'] as const)
        now[memory] = Math.max(now[memory], used[memory]);
      used = now;
    }, 50);
    await ended;
    clearInterval(timer);
    found.push({
      where,
      run: 1,
      ...used,
      seconds: (performance.now() - began) / 1000,
      page: null,
      pageMemory: null,
    });
    say(`${where}: ${found.at(-1)!.seconds.toFixed(1)} s`);
  };
  await measure('sluice run', () => {
    const run = startSluice(['run', file, '--python', python, '-o', `${file}.out.ipynb`]);
    return { pid: run.child.pid!, ended: run.finished };
  });
  const lab = await labPython(say);
  if (lab !== null)
    await measure('nbconvert', () => {
      const options = ['--to', 'notebook', '--execute', `--ExecutePreprocessor.kernel_name=${KERNEL}`];
      const child = spawn(lab, ['-m', 'nbconvert', ...options, '--output', 'converted.ipynb', file], {
        env: { ...process.env, ...env },
        stdio: 'ignore',
      });
      return { pid: child.pid!, ended: once(child, 'exit') };
    });
  return found;
}

type Opened = OpenPage & { close(): Promise<void> };

async function sluicePage(browser: Browser, folder: string, python: string): Promise<Opened> {
  const file = join(folder, 'page.ipynb');
  writeFileSync(file, notebook());
  const served = await serve(file, ['--python', python]);
  const page = await browser.newPage();
  await page.goto(served.url);
  await page.waitForSelector('.cell');
  return {
    where: 'Sluice, page',
    pid: served.pid,
    page,
    async runAll() {
      await page.getByRole('button', { name: 'Run all' }).first().click();
      await page.waitForSelector('.kernel-busy', { timeout: 60_000 });
      await page.waitForSelector('.kernel-idle', { timeout: 600_000 });
    },
    async close() {
      await page.close();
      await served.stop();
    },
  };
}

async function labPage(
  browser: Browser,
  folder: string,
  _python: string,
  env: Record<string, string>,
  say: (line: string) => void,
): Promise<Opened | null> {
  writeFileSync(join(folder, NAME), notebook());
  const lab = await JupyterLab.start(folder, say, {
    env,
    options: ['--LabApp.expose_app_in_browser=True'],
  });
  if (lab === null) return null;
  const page = await lab.open(browser, NAME);
  return {
    where: 'JupyterLab',
    pid: lab.pid,
    page,
    async runAll() {
      await page.evaluate(() =>
        (
          window as unknown as { jupyterapp: { commands: { execute(id: string): Promise<unknown> } } }
        ).jupyterapp.commands.execute('notebook:run-all-cells'),
      );
    },
    async close() {
      await page.close();
      await lab.stop();
    },
  };
}

async function oneRun({ where, pid, page, runAll }: OpenPage, run: number): Promise<RunAll> {
  const tree = processTree(pid);
  const before = summed(tree.look(), pid);
  const pageBefore = browserSeconds();
  const began = performance.now();
  await runAll();
  const seconds = (performance.now() - began) / 1000;
  // the server saves and checks the notebook after its last cell, which this run pays for
  await page.waitForTimeout(3_000);
  const after = summed(tree.look(), pid);
  const session = await page.context().newCDPSession(page);
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return {
    where,
    run,
    seconds,
    server: after.server - before.server,
    kernel: after.kernel - before.kernel,
    page: browserSeconds() - pageBefore,
    serverMemory: after.serverMemory,
    ownMemory: after.ownMemory,
    kernelMemory: after.kernelMemory,
    pageMemory: usedSize / 1e6,
  };
}

/** What the browsers that this process has started took. */
function browserSeconds(): number {
  const all = [...processTree(process.pid).look().values()];
  return all.filter(({ command }) => /chrom/.test(command)).reduce((sum, { seconds }) => sum + seconds, 0);
}

/** Of the kernels among the processes of a tree, of all others, and of its root: what they took, and what memory they have. */
function summed(
  tree: ReadonlyMap<number, Usage>,
  root: number,
): Record<'server' | 'kernel' | 'serverMemory' | 'ownMemory' | 'kernelMemory', number> {
  const sum = { server: 0, kernel: 0, serverMemory: 0, kernelMemory: 0 };
  for (const { command, seconds, memory } of tree.values()) {
    const isKernel = /ipykernel_launcher|start_kernel\.py/.test(command);
    sum[isKernel ? 'kernel' : 'server'] += seconds;
    sum[isKernel ? 'kernelMemory' : 'serverMemory'] += memory;
  }
  return { ...sum, ownMemory: tree.get(root)?.memory ?? 0 };
}

/** What people have in cells: frames, groups, functions, loops, arrays, tables and text that is shown. */
const KINDS: readonly ((n: number) => string)[] = [
  (n) => `g${n} = df.groupby('k')['a'].mean()\ng${n}`,
  (n) => `def f${n}(v):\n    return v + ${n}\nr${n} = f${n}(${n})\nprint(r${n})`,
  (n) => `xs${n} = [j * ${n} for j in range(50)]\nsum(xs${n})`,
  (n) => `t${n} = df[df['b'] > ${n % 9}]\nt${n}.describe()`,
  (n) => `d${n} = {w: len(w) for w in ['a', 'bb', 'ccc']}\nd${n}['z'] = ${n}\nd${n}`,
  (n) => `m${n} = np.outer(np.arange(20), np.arange(20)) + ${n}\nm${n}.sum()`,
  (n) => `for j in range(3):\n    print('row', j, ${n})`,
  (n) => `s${n} = df['a'] * ${n}\ns${n}.max()`,
  (n) => `w${n} = sorted(df['k'].unique(), key=len)\n', '.join(w${n})`,
];
const BEGINNING = [
  'import numpy as np',
  'import pandas as pd',
  'rng = np.random.default_rng(0)',
  "df = pd.DataFrame({'a': rng.normal(size=1000), 'b': rng.integers(0, 9, 1000), 'k': rng.choice(list('xyz'), 1000)})",
].join('\n');

function notebook(): string {
  const sources = [
    BEGINNING,
    ...Array.from({ length: CELLS - 1 }, (_, n) => KINDS[n % KINDS.length]!(n + 1)),
  ];
  const cells = sources.map((source, n) => ({
    cell_type: 'code',
    id: `c${n + 1}`,
    execution_count: null,
    metadata: {},
    outputs: [],
    source,
  }));
  const metadata = { kernelspec: { name: KERNEL, display_name: KERNEL, language: 'python' } };
  // in lines, as Jupyter writes it
  return JSON.stringify({ cells, metadata, nbformat: 4, nbformat_minor: 5 }, null, 1);
}
