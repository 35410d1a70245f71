/**
 * Sizes of slices: each case names the exact cells of its last cell's slice, and the script reproduces the value with every probe
 * budget. Each case with an omitted cell stands beside a case that must keep the cell.
 */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readCases } from './harness/case-lines.ts';
import { graphOf, Host, testPython } from './harness/host.ts';
import { missingModules } from './harness/missing-modules.ts';
import { checkSlice } from './harness/oracle.ts';
import { remember } from './harness/remember.ts';
import { Sample } from './harness/sample.ts';

interface PrecisionCase {
  readonly name: string;
  readonly cells: readonly string[];
  readonly value: string;
  /** The slice of the last cell, as numbers of cells from 1. */
  readonly slice: readonly number[];
  /** Modules without which it is skipped. */
  readonly needs?: readonly string[];
}

const sample = Sample.ofRun();
const all = readCases<PrecisionCase>(new URL('./cases/precision.jsonl', import.meta.url).pathname);
const sampled = sample.take(all, 12, 'precision ');
const python = await testPython();
const missing = missingModules(
  python,
  sampled.flatMap(({ needs = [] }) => needs),
);
const cases = sampled.filter(({ needs = [] }) => !needs.some((module) => missing.has(module)));

describe('precision', () => {
  let host: Host;
  beforeAll(() => {
    host = new Host(python, ['numpy', 'pandas']);
  });
  afterAll(() => host.close());

  test.each(cases)('$name', { timeout: 60_000 }, async ({ cells, value, slice }) => {
    const once = remember(host);
    const job = { cells: cells.map((source, i) => [`c${i + 1}`, source] as const), names: [value] };
    for (const budget of [null, 0, 5]) {
      const traced = budget === null ? job : { ...job, budget };
      const session = await host.run(traced);
      const graph = graphOf(traced, session);
      for (const level of ['cell', 'statement'] as const) {
        const verdict = await checkSlice(once, traced, session, graph, cells.length, level);
        expect(verdict.difference, `${level}, budget ${budget ?? 'default'}\n${verdict.script}`).toBe('');
        if (budget === null) expect(verdict.executions, level).toEqual(slice);
      }
    }
  });
});
