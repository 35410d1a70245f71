/**
 * `sluice reproduce` on small notebooks: equal outputs, the first cell of a difference, and its cause. Cases
 * as data.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findPackageRoot } from '../../../instrument/index.ts';
import { type Folder, makeFolder, sluice } from '../../cli/sluice.ts';
import { type SavedCell, savedNotebook } from './saved-notebook.ts';

/** `expect`: status, cause and first cell, by cell; `why`: a part of the reason. */
interface Case {
  readonly name: string;
  readonly order?: string;
  readonly used?: string;
  readonly cells: readonly SavedCell[];
  readonly expect: Readonly<Record<string, readonly [string, string | null, string | null]>>;
  readonly why?: Readonly<Record<string, string>>;
}

interface Result {
  readonly file: string;
  readonly order: string;
  readonly outputs: Readonly<Record<string, number>>;
  readonly cells: readonly {
    readonly cell: string;
    readonly status: string;
    readonly cause: string | null;
    readonly first: string | null;
    readonly why: string | null;
  }[];
}

const T = 600_000;
const FILE = join(findPackageRoot(), 'test', 'cases', 'reproduce', 'causes.jsonl');
const CASES = readFileSync(FILE, 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Case);
const ORDERS = [...new Set(CASES.map(({ order = 'page' }) => order))];

describe.each(ORDERS)('in the order of %s', (order) => {
  const cases = CASES.filter((item) => (item.order ?? 'page') === order);
  const results = new Map<string, Result>();
  let folder: Folder;
  beforeAll(async () => {
    folder = makeFolder(
      Object.fromEntries(cases.map(({ name, cells }) => [`${name}.ipynb`, savedNotebook(cells)])),
    );
    const args = ['reproduce', '.', '--json', '--order', order, '--timeout', '60', '--jobs', '2'];
    const slow = cases.some(({ name }) => name === 'endless') ? ['--timeout', '15'] : [];
    const { stdout, stderr } = await sluice([...args, ...slow], { cwd: folder.path });
    expect(stderr).toBe('');
    for (const line of stdout.trimEnd().split('\n')) {
      const result = JSON.parse(line) as Result;
      results.set(result.file.replace('.ipynb', ''), result);
    }
  }, T);
  afterAll(() => folder.remove());

  test.each(cases.map((item) => [item.name, item] as const))('%s', (name, item) => {
    const result = results.get(name);
    for (const [id, wanted] of Object.entries(item.expect)) {
      const cell = result?.cells.find((each) => each.cell === id);
      expect([id, cell?.status, cell?.cause, cell?.first]).toEqual([id, ...wanted]);
      expect(cell?.why === null).toBe(cell?.cause === null);
      if (item.why?.[id] !== undefined) expect(cell?.why).toContain(item.why[id]);
    }
    if (item.used) expect(result?.order).toBe(item.used);
    const { total, same, normalized, different, missing } = result?.outputs ?? {};
    expect(total).toBe(same! + normalized! + different! + missing!);
  });
});
