/** How much processor time short commands take, beside a bare Node. */

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtFile, findPackageRoot } from '../../instrument/index.ts';
import { median } from './median.ts';

/** A command, with the median and the least of its runs, in ms. */
export interface CommandStart {
  readonly name: string;
  readonly median: number;
  readonly least: number;
}

const CELLS = [
  'import pandas as pd\nimport numpy as np',
  "df = pd.read_csv('data.csv')\ndf['a'] = np.log(df['b'])",
  'print(df.describe())',
];
const RUNS = 20;

/** Times each command in one folder with a small notebook; first runs, which fill caches, do not count. */
export function timeCommandStarts(python: string): CommandStart[] {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-bench-'));
  const notebook = join(folder, 'small.ipynb');
  const cells = CELLS.map((source, at) => ({
    id: `c${at}`,
    cell_type: 'code',
    execution_count: null,
    metadata: {},
    outputs: [],
    source,
  }));
  writeFileSync(notebook, JSON.stringify({ cells, metadata: {}, nbformat: 4, nbformat_minor: 5 }));
  const sluice = [process.execPath, builtFile('runtime/cli/main.js')];
  const commands = [
    { name: 'bare Node', command: [process.execPath, '-e', '0'] },
    { name: 'sluice --version', command: [...sluice, '--version'] },
    { name: 'sluice check', command: [...sluice, 'check', notebook] },
    { name: 'sluice what-if', command: [...sluice, 'what-if', notebook] },
  ];
  try {
    return commands.map(({ name, command }) => {
      const times = timesOf(python, command, RUNS + 1).slice(1);
      return { name, median: median(times), least: Math.min(...times) };
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function timesOf(python: string, command: readonly string[], runs: number): number[] {
  const program = join(findPackageRoot(), 'test', 'bench', 'child_processor_time.py');
  const printed = execFileSync(python, [program, String(runs), ...command], { encoding: 'utf8' });
  return printed.trim().split('\n').map(Number);
}
