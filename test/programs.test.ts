/** The slice oracle over generated programs, with several probe budgets: no slice may be silently wrong. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Budget, Finding } from './generator/check.ts';
import { readGrammar } from './generator/grammar.ts';
import { generateProgram, HEAVY_LIBRARIES, type Program } from './generator/program.ts';
import { checkPrograms, describeFinding, type Tallies, tallyTable } from './generator/report.ts';
import { HostPool, testPython } from './harness/host.ts';
import { type Measurement, measureCase } from './oracle/measure.ts';
import { programCases } from './oracle/oracle-cases.ts';
import { totalsTable } from './oracle/report.ts';

/** Programs with the default budget; the first ones also with budgets that end in mid-statement. */
const PROGRAMS = 20;
const SWITCHED = 10;
const MEASURED = 4;
const DEFAULT: readonly Budget[] = [null];
const ALL: readonly Budget[] = [null, 0, 5, 40];

let pool: HostPool;
const findings: Finding[] = [];
beforeAll(async () => {
  pool = new HostPool(2, await testPython(), HEAVY_LIBRARIES);
}, 600_000);
afterAll(() => pool.close());

function* programs(): Generator<readonly [Program, readonly Budget[]]> {
  const grammar = readGrammar();
  for (let seed = 1; seed <= PROGRAMS; seed += 1) {
    yield [generateProgram(grammar, seed), seed <= SWITCHED ? ALL : DEFAULT];
  }
}

test(`${PROGRAMS} generated programs`, { timeout: 900_000 }, async () => {
  const tallies: Tallies = new Map();
  await checkPrograms(pool, programs(), 4, tallies, (checks) => {
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
  const found: Measurement[] = [];
  const options = {
    levels: ['cell', 'statement'],
    seconds: 60,
    faithfully: false,
    explain: false,
    last: false,
    goOn: () => true,
  } as const;
  const queue = programCases(1, MEASURED + 1).values();
  const work = async (): Promise<void> => {
    for (const one of queue) await measureCase(pool, one, options, (measured) => found.push(measured));
  };
  await Promise.all([work(), work()]);
  console.log(totalsTable(found));
  expect(found.length).toBe(2 * MEASURED);
});
