/** Contracts in the metadata of a foreign notebook: queries that take for ever, or all memory. */

import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { parseNotebook } from '../../runtime/documents/index.ts';
import { CheckThread } from '../../runtime/problems/index.ts';
import { type Folder, makeFolder, notebookText, sluice } from '../cli/sluice.ts';

vi.setConfig({ testTimeout: 240_000 });

/** Beside five seconds for the queries, a busy machine's time to start and to end. */
const LIMIT_MS = 25_000;

const NUMBERS = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)';
const LARGE = "replace(hex(zeroblob(4000000)), '00', 'aa')";

/** Each of as many contracts. */
const HOSTILE: Readonly<Record<string, { readonly query: string; readonly times?: number }>> = {
  'steps without end': { query: `${NUMBERS} SELECT i FROM n WHERE i < 0` },
  'steps that each take long': { query: `${NUMBERS} SELECT i FROM n WHERE hex(randomblob(8000000)) = i` },
  'one step that takes for ever': {
    query: `SELECT 1 WHERE instr(${LARGE}, ${LARGE.replace('4000000', '2000000')} || 'b')`,
  },
  'a query whose reading takes for ever': {
    query: `WITH a0 AS (SELECT 1 AS x), ${Array.from({ length: 40 }, (_, n) => `a${n + 1} AS (SELECT p.x FROM a${n} AS p, a${n} AS q)`).join(', ')} SELECT x FROM a40`,
  },
  'many that each take a second': {
    query: `${NUMBERS} SELECT count(*) AS c FROM (SELECT i FROM n LIMIT 4000000) WHERE i < 0 HAVING c > 0`,
    times: 300,
  },
  'rows larger than memory': { query: `${NUMBERS} SELECT printf('%.*c', 15000000, 'x') AS x FROM n` },
};

function hostile({ query, times = 1 }: { readonly query: string; readonly times?: number }): string {
  const contracts = Object.fromEntries(Array.from({ length: times }, (_, n) => [`c${n + 1}`, { query }]));
  const notebook = JSON.parse(notebookText(['print(undefined_name)'])) as { metadata: object };
  return JSON.stringify({ ...notebook, metadata: { ...notebook.metadata, sluice: { contracts } } });
}

let folder: Folder;
afterEach(() => folder.remove());

test.each(Object.keys(HOSTILE))('%s: the check ends, and says it', async (what) => {
  folder = makeFolder({ 'book.ipynb': hostile(HOSTILE[what]!) });
  const run = sluice(['check', join(folder.path, 'book.ipynb')]);
  const { code, ms, stdout } = await run;
  expect(code).toBe(1);
  expect(ms).toBeLessThan(LIMIT_MS);
  expect(stdout).toMatch(/undefined_name/);
  expect(stdout).toMatch(/c\d.*cannot be asked|c1: many other places/);
});

test.each(Object.keys(HOSTILE))('%s: problems of other notebooks are found', async (what) => {
  folder = makeFolder();
  const thread = new CheckThread();
  const standing = (name: string, text: string) => {
    const { cells, metadata } = parseNotebook(text, join(folder.path, name));
    return { path: join(folder.path, name), cells, metadata };
  };
  const first = thread.check(standing('hostile.ipynb', hostile(HOSTILE[what]!)), 'share', false);
  const began = performance.now();
  const { problems } = await thread.check(
    standing('own.ipynb', notebookText(['print(lost)'])),
    'share',
    false,
  );
  expect(performance.now() - began).toBeLessThan(LIMIT_MS);
  expect(problems.map(({ code }) => code)).toContain('undefined-name');
  expect((await first).problems.map(({ code }) => code)).toContain('contract');
});
