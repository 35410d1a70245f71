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
  readonly code?: string | null;
  /** Why the filters of the case cannot be applied. */
  readonly problem?: string;
  readonly csv?: string;
  /** The cells that are read again from the saved file, or why there is none. */
  readonly parquet?: TablePage['cells'] | string;
  readonly summaries?: readonly Partial<ColumnSummary>[];
}

type Given =
  | { readonly skipped: string }
  | { readonly problem: string }
  | {
      readonly csv: string;
      readonly parquet: TablePage['cells'] | string | null;
      readonly coded: TablePage['cells'] | null;
      readonly page: TablePage;
      readonly columns: readonly ColumnSummary[];
      readonly same: boolean;
    };

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
  if ('problem' in given) return expect(given.problem).toContain(one.problem ?? 'none');
  expect(given.page.cells).toEqual(one.cells);
  if (given.coded !== null) expect(given.coded).toEqual(one.cells);
  if (one.csv !== undefined) expect(given.csv).toBe(one.csv);
  const { parquet } = given;
  if (typeof parquet === 'string' && parquet.includes('needs pyarrow')) return skip(parquet);
  if (typeof one.parquet === 'string') expect(parquet).toContain(one.parquet);
  else if (one.parquet !== undefined) expect(parquet).toEqual(one.parquet);
  if (one.labels) expect(given.page.header.map(({ label }) => label)).toEqual(one.labels);
  if (one.code !== undefined) expect(given.page.code).toBe(one.code);
  if (one.index) expect(given.page.index).toEqual(one.index);
  if (one.summaries) expect(given.columns).toMatchObject(one.summaries);
  expect(given.same).toBe(true);
});
