/**
 * `npm run fuzz -- [FROM-TO] [BUDGETS]`: generated programs from other seeds than the tests', by default 3000 that nobody
 * has tried yet. Each takes the next of the probe budgets (default, 0, 5, 40). A silently wrong slice is shrunk and added to
 * `test/cases/found.jsonl`; then the exit code is 1. An interrupt ends with what was found so far. `reactive`, `any-order`: see reactive.ts; `tables`: see tables.ts;
 * `outputs`: see outputs.ts; `kernels`: see kernels.ts; `security`: see security.ts; `reproduce`: see reproduce.ts; `store`: see store.ts; `what-if`: see what-if.ts.
 */

import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPackageRoot } from '../../instrument/index.ts';
import type { Budget, Finding, ProgramCheck } from '../generator/check.ts';
import type { FoundCase } from '../generator/found-case.ts';
import { PACKAGE_GROUPS, readGrammar } from '../generator/grammar.ts';
import { generateProgram, HEAVY_LIBRARIES, type Program } from '../generator/program.ts';
import { checkPrograms, describeFinding, type Tallies, tallyTable } from '../generator/report.ts';
import { findingCase, shrinkFinding } from '../generator/shrink-finding.ts';
import { HostPool, testPython } from '../harness/host.ts';
import { missingModules } from '../harness/missing-modules.ts';
import { fuzzKernels } from './kernels.ts';
import { fuzzOutputs } from './outputs.ts';
import { Progress } from './progress.ts';
import { fuzzReactive } from './reactive.ts';
import { fuzzReproduce } from './reproduce.ts';
import { fuzzSecurity } from './security.ts';
import { fuzzStore } from './store.ts';
import { fuzzTables } from './tables.ts';
import { fuzzWhatIf } from './what-if.ts';

const PROGRAMS = 3000;
const BUDGETS = 'default,0,5,40';
const CASES = join(findPackageRoot(), 'test', 'cases', 'found.jsonl');

const [, , first, second, third] = process.argv;
if (first === 'reactive') process.exit(await fuzzReactive('in-order', second));
if (first === 'tables') process.exit(await fuzzTables());
if (first === 'kernels') process.exit(await fuzzKernels(second, third));
if (first === 'outputs') process.exit(await fuzzOutputs(second, third));
if (first === 'security') process.exit(await fuzzSecurity(second, third));
if (first === 'store') process.exit(await fuzzStore(second, third));
if (first === 'reproduce') process.exit(await fuzzReproduce(second, third));
if (first === 'what-if') process.exit(await fuzzWhatIf(second));
if (first === 'any-order') process.exit(await fuzzReactive('any-order', second));

const today = Math.floor(Date.now() / 1000) % 1_000_000_000;
const [seeds = `${today}-${today + PROGRAMS}`, budgetList = BUDGETS] = process.argv.slice(2);
const [from, to] = seeds.split('-').map(Number);
const budgets = budgetList.split(',').map((text): Budget => (text === 'default' ? null : Number(text)));

if (from === undefined || to === undefined || !(from < to) || budgets.some((b) => Number.isNaN(b))) {
  process.stderr.write('sluice: fuzz takes FROM-TO, two numbers, and budgets such as default,0,5\n');
  process.exitCode = 2;
} else {
  await fuzz(from, to);
}

async function fuzz(first: number, end: number): Promise<void> {
  const python = await testPython();
  const missing = missingModules(python, PACKAGE_GROUPS);
  const packages = new Set(PACKAGE_GROUPS.filter((name) => !missing.has(name)));
  const pool = new HostPool(2, python, [...HEAVY_LIBRARIES, ...packages]);
  const progress = new Progress(end - first);
  const tallies: Tallies = new Map();
  const unshrunk = new Set<Finding>();
  const shrinking: Promise<void>[] = [];
  const seen = (checks: readonly ProgramCheck[]): void => {
    // one wrong slice per program is enough: the others mostly have the same cause
    const [wrong] = checks.flatMap((c) => c.findings.filter((f) => f.outcome === 'wrong'));
    progress.checked(wrong !== undefined);
    if (wrong) {
      unshrunk.add(wrong);
      shrinking.push(shrink(pool, wrong, unshrunk));
    }
  };
  const finish = (): never => {
    progress.end();
    for (const finding of unshrunk) addCase(findingCase(finding));
    pool.close();
    summarize(tallies);
    process.exit(progress.wrong > 0 ? 1 : 0);
  };
  process.on('SIGINT', finish);
  process.on('SIGTERM', finish);
  await checkPrograms(pool, programs(first, end, packages), 4, tallies, seen);
  await Promise.all(shrinking);
  finish();
}

function* programs(
  first: number,
  end: number,
  packages: ReadonlySet<string>,
): Generator<readonly [Program, readonly Budget[]]> {
  const grammar = readGrammar(packages);
  for (let seed = first; seed < end; seed += 1) {
    yield [generateProgram(grammar, seed), [budgets[seed % budgets.length] ?? null]];
  }
}

async function shrink(pool: HostPool, finding: Finding, unshrunk: Set<Finding>): Promise<void> {
  const found = await shrinkFinding(pool, finding);
  unshrunk.delete(finding);
  addCase(found);
  process.stdout.write(`${describeFinding(finding)}\n--- shrunk\n${JSON.stringify(found, null, 2)}\n`);
}

function addCase(found: FoundCase): void {
  appendFileSync(CASES, `${JSON.stringify(found)}\n`);
}

function summarize(tallies: Tallies): void {
  process.stdout.write(`${tallyTable(tallies)}\n`);
  for (const { failures, altered } of tallies.values()) {
    for (const failure of failures) process.stdout.write(`not run: ${failure}\n`);
    for (const change of altered) process.stdout.write(`altered by probes: ${change}\n`);
  }
}
