/** Shrinks a wrong slice to the smallest session that shows it: the search of `shrink.ts` with the slice oracle as its question. */

import type { Runner } from '../harness/host.ts';
import { checkProgram, type Finding, type ProgramCheck } from './check.ts';
import { type FoundCase, foundCase } from './found-case.ts';
import type { Program } from './program.ts';
import { shrinkProgram } from './shrink.ts';

/** The smallest case found for a finding. A session that ends in another error, or has errors of new types, is another failure. */
export async function shrinkFinding(runner: Runner, finding: Finding): Promise<FoundCase> {
  const { budget, level } = finding;
  const check = async (program: Program): Promise<ProgramCheck | undefined> =>
    (await checkProgram(runner, program, [budget], 0))[0];
  const start = programUpTo(finding);
  const errors = (await check(start))?.errors.map(errorType) ?? [];
  const allowed = new Set([...errors, null]);
  const smallest = await shrinkProgram(start, async (program) => {
    const found = await check(program);
    if (!found || found.failure !== null || found.errors.some((error) => !allowed.has(errorType(error))))
      return false;
    if (errorType(found.errors.at(-1) ?? null) !== (errors.at(-1) ?? null)) return false;
    return found.findings.some((f) => f.level === level && f.outcome === 'wrong');
  });
  return foundCase(smallest, budget, level);
}

/** The session up to a finding, as a program of its own. */
function programUpTo({ program, exec, name }: Finding): Program {
  return {
    name: program.name,
    runs: program.runs.slice(0, exec).map((run) => ({ ...run, names: [] })),
    value: name,
  };
}

function errorType(error: string | null): string | null {
  return error === null ? null : (error.split(':')[0] ?? error);
}
