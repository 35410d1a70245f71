/**
 * Shrinks a wrong slice to the smallest session that shows it: the search of `shrink.ts` with the slice oracle as its question.
 */

import type { Runner } from '../harness/host.ts';
import { checkProgram, type Finding, type ProgramCheck } from './check.ts';
import { type FoundCase, foundCase } from './found-case.ts';
import type { Program } from './program.ts';
import { shrinkProgram } from './shrink.ts';

/** The smallest case found for a finding. A session with another error, or with errors of new types, is another failure. */
export async function shrinkFinding(runner: Runner, finding: Finding): Promise<FoundCase> {
  const { budget, level, direction } = finding;
  const check = async (program: Program): Promise<ProgramCheck | undefined> =>
    (await checkProgram(runner, program, [budget], { intermediate: 0, changes: 0 }))[0];
  const start = programUpTo(finding);
  const errors = (await check(start))?.errors.map(errorType) ?? [];
  const allowed = new Set([...errors, null]);
  const smallest = await shrinkProgram(start, async (program) => {
    const found = await check(program);
    if (!found || found.failure !== null || found.errors.some((error) => !allowed.has(errorType(error))))
      return false;
    if (errorType(found.errors.at(-1) ?? null) !== (errors.at(-1) ?? null)) return false;
    return found.findings.some(
      (f) => f.level === level && f.direction === direction && f.outcome === 'wrong',
    );
  });
  return foundCase(smallest, budget, level);
}

/** The case of a finding, unshrunk. */
export function findingCase(finding: Finding): FoundCase {
  return foundCase(programUpTo(finding), finding.budget, finding.level);
}

/** The session up to a finding, as a program of its own. For a forward slice, up to its first missing result. */
function programUpTo({ program, exec, name, change, verdict }: Finding): Program {
  if (change === null) {
    const runs = program.runs.slice(0, exec).map((run) => ({ ...run, names: [] }));
    return { name: program.name, runs, value: name };
  }
  const missed = Number(/^execution (\d+)/.exec(verdict.difference)?.[1] ?? program.runs.length);
  const names = program.runs[missed - 1]?.names ?? [];
  const runs = program.runs
    .slice(0, missed)
    .map((run, index) =>
      index + 1 === exec ? { ...run, names: [], changed: change.source } : { ...run, names: [] },
    );
  return { name: program.name, runs, value: missed === program.runs.length ? name : (names[0] ?? name) };
}

function errorType(error: string | null): string | null {
  return error === null ? null : (error.split(':')[0] ?? error);
}
