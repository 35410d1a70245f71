/** Undo and redo of runs by the agent, by the cases of `test/cases/undo/`. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readCases } from '../harness/case-lines.ts';
import { testPython } from '../harness/host.ts';
import { missingModules } from '../harness/missing-modules.ts';
import { playUndo, type UndoCase } from './play-undo.ts';
import { UndoHost } from './undo-host.ts';

const CASES = readCases<UndoCase>(new URL('../cases/undo/runs.jsonl', import.meta.url));
const python = await testPython();
const missing = missingModules(
  python,
  CASES.flatMap(({ needs = [] }) => needs),
);
let host: UndoHost;
beforeAll(() => {
  host = new UndoHost(python, ['numpy', 'pandas']);
});
afterAll(() => host.close());

describe.each([
  ['the world left alone', false],
  ['the world after the cells above', true],
])('%s', (_, places) => {
  for (const each of CASES) {
    test.skipIf(each.needs?.some((name) => missing.has(name)))(each.name, async () => {
      const { told, before, undone, none, redone, again, held } = await playUndo(host, each, places);
      const text = JSON.stringify(told);
      if (each.refuses !== undefined) {
        expect(told.why.join('; ')).toContain(each.refuses);
        expect(undone, text).toEqual(before);
        return;
      }
      expect(told.why).toEqual([]);
      expect(told.execs).toEqual([each.undo ?? each.cells.length, ...(each.with ?? [])]);
      expect(told).toMatchObject(each.tells ?? {});
      expect(undone, text).toEqual(none);
      expect(redone, text).toEqual(before);
      expect(again, text).toEqual(none);
      for (const value of held) expect(value).toBe('True');
      expect(held).toHaveLength(2 * (each.holds?.length ?? 0));
    });
  }
});
