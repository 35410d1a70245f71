/** The check of real notebooks, on a small one whose findings are known. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newNotebook } from '../../runtime/documents/index.ts';
import { testPython } from '../harness/host.ts';
import type { ComparableRun } from '../transparency/comparable.ts';
import { checkNotebook } from './check-notebook.ts';
import { chooseTargets } from './targets.ts';

test('what one notebook gives', { timeout: 600_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-check-'));
  const path = join(folder, 'small.ipynb');
  const sources = [
    'import random\nnumbers = [3, 1, 2]',
    'unused = 1',
    'numbers.sort()\nprint(numbers)',
    'random.SystemRandom().random()',
    '1 / 0',
    'len(numbers)',
  ];
  writeFileSync(
    path,
    newNotebook(
      sources.map((source) => ({ type: 'code' as const, source })),
      {},
    ),
  );
  try {
    const report = await checkNotebook('small', path, {
      python: await testPython(),
      slices: 2,
      limits: { cell: 60_000, pass: 60_000 },
      say: () => {},
    });
    expect(report).toMatchObject({ name: 'small', executions: 6, errors: 1, unstable: [4], altered: [] });
    expect(report).toMatchObject({ complete: 6, reasons: {}, stopped: null });
    expect(report.slices).toMatchObject([
      { exec: 3, statements: 3, of: 5, guarantee: 'complete', outcome: 'verified' },
      { exec: 6, statements: 3, of: 8, guarantee: 'complete', outcome: 'verified' },
    ]);
    expect(report.plainMs).toBeGreaterThan(0);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
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
