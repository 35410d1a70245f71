/** Shrunk programs of former failures: slices reproduce each at both levels with every budget. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Budget, checkProgram } from './generator/check.ts';
import { caseProgram, type FoundCase } from './generator/found-case.ts';
import { HEAVY_LIBRARIES } from './generator/program.ts';
import { readCases } from './harness/case-lines.ts';
import { HostPool, testPython } from './harness/host.ts';
import { Sample } from './harness/sample.ts';

const BUDGETS: readonly Budget[] = [null, 0];
const sample = Sample.ofRun();
const all = readCases<FoundCase>(new URL('./cases/found.jsonl', import.meta.url).pathname);
const cases = sample.take(all, 8, 'found ');

describe('found by generated programs', () => {
  let pool: HostPool;
  beforeAll(async () => {
    pool = new HostPool(1, await testPython(), HEAVY_LIBRARIES);
  }, 600_000);
  afterAll(() => pool.close());

  test.each(cases)('$name', { timeout: 120_000 }, async (found) => {
    const budgets = [...new Set([...BUDGETS, found.budget ?? null])];
    const checks = await checkProgram(pool, caseProgram(found), budgets, { intermediate: 0, changes: 0 });
    const failing = checks.flatMap(({ failure, altered, findings }) => [
      ...(failure === null ? [] : [failure]),
      ...(altered === null ? [] : [`altered by probes: ${altered}`]),
      ...findings
        .filter((f) => f.outcome === 'wrong' || (f.outcome === 'flagged' && f.direction === 'backward'))
        .map((f) => `budget ${f.budget ?? 'default'}, ${f.level}: ${f.outcome}, ${f.verdict.difference}`),
    ]);
    if (found.known === undefined) expect(failing.join('\n'), found.why).toBe('');
    else expect(failing, `passes now, so it is no longer known: ${found.known}`).not.toEqual([]);
  });
});
