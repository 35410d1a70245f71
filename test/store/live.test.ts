/** The store of live sessions by the cases of `live.jsonl`: the notebook settles, and shows the outputs of a run from the top. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { readCases } from '../harness/case-lines.ts';
import { testPython } from '../harness/host.ts';
import { missingModules } from '../harness/missing-modules.ts';
import { type LiveCase, playLive } from './play-live.ts';
import { StoreHost } from './store-host.ts';

const CASES = readCases<LiveCase>(new URL('../cases/store/live.jsonl', import.meta.url));
const python = await testPython();
const missing = missingModules(
  python,
  CASES.flatMap(({ needs = [] }) => needs),
);
let host: StoreHost;
beforeAll(() => {
  host = new StoreHost(python, ['numpy', 'pandas']);
});
afterAll(() => host.close());

for (const each of CASES) {
  test.skipIf(each.needs?.some((name) => missing.has(name)))(each.name, async () => {
    const { restored, shown, fresh, left, reports } = await playLive(host, each);
    const told = JSON.stringify(reports, null, 1);
    expect(left, told).toEqual([]);
    expect(shown, told).toEqual(fresh);
    if (each.restores !== undefined) expect(restored, told).toEqual(each.restores);
  });
}
