import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findPackageRoot } from '../../instrument/index.ts';
import type { ColumnSummary, TablePage } from '../../runtime/live/index.ts';
import { testPython } from '../harness/host.ts';

interface Case {
  readonly name: string;
  readonly cells: TablePage['cells'];
  readonly labels?: readonly string[];
  readonly index?: TablePage['index'];
  readonly code?: string;
  readonly summaries?: readonly Partial<ColumnSummary>[];
}

type Given =
  | { readonly skipped: string }
  | { readonly page: TablePage; readonly columns: readonly ColumnSummary[]; readonly same: boolean };

const root = findPackageRoot();
const cases = readFileSync(join(root, 'test/cases/tables.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Case);

test.for(cases)('$name', async (one, { skip }) => {
  const python = await testPython();
  const answer = execFileSync(python, [join(root, 'test/agent/tables.py'), JSON.stringify(one)]);
  const given = JSON.parse(answer.toString()) as Given;
  if ('skipped' in given) return skip(`${given.skipped} is not installed`);
  expect(given.page.cells).toEqual(one.cells);
  if (one.labels) expect(given.page.header.map(({ label }) => label)).toEqual(one.labels);
  if (one.code) expect(given.page.code).toBe(one.code);
  if (one.index) expect(given.page.index).toEqual(one.index);
  if (one.summaries) expect(given.columns).toMatchObject(one.summaries);
  expect(given.same).toBe(true);
});
