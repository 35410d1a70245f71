/** *Try from here* in open notebooks, by the cases of `test/cases/variants/`. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { type KernelServer, openServer } from '../../runtime/kernel/index.ts';
import { readCases } from '../harness/case-lines.ts';
import { testPython } from '../harness/host.ts';
import { missingModules } from '../harness/missing-modules.ts';
import { playVariants, type VariantCase } from './play-variants.ts';

const CASES = readCases<VariantCase>(new URL('../cases/variants/live.jsonl', import.meta.url));
const python = await testPython();
const missing = missingModules(
  python,
  CASES.flatMap(({ needs = [] }) => needs),
);
let server: KernelServer;
beforeAll(async () => {
  server = await openServer({ python });
}, 120_000);
afterAll(() => server.close());

for (const each of CASES) {
  test.skipIf(each.needs?.some((name) => missing.has(name)))(
    each.name,
    async () => {
      await playVariants(server, python, each, (step, at, { notes, wrong, ...found }) => {
        const text = `step ${at + 1}: ${JSON.stringify(step)} gave ${JSON.stringify({ notes, ...found })}`;
        const { says, start, show, keep, drop, edit, run, insert, order, outside, mode, ...expected } = step;
        const { delete: _, restart: __, reopen: ___, console: ____, undoes, ...rest } = expected;
        expect(wrong, text).toEqual([]);
        expect(found, text).toMatchObject(rest);
        if (says === null) expect(notes, text).toEqual([]);
        else if (says !== undefined) expect(notes.join('\n'), text).toContain(says);
      });
    },
    120_000,
  );
}
