/**
 * The slice oracles over a generated program: backward slices at both levels, for its last run and for some before, and forward
 * slices of some changed cells, with given probe budgets. It judges; `report.ts` counts.
 */

import type { Direction, Level } from '../../slicer/index.ts';
import { type Answer, graphOf, type Job, type Runner } from '../harness/host.ts';
import { checkSlice, type Verdict } from '../harness/oracle.ts';
import { remember } from '../harness/remember.ts';
import { type Change, checkForward, chooseChanges, difference, type ForwardOutcome } from './forward.ts';
import type { Program } from './program.ts';
import { Choices } from './random.ts';

/** Probe events per statement; null: the agent's own default. */
export type Budget = number | null;

/** The verdict of the oracle on one slice. `wrong`: not reproduced although the slice claims to be complete. */
export interface Finding {
  readonly program: Program;
  readonly budget: Budget;
  readonly level: Level;
  readonly direction: Direction;
  readonly exec: number;
  /** The compared name; of a forward slice, the last run's. */
  readonly name: string;
  readonly change: Change | null;
  readonly outcome: ForwardOutcome;
  readonly verdict: Verdict;
}

/**
 * The results for a program. `errors`: of each run. `failure`: the session did not end, nothing was checked. `altered`: the
 * difference from a session without probes (the transparency oracle), or null.
 */
export interface ProgramCheck {
  readonly findings: readonly Finding[];
  readonly errors: readonly (string | null)[];
  readonly failure: string | null;
  readonly altered: string | null;
}

/** The extent of a check: values looked at in between, and changed cells. */
export interface Extent {
  readonly intermediate: number;
  readonly changes: number;
}

const EXTENT: Extent = { intermediate: 2, changes: 1 };

/** Seconds of processor time after which a session or a script is given up. */
const TIMEOUT = 10;

/** A run and a name to compare after it. */
interface Target {
  readonly exec: number;
  readonly name: string;
}

/** Runs and checks a program, once per budget. */
export async function checkProgram(
  runner: Runner,
  program: Program,
  budgets: readonly Budget[],
  extent: Extent = EXTENT,
): Promise<ProgramCheck[]> {
  const once = remember(runner);
  const changes = chooseChanges(program, extent.changes);
  const targets = program.runs.some((run) => run.changed !== undefined)
    ? []
    : [...chooseTargets(program, extent.intermediate), { exec: program.runs.length, name: program.value }];
  const checks: ProgramCheck[] = [];
  for (const budget of budgets) {
    const check = checkWithBudget(once, program, { targets, changes, budget });
    checks.push(await check.catch((error) => notChecked(error)));
  }
  return checks;
}

function notChecked(error: unknown): ProgramCheck {
  return { findings: [], errors: [], failure: String(error), altered: null };
}

function chooseTargets(program: Program, count: number): Target[] {
  const all = program.runs.flatMap(({ names }, index) => names.map((name) => ({ exec: index + 1, name })));
  return new Choices(program.runs.length * 7919 + all.length).sample(all, count);
}

interface Questions {
  readonly targets: readonly Target[];
  readonly changes: readonly Change[];
  readonly budget: Budget;
}

async function checkWithBudget(
  runner: Runner,
  program: Program,
  { targets, changes, budget }: Questions,
): Promise<ProgramCheck> {
  const observe: Record<number, readonly string[]> = { [program.runs.length]: [program.value] };
  program.runs.slice(0, -1).forEach(({ names }, index) => {
    if (names.length > 0) observe[index + 1] = names;
  });
  const job: Job = {
    cells: program.runs.map(({ cell, statements }) => [cell, statements.join('\n')] as const),
    observe,
    timeout: TIMEOUT,
    ...(budget === null ? {} : { budget }),
  };
  const answer = await runner.run(job);
  const graph = graphOf(job, answer);
  const scripts: Runner = { run: (script) => runner.run(script).catch(died) };
  const findings: Finding[] = [];
  for (const { exec, name } of targets) {
    // a failed run has not bound all its names; the last run's error is compared directly
    if (answer.runs[exec - 1]?.status === 'error' && exec !== program.runs.length) continue;
    const session: Answer = { ...answer, values: answer.runs[exec - 1]?.values ?? {} };
    for (const level of ['cell', 'statement'] as const) {
      const verdict = await checkSlice(scripts, { ...job, names: [name] }, session, graph, exec, level);
      const wrong = verdict.guarantee === 'complete' ? 'wrong' : 'flagged';
      const outcome = verdict.reproduced ? 'reproduced' : wrong;
      findings.push({
        program,
        budget,
        level,
        direction: 'backward',
        exec,
        name,
        change: null,
        outcome,
        verdict,
      });
    }
  }
  const plain = await runner.run(withoutProbes(job));
  const altered = alteration(answer, plain);
  // a session changed by probes is reported as such
  for (const change of altered === null ? changes : []) {
    for (const found of await checkForward(runner, job, graph, plain, change)) {
      const { level, outcome, verdict } = found;
      const { exec } = change;
      findings.push({
        program,
        budget,
        level,
        direction: 'forward',
        exec,
        name: program.value,
        change,
        outcome,
        verdict,
      });
    }
  }
  return { findings, errors: answer.runs.map((run) => run.error), failure: null, altered };
}

/** The same job for every budget, so that it runs once. */
function withoutProbes({ budget, ...job }: Job): Job {
  return { ...job, probes: false };
}

/** A change by probes: of a run's error, printed or displayed text, or a value. */
function alteration(traced: Answer, plain: Answer): string | null {
  for (const [index, run] of plain.runs.entries()) {
    const other = traced.runs[index];
    const text = other ? difference(run, other) : 'did not run';
    if (text !== null) return `execution ${index + 1}: ${text}`;
  }
  return null;
}

/** A dead script has an error without a counterpart in the session. */
function died(error: unknown): Answer {
  const run = {
    status: 'error',
    stdout: '',
    result: null,
    error: String(error),
    trace: null,
    values: {},
  } as const;
  return { runs: [run], values: {}, folder: '' };
}
