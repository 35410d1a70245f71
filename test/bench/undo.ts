/** How long the undo of the last run takes beside much data, and for which runs it is possible. It asserts nothing. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UndoHost } from '../undo/undo-host.ts';

/** The undo of each cell beside one state. Milliseconds of the slowest undo but one in twenty. */
export interface UndoTimes {
  /** Megabytes of the frame and the array together. */
  readonly megabytes: number;
  readonly cells: number;
  readonly undone: number;
  readonly median: number;
  readonly p95: number;
  /** The cells whose run could not be undone. */
  readonly refused: readonly string[];
}

/** Cells that people run last, over a frame `df`, an array `arr`, and containers. */
const CELLS = [
  "df['s'] = df['a'] + df['b']",
  "df['a'] = df['a'] * 2",
  "df['a'] += 1",
  "df = df[df['a'] > 0.5]",
  "df = df.drop(columns=['c'])",
  "df.drop(columns=['c'], inplace=True)",
  "df.sort_values('a', inplace=True)",
  'df.columns = [name.upper() for name in df.columns]',
  "df.loc[0:1000, 'a'] = 0",
  'out = df.describe()',
  "means = df.groupby('k')['a'].mean()",
  'x = arr * 2',
  'arr[:10] = 1',
  'arr += 1',
  'arr.sort()',
  'items.append(1)',
  'items.sort()',
  'words.update(z=2)',
  "d['k'] = [1]",
  'del other',
  'big = [i for i in range(1_000_000)]',
  'import random\nrandom.seed(1)\nr = random.random()',
  "with open('out.txt', 'w') as file:\n    _ = file.write('x')",
  'def scale(values, by=2):\n    return [value * by for value in values]\nfirst = scale(items[:3])',
];

/** Times the undo of each cell beside states of these sizes. */
export async function timeUndo(
  python: string,
  megabytes: readonly number[],
  say: (line: string) => void,
): Promise<UndoTimes[]> {
  const host = new UndoHost(python, ['numpy', 'pandas']);
  const found: UndoTimes[] = [];
  for (const size of megabytes) {
    say(`undo beside ${size} MB`);
    const times: number[] = [];
    const refused: string[] = [];
    for (const cell of CELLS) {
      const took = await timeOne(host, size, cell);
      if (took === null) refused.push(cell);
      else times.push(took);
    }
    times.sort((a, b) => a - b);
    const at = (share: number): number =>
      times[Math.min(times.length - 1, Math.floor(times.length * share))]!;
    found.push({
      megabytes: size,
      cells: CELLS.length,
      undone: times.length,
      median: at(0.5),
      p95: at(0.95),
      refused,
    });
  }
  host.close();
  return found;
}

/** Milliseconds of the undo; null: it was refused. */
async function timeOne(host: UndoHost, megabytes: number, cell: string): Promise<number | null> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-bench-undo-'));
  const order = ['c1', 'c2'];
  try {
    await host.start(folder);
    await host.run(1, 'c1', state(megabytes), order);
    await host.run(2, 'c2', cell, order);
    const started = performance.now();
    const { why } = await host.undo(2, order);
    const took = performance.now() - started;
    await host.end();
    return why.length === 0 ? took : null;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Nine of twelve columns of numbers are in the frame, three in the array. */
function state(megabytes: number): string {
  return [
    'import numpy as np, pandas as pd',
    `n = ${Math.round((megabytes * 1_000_000) / 8 / 12)}`,
    "df = pd.DataFrame({name: np.arange(n) % 1000 / 1000 for name in 'abcdefgh'})",
    "df['k'] = np.arange(n) % 100",
    'arr = np.arange(3 * n)[::-1].copy()',
    'other = {1: 2}',
    'items = list(range(100_000, 0, -1))',
    'words = {str(i): i for i in range(100_000)}',
    'd = {}',
  ].join('\n');
}
