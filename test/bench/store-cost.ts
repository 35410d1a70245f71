/**
 * What the store costs, and what it saves: notebooks run without the store, with an empty one, and in a second start, from
 * the top and in reactive mode. Seconds of processor time count, with those of all processes that a run starts.
 */

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtFile, findPackageRoot } from '../../instrument/index.ts';
import { median } from './median.ts';

/** The medians of one notebook in one mode, in seconds. */
export interface StoreCost {
  readonly notebook: string;
  readonly mode: string;
  readonly without: number;
  readonly first: number;
  readonly second: number;
  /** The cells that the second start took from the store, and all. */
  readonly restored: number;
  readonly cells: number;
}

interface Sample {
  readonly name: string;
  readonly cells: readonly string[];
}

const MODES = { 'from the top': [], reactive: ['--reactive'] } as const;
const SHORT = 100;

/** `parts`: of the names of the notebooks that run; none: all. */
export function measureStoreCost(
  python: string,
  runs: number,
  parts: readonly string[],
  say: (line: string) => void,
): StoreCost[] {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-bench-store-'));
  try {
    const found: StoreCost[] = [];
    for (const sample of samples().filter(({ name }) => parts.every((part) => name.includes(part)))) {
      for (const [mode, options] of Object.entries(MODES)) {
        say(`${sample.name}, ${mode}`);
        found.push({ ...measure(python, folder, sample, options, runs), notebook: sample.name, mode });
      }
    }
    return found;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The notebooks of `store-notebooks.txt`, and one of short cells. */
function samples(): Sample[] {
  const text = readFileSync(join(findPackageRoot(), 'test', 'bench', 'store-notebooks.txt'), 'utf8');
  const long = text
    .split(/^# === /m)
    .slice(1)
    .map((section) => {
      const [name = '', ...cells] = section.split(/^# %%\n/m).map((part) => part.trim());
      return { name, cells };
    });
  const short = Array.from({ length: SHORT }, (_, at) =>
    at === 0 ? 'import time\nx0 = [0]' : `time.sleep(0.005)\nx${at} = [x${at - 1}[0] + 1] * 10`,
  );
  return [...long, { name: `${SHORT} short cells`, cells: short }];
}

function measure(
  python: string,
  folder: string,
  { cells }: Sample,
  options: readonly string[],
  runs: number,
): Omit<StoreCost, 'notebook' | 'mode'> {
  const path = join(folder, 'notebook.ipynb');
  const out = join(folder, 'out.ipynb');
  const store = join(folder, 'store');
  writeFileSync(path, notebookOf(cells));
  const kept = ['--resume', '--store', store];
  const run = (more: readonly string[]): number =>
    secondsOf(python, ['run', path, '-o', out, '--python', python, ...options, ...more]);
  const times: Record<'without' | 'first' | 'second', number[]> = { without: [], first: [], second: [] };
  let restored = 0;
  for (let turn = 0; turn < runs; turn += 1) {
    rmSync(store, { recursive: true, force: true });
    // (what the machine does besides changes slowly: orders take turns)
    const steps: (() => void)[] = [
      () => times.without.push(run([])),
      () => {
        times.first.push(run(kept));
        times.second.push(run(kept));
        restored = (readFileSync(out, 'utf8').match(/"computed"/g) ?? []).length;
      },
    ];
    for (const step of turn % 2 === 0 ? steps : steps.reverse()) step();
  }
  const { without, first, second } = times;
  return {
    without: median(without),
    first: median(first),
    second: median(second),
    restored,
    cells: cells.length,
  };
}

function notebookOf(sources: readonly string[]): string {
  const cells = sources.map((source, at) => ({
    id: `c${at}`,
    cell_type: 'code',
    execution_count: null,
    metadata: {},
    outputs: [],
    source,
  }));
  return JSON.stringify({ cells, metadata: {}, nbformat: 4, nbformat_minor: 5 });
}

/** Seconds of processor time of a command of Sluice. */
function secondsOf(python: string, options: readonly string[]): number {
  const program = join(findPackageRoot(), 'test', 'bench', 'child_processor_time.py');
  const command = [process.execPath, builtFile('runtime/cli/main.js'), ...options];
  return Number(execFileSync(python, [program, '1', ...command], { encoding: 'utf8' })) / 1000;
}
