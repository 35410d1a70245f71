/** The check of real notebooks, on a small one whose findings are known. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newNotebook } from '../../runtime/documents/index.ts';
import { parseCell } from '../../slicer/static/index.ts';
import { Choices } from '../generator/random.ts';
import { testPython } from '../harness/host.ts';
import type { ComparableRun } from '../transparency/comparable.ts';
import { checkNotebook } from './check-notebook.ts';
import { checkReactive } from './check-reactive.ts';
import { checkStoreOn } from './check-store.ts';
import { randomEdit } from './random-edit.ts';
import { chooseTargets } from './targets.ts';

const LIMITS = { cell: 60_000, pass: 60_000 };

/** A notebook in a folder of its own. */
async function withNotebook(sources: readonly string[], use: (path: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-check-'));
  const path = join(folder, 'small.ipynb');
  writeFileSync(
    path,
    newNotebook(
      sources.map((source) => ({ type: 'code' as const, source })),
      {},
    ),
  );
  try {
    await use(path);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test('what one notebook gives', { timeout: 600_000 }, async () => {
  const sources = [
    'import random\nnumbers = [3, 1, 2]',
    'unused = 1',
    'numbers.sort()\nprint(numbers)',
    'random.SystemRandom().random()',
    '1 / 0',
    'len(numbers)',
  ];
  await withNotebook(sources, async (path) => {
    const python = await testPython();
    const report = await checkNotebook('small', path, { python, slices: 2, limits: LIMITS, say: () => {} });
    expect(report).toMatchObject({ name: 'small', executions: 6, errors: 1, unstable: [4], altered: [] });
    expect(report).toMatchObject({ complete: 6, reasons: {}, stopped: null });
    expect(report.slices).toMatchObject([
      { exec: 3, statements: 3, of: 5, guarantee: 'complete', outcome: 'verified' },
      { exec: 6, statements: 3, of: 8, guarantee: 'complete', outcome: 'verified' },
    ]);
    expect(report.plainMs).toBeGreaterThan(0);
  });
});

test.each([false, true])('kills with a store, reactive: %s', { timeout: 600_000 }, async (reactive) => {
  const sources = ['a = [1]', 'b = [a, 2]\nprint(b)', 'import time\nprint(time.time())', 'a.append(3)\nb'];
  await withNotebook(sources, async (path) => {
    const python = await testPython();
    const options = { python, reactive, kills: 2, seed: 1, limits: LIMITS, say: () => {} };
    const report = await checkStoreOn('small', path, options);
    expect(report).toMatchObject({ cells: 4, errors: 0, unstable: [3], stored: 3, wrong: [], again: 0 });
    expect(report.restoredAtEnd).toBeGreaterThan(0);
  });
});

test('what one notebook gives in reactive mode', { timeout: 600_000 }, async () => {
  const sources = ['a = 1', 'print(missing)', 'import random\nprint(random.random())', 'a'];
  await withNotebook(sources, async (path) => {
    const options = { edits: 2, seed: 1, limits: LIMITS, budget: 300_000, say: () => {} };
    const report = await checkReactive('small', path, { ...options, python: await testPython() });
    expect(report).toMatchObject({ name: 'small', cells: 4, errors: 1, stopped: null });
    // unseeded values are compared with nothing; the second cell is held back for its name
    const held = [{ cell: 2 }];
    const step = { settled: 3, held, compared: 2, different: [] };
    expect(report.steps).toMatchObject([
      { what: 'run all', cell: null, settled: 3, held },
      { what: 'run all again', cell: null, ...step },
      { what: 'edit', cell: 1, ...step },
      { what: 'edit', cell: 1, ...step },
    ]);
  });
});

test('edits of random places are valid Python, and change what they say they change', () => {
  const cells = new Map([
    ['none', 'x'],
    ['some', '%time y = 10 if x < 3.5 else "a word" # 7'],
    ['other', '%%bash\necho 1'],
  ]);
  const found = new Set<string>();
  for (let seed = 1; seed <= 200; seed += 1) {
    const edit = randomEdit(cells, new Choices(seed));
    expect(edit).toMatchObject({ cell: 'some', before: cells.get('some') });
    expect(parseCell(edit?.after ?? '').errors).toEqual([]);
    found.add(edit?.after ?? '');
  }
  const all = [...found].join('\n');
  expect(all).toMatch(/^%time y = 10 if x <= 3.5 else "a word" # 7$/m);
  expect(all).toMatch(/^%time y = 1[123] if x < 3.5 else "a word" # 7$/m);
  expect(all).toMatch(/^%time y = 10 if x < 3.5[123] else "a word" # 7$/m);
  expect(all).toMatch(/^%time y = 10 if x < 3.5 else "a word[123]" # 7$/m);
  expect(all).toMatch(/^%time x = 10 if x < 3.5 else "a word" # 7$/m);
});

test('executions that showed something are chosen first, spread over the notebook', () => {
  const run = (outputs: readonly string[], status = 'ok'): ComparableRun => ({
    status,
    executionCount: 1,
    outputs,
    stderr: '',
  });
  const runs = [run(['a']), run([]), run(['b']), run(['c']), run(['d'], 'error'), run(['e']), run([])];
  expect(chooseTargets(runs, new Set(), 2)).toEqual([3, 6]);
  expect(chooseTargets(runs, new Set([6]), 2)).toEqual([3, 4]);
  expect(chooseTargets(runs, new Set(), 5)).toEqual([1, 3, 4, 6, 7]);
  expect(chooseTargets(runs, new Set(), 9)).toEqual([1, 2, 3, 4, 6, 7]);
});
