/**
 * Fuzzing (`npm run fuzz`, not part of `npm test`): generated programs from new seeds, each silently wrong slice shrunk to a case that
 * is added to `test/cases/found.jsonl`. `SLUICE_FUZZ`: seeds as FROM-TO; `SLUICE_FUZZ_BUDGETS`: a list such as `default,0,5`.
 */

import { appendFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Budget, Finding } from '../generator/check.ts';
import { readGrammar } from '../generator/grammar.ts';
import { generateProgram, type Program } from '../generator/program.ts';
import { checkPrograms, describeFinding, tallyTable } from '../generator/report.ts';
import { shrinkFinding } from '../generator/shrink-finding.ts';
import { HostPool, testPython } from '../harness/host.ts';

const seeds = process.env.SLUICE_FUZZ;
const CASES = new URL('../cases/found.jsonl', import.meta.url);

test.runIf(seeds !== undefined)('fuzz', { timeout: 24 * 3600_000 }, async () => {
  const [from = 0, to = 0] = (seeds ?? '').split('-').map(Number);
  const budgets = (process.env.SLUICE_FUZZ_BUDGETS ?? 'default')
    .split(',')
    .map((text): Budget => (text === 'default' ? null : Number(text)));
  const pool = new HostPool(2, await testPython(), ['numpy', 'pandas']);
  const wrong: Finding[] = [];
  const tallies = await checkPrograms(pool, programs(from, to, budgets), 4, (checks) => {
    // one wrong slice per program is enough: the others mostly have the same cause
    wrong.push(...checks.flatMap((c) => c.findings.filter((f) => f.outcome === 'wrong')).slice(0, 1));
  });
  console.log(tallyTable(tallies));
  for (const tally of tallies.values())
    for (const failure of tally.failures) console.log(`not run: ${failure}`);
  for (const tally of tallies.values()) for (const change of tally.altered) console.log(`altered: ${change}`);
  for (const finding of wrong) {
    const found = await shrinkFinding(pool, finding);
    console.log(`${describeFinding(finding)}\n--- shrunk\n${JSON.stringify(found, null, 2)}`);
    appendFileSync(CASES, `${JSON.stringify(found)}\n`);
  }
  pool.close();
  expect(wrong.length).toBe(0);
});

function* programs(
  from: number,
  to: number,
  budgets: readonly Budget[],
): Generator<readonly [Program, readonly Budget[]]> {
  const grammar = readGrammar();
  for (let seed = from; seed < to; seed += 1) yield [generateProgram(grammar, seed), budgets];
}
