/** The slice oracle over generated programs, with several probe budgets: no slice may be silently wrong. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Budget, Finding } from './generator/check.ts';
import { readGrammar } from './generator/grammar.ts';
import { measureMinimality } from './generator/minimality.ts';
import { generateProgram, type Program } from './generator/program.ts';
import { checkPrograms, describeFinding, tallyTable } from './generator/report.ts';
import { HostPool, testPython } from './harness/host.ts';

/** Programs with the default budget; the first ones also with budgets that make tracing switch off in mid-statement. */
const PROGRAMS = 300;
const SWITCHED = 100;
const MEASURED = 30;
const DEFAULT: readonly Budget[] = [null];
const ALL: readonly Budget[] = [null, 0, 5, 40];

let pool: HostPool;
const findings: Finding[] = [];
beforeAll(async () => {
  pool = new HostPool(2, await testPython(), ['numpy', 'pandas']);
}, 600_000);
afterAll(() => pool.close());

function* programs(): Generator<readonly [Program, readonly Budget[]]> {
  const grammar = readGrammar();
  for (let seed = 1; seed <= PROGRAMS; seed += 1) {
    yield [generateProgram(grammar, seed), seed <= SWITCHED ? ALL : DEFAULT];
  }
}

test(`${PROGRAMS} generated programs`, { timeout: 900_000 }, async () => {
  const tallies = await checkPrograms(pool, programs(), 4, (checks) => {
    findings.push(...checks.flatMap((check) => check.findings));
  });
  console.log(tallyTable(tallies));
  const wrong = findings.filter((finding) => finding.outcome === 'wrong');
  expect(wrong.length, wrong.slice(0, 3).map(describeFinding).join('\n\n')).toBe(0);
  for (const tally of tallies.values()) {
    expect(tally.failures, 'sessions that did not end').toEqual([]);
    expect(tally.altered, 'sessions that run otherwise with probes').toEqual([]);
  }
});

test('slices are near the smallest possible', { timeout: 900_000 }, async () => {
  for (const level of ['cell', 'statement'] as const) {
    const sample = findings
      .filter((f) => f.level === level && f.budget === null && f.name === 'y' && f.outcome === 'reproduced')
      .filter((f) => !f.verdict.script.includes('session went on'))
      .slice(0, MEASURED);
    const measured = await Promise.all(sample.map((finding) => measureMinimality(pool, finding)));
    const kept = measured.reduce((sum, m) => sum + m.kept, 0);
    const needed = measured.reduce((sum, m) => sum + m.needed, 0);
    console.log(`${level} level: ${kept} kept, ${needed} needed, ratio ${(kept / needed).toFixed(2)}`);
    expect(measured.length).toBeGreaterThan(0);
  }
});
