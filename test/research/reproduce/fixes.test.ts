/** `sluice reproduce --fix`: the repairs (cases as data), and the result of a run of the copy. */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { findPackageRoot } from '../../../instrument/index.ts';
import { planFixes } from '../../../slicer/index.ts';
import { type Folder, makeFolder, sluice } from '../../cli/sluice.ts';
import { savedNotebook } from './saved-notebook.ts';

/** `faults`: cell, first, cause and missing name; `fixes`: cell, whether a new cell goes before it, and the text. */
interface Case {
  readonly name: string;
  readonly cells: readonly string[];
  readonly faults: readonly (readonly [string, string, 'time', string | null])[];
  readonly files?: Readonly<Record<string, readonly string[]>>;
  readonly exists?: readonly string[];
  readonly runs?: readonly string[];
  readonly fixes: readonly (readonly [string, boolean, string])[];
}

const T = 600_000;
const CASES = readFileSync(join(findPackageRoot(), 'test', 'cases', 'reproduce', 'fixes.jsonl'), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Case);

test.each(CASES.map((item) => [item.name, item] as const))('%s', (_, item) => {
  const { cells, faults, files = {}, exists = [], runs = [], fixes } = item;
  const found = planFixes(
    cells.map((source, at) => ({ id: `c${at + 1}`, source })),
    faults.map(([cell, first, cause, missingName]) => ({ cell, first, cause, missingName })),
    { exists: (path) => exists.includes(path), filesNamed: (name) => files[name] ?? [], runs },
  );
  expect(found.map(({ cell, before, source }) => [cell, before, source])).toEqual(fixes);
});

let folder: Folder | null = null;
afterEach(() => folder?.remove());

test(
  'the copy is mended, runs, and keeps what it shows; the notebook stays as it is',
  async () => {
    const text = savedNotebook([
      ['import random\nx = random.random()', null],
      ["d = open('/home/ann/prices.csv').read()\nprint(d)", '12\n'],
      ['print(x)', '0.5\n'],
      ['print(lost)', '7\n'],
    ]);
    folder = makeFolder({ 'x.ipynb': text, 'data/prices.csv': '12' });
    const { code, stdout } = await sluice(['reproduce', 'x.ipynb', '--fix', '--json'], { cwd: folder.path });
    expect(code).toBe(1);
    const { outputs, fixed } = JSON.parse(stdout);
    expect(outputs).toMatchObject({ total: 3, same: 0 });
    expect(fixed).toMatchObject({ file: 'x.fixed.ipynb', requirements: null, repeats: 1 });
    expect(fixed.outputs).toMatchObject({ total: 3, same: 1 });
    expect(fixed.applied.map(({ cause, index }: { cause: string; index: number }) => [cause, index])).toEqual(
      [
        ['unseeded-random', 1],
        ['absolute-path', 2],
      ],
    );
    expect(readFileSync(join(folder.path, 'x.ipynb'), 'utf8')).toBe(text);
    const copy = JSON.parse(readFileSync(join(folder.path, 'x.fixed.ipynb'), 'utf8'));
    expect(copy.cells.map(({ source }: { source: string | string[] }) => [source].flat().join(''))).toEqual([
      'import random\nrandom.seed(0)',
      'import random\nx = random.random()',
      "d = open('data/prices.csv').read()\nprint(d)",
      'print(x)',
      'print(lost)',
    ]);
    const [, , , shown] = copy.cells;
    expect([shown.outputs[0].text].flat().join('')).toBe('0.8444218515250481\n');
  },
  T,
);

test('a copy is no notebook of its folder', async () => {
  folder = makeFolder({ 'x.fixed.ipynb': savedNotebook([['print(1)', '1\n']]) });
  const { code, stdout, stderr } = await sluice(['reproduce', '.', '--json'], { cwd: folder.path });
  expect([code, stdout, stderr]).toEqual([0, '', '']);
});

test(
  'where nothing can be mended, there is no copy',
  async () => {
    folder = makeFolder({ 'x.ipynb': savedNotebook([['print(gone)', '1\n']]) });
    const { stdout } = await sluice(['reproduce', 'x.ipynb', '--fix'], { cwd: folder.path });
    expect(stdout).toMatch(/nothing of it can be mended here\n$/);
    expect(existsSync(join(folder.path, 'x.fixed.ipynb'))).toBe(false);
  },
  T,
);
