/** The limit of a store: set by a command, kept by each collection. */

import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { collectStore, type StoredRun, StoreFolder } from '../../runtime/store/index.ts';
import { STORE_VERSION } from '../../runtime/store/stored-run.ts';
import { type Folder, makeFolder, sluice, sluiceJson } from '../cli/sluice.ts';

const BYTES = 2_000_000;
const DIGEST = '0'.repeat(64);

let folder: Folder;
let path: string;
beforeAll(() => {
  folder = makeFolder({});
  path = join(folder.path, 'store');
});
afterAll(() => folder.remove());

test('a command shows and sets the limit', async () => {
  expect(await sluiceJson(['store', 'limit', '--store', path])).toEqual([
    { type: 'limit', bytes: 5_000_000_000, used: 0 },
  ]);
  const { stdout } = await sluice(['store', 'limit', '20', '--store', path]);
  expect(stdout).toBe(`${path} holds 0 GB of at most 20 GB\n`);
  expect(new StoreFolder(path).limit).toBe(20_000_000_000);
  await sluice(['store', 'clear', '--store', path]);
  expect(new StoreFolder(path).limit).toBe(20_000_000_000);
});

test('a changed limit does not count', () => {
  const store = new StoreFolder(path);
  store.limit = 7_000_000_000;
  writeFileSync(join(path, 'limit.json'), 'signature\n1');
  expect(store.limit).toBe(5_000_000_000);
});

test('a collection keeps the runs that save the most time', () => {
  const store = new StoreFolder(join(folder.path, 'two'));
  store.prepare();
  writeFileSync(store.valuePath(DIGEST), '');
  truncateSync(store.valuePath(DIGEST), BYTES);
  store.limit = 2 * BYTES;
  for (const [at, letter] of ['a', 'b', 'c'].entries())
    store.write({ ...RUN, key: letter.repeat(32), source: letter.repeat(32), ms: 1_000 * (at + 1) });
  expect(collectStore(store)).toBe(1);
  expect(store.all().map(({ run }) => run?.ms)).toEqual([2_000, 3_000]);
});

const RUN: StoredRun = {
  version: STORE_VERSION,
  key: '',
  source: '',
  title: 'x = 1',
  inputs: [],
  settings: {},
  after: { names: {}, groups: [], deleted: [], world: {} },
  values: [{ names: ['x'], streams: false, sha256: DIGEST, size: BYTES, fingerprint: '' }],
  files: [],
  outputs: [],
  modules: [],
  at: 0,
  ms: 1_000,
  python: '',
  path: [],
};
