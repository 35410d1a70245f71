/**
 * Values of classes on the list that Kishu publishes: a later session shows what a run from the top shows, whether it restores
 * the value or makes the value again. Classes of packages that this Python lacks are skipped; a day takes a part of the others.
 */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { readCases } from '../harness/case-lines.ts';
import { testPython } from '../harness/host.ts';
import { missingModules } from '../harness/missing-modules.ts';
import { Sample } from '../harness/sample.ts';
import { playStore, type StoreCase } from './play-store.ts';
import { StoreHost } from './store-host.ts';

const CASES = readCases<StoreCase>(new URL('../cases/store/classes.jsonl', import.meta.url));
/** One class in so many is taken each day. */
const PARTS = 10;
const T = 300_000;
/** Packages that many classes need, and that live on in a forked process. */
const LOADED = ['numpy', 'pandas', 'scipy', 'sklearn', 'matplotlib', 'torch'];

const python = await testPython();
const missing = missingModules(python, [...LOADED, ...CASES.flatMap(({ needs = [] }) => needs)]);
const found = CASES.filter(({ needs = [] }) => !needs.some((name) => missing.has(name)));
let host: StoreHost;
beforeAll(() => {
  host = new StoreHost(
    python,
    LOADED.filter((name) => !missing.has(name)),
  );
});
afterAll(() => host.close());

for (const each of Sample.ofRun().take(found, PARTS, 'classes of the store ')) {
  test(
    each.name,
    async () => {
      const { shown, fresh, files, freshFiles, reports } = await playStore(host, each);
      const told = JSON.stringify(reports, null, 1);
      expect(shown, told).toEqual(fresh);
      expect(files, told).toEqual(freshFiles);
      expect(fresh.filter((text) => text.includes('Error: '))).toEqual([]);
    },
    T,
  );
}
