/** The agent in a Python that lacks all that only Unix has. */

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findPackageRoot } from '../../instrument/index.ts';
import { makeFolder } from '../cli/sluice.ts';
import { hostSetup, testPython } from '../harness/host.ts';

interface Ran {
  readonly error: string | null;
  readonly printed: string;
  readonly trace: {
    readonly fault: string | null;
    readonly statements: readonly { readonly reads: unknown; readonly writes: unknown }[];
    readonly world: { readonly restorable: unknown };
  };
}

const CELLS = [
  'import os, random, time, signal, tempfile\nx = [3, 1, 2]',
  "with open('a.txt', 'w') as f:\n    f.write('one')\nos.environ['A'] = 'b'",
  "print(open('a.txt').read(), os.listdir('.'))\nx.sort()",
  'import pandas as pd, numpy as np\ndf = pd.DataFrame({"a": x, "r": np.random.rand(3)})',
  'df["b"] = df.a * 2\nprint(df.b.sum(), random.random() < 2)\nos.remove("a.txt")',
  'signal.signal(signal.SIGTERM, signal.SIG_IGN)\nsignal.getsignal(signal.SIGTERM)',
  'import matplotlib\nmatplotlib.use("agg")\nimport matplotlib.pyplot as plt\n_ = plt.plot(x)',
];

async function run(hides: boolean): Promise<readonly Ran[]> {
  const folder = makeFolder();
  try {
    const setup = { ...hostSetup(), preload: ['pandas', 'matplotlib.pyplot'], cells: CELLS, hides };
    const script = join(findPackageRoot(), 'test', 'platform', 'without_unix.py');
    const said = execFileSync(await testPython(), [script], {
      input: JSON.stringify(setup),
      encoding: 'utf8',
      cwd: folder.path,
      maxBuffer: 64 * 1024 * 1024,
    });
    // (which numbers objects get is chance)
    const lines = said
      .replaceAll(folder.path, 'FOLDER')
      .replace(/"o\d+"/g, '"o"')
      .trim()
      .split('\n');
    return lines.map((line) => JSON.parse(line) as Ran);
  } finally {
    folder.remove();
  }
}

test('cells run as with the names of Unix, and have the same records', async () => {
  const [without, whole] = [await run(true), await run(false)];
  expect(without.map(({ error, trace }) => [error, trace.fault])).toEqual(CELLS.map(() => [null, null]));
  const recorded = (runs: readonly Ran[]) =>
    runs.map(({ printed, trace }) => ({
      printed,
      statements: trace.statements.map(({ reads, writes }) => ({ reads, writes })),
      restorable: trace.world.restorable,
    }));
  expect(recorded(without)).toEqual(recorded(whole));
}, 120_000);
