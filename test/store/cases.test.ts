/** The store by the cases of `test/cases/store/`: a second session shows the outputs of a run from the top. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readCases } from '../harness/case-lines.ts';
import { testPython } from '../harness/host.ts';
import { missingModules } from '../harness/missing-modules.ts';
import { playStore, type StoreCase } from './play-store.ts';
import { StoreHost } from './store-host.ts';

const FILES = ['restores', 'invalidations', 'moved'] as const;
const CASES = FILES.map(
  (file) => [file, readCases<StoreCase>(new URL(`../cases/store/${file}.jsonl`, import.meta.url))] as const,
);

const python = await testPython();
const missing = missingModules(
  python,
  CASES.flatMap(([, cases]) => cases.flatMap(({ needs = [] }) => needs)),
);
let host: StoreHost;
beforeAll(() => {
  host = new StoreHost(python, ['numpy', 'pandas']);
});
afterAll(() => host.close());

describe.each(CASES)('%s', (_, cases) => {
  for (const each of cases) {
    test.skipIf(each.needs?.some((name) => missing.has(name)))(each.name, async () => {
      const { restored, shown, fresh, files, freshFiles, reports } = await playStore(host, each);
      const told = JSON.stringify(reports, null, 1);
      expect(shown, told).toEqual(fresh);
      expect(files, told).toEqual(freshFiles);
      if (each.restores !== undefined) expect(restored, told).toEqual(each.restores);
      for (const cell of each.runs ?? []) expect(restored, told).not.toContain(cell);
    });
  }
});
