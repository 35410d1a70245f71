/**
 * The slice oracle over a generated program: at both levels, for its last run and for some before, with given probe
 * budgets. It judges; `report.ts` counts.
 */

import { type Answer, graphOf, type Job, type Runner } from '../harness/host.ts';
import { checkSlice, type Verdict } from '../harness/oracle.ts';
import type { Program } from './program.ts';
import { Choices } from './random.ts';

/** Probe events per statement; null: the agent's own default. */
export type Budget = number | null;

/** `wrong`: not reproduced although the slice claims to be complete. */
export type Outcome = 'reproduced' | 'flagged' | 'wrong';

/** What the oracle says of one slice. */
export interface Finding {
  readonly program: Program;
  readonly budget: Budget;
  readonly level: 'cell' | 'statement';
  readonly exec: number;
  readonly name: string;
  readonly outcome: Outcome;
  readonly verdict: Verdict;
}

/** What became of a program. `errors`: what each run ended in. `failure`: the session did not end, nothing was checked.
 * `altered`: how the session differs from one without probes (the transparency oracle), null when it does not. */
export interface ProgramCheck {
  readonly findings: readonly Finding[];
  readonly errors: readonly (string | null)[];
  readonly failure: string | null;
  readonly altered: string | null;
}

/** Seconds after which a session or a script is given up. */
const TIMEOUT = 20;

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
  intermediate = 2,
): Promise<ProgramCheck[]> {
  const once = remember(runner);
  const targets = [
    ...chooseTargets(program, intermediate),
    { exec: program.runs.length, name: program.value },
  ];
  const checks: ProgramCheck[] = [];
  for (const budget of budgets) checks.push(await checkWithBudget(once, program, targets, budget));
  return checks;
}

function chooseTargets(program: Program, count: number): Target[] {
  const all = program.runs.flatMap(({ names }, index) => names.map((name) => ({ exec: index + 1, name })));
  return new Choices(program.runs.length * 7919 + all.length).sample(all, count);
}

async function checkWithBudget(
  runner: Runner,
  program: Program,
  targets: readonly Target[],
  budget: Budget,
): Promise<ProgramCheck> {
  const observe: Record<number, string[]> = {};
  for (const { exec, name } of targets) observe[exec] = [...(observe[exec] ?? []), name];
  const job: Job = {
    cells: program.runs.map(({ cell, statements }) => [cell, statements.join('\n')] as const),
    observe,
    timeout: TIMEOUT,
    ...(budget === null ? {} : { budget }),
  };
  let answer: Answer;
  try {
    answer = await runner.run(job);
  } catch (error) {
    return { findings: [], errors: [], failure: String(error), altered: null };
  }
  const graph = graphOf(job, answer);
  const findings: Finding[] = [];
  for (const { exec, name } of targets) {
    // a run that failed did not get to bind what it would have; the last run's error is compared itself
    if (answer.runs[exec - 1]?.status === 'error' && exec !== program.runs.length) continue;
    const session: Answer = { ...answer, values: answer.runs[exec - 1]?.values ?? {} };
    for (const level of ['cell', 'statement'] as const) {
      const verdict = await checkSlice(runner, { ...job, names: [name] }, session, graph, exec, level);
      const outcome = verdict.reproduced
        ? 'reproduced'
        : verdict.guarantee === 'complete'
          ? 'wrong'
          : 'flagged';
      findings.push({ program, budget, level, exec, name, outcome, verdict });
    }
  }
  return {
    findings,
    errors: answer.runs.map((run) => run.error),
    failure: null,
    altered: await alteration(runner, job, answer),
  };
}

/** What probes changed: a run's error or printed text, or a value that was looked at. */
async function alteration(runner: Runner, job: Job, traced: Answer): Promise<string | null> {
  const plain = await runner.run({
    cells: job.cells,
    observe: job.observe ?? {},
    probes: false,
    timeout: TIMEOUT,
  });
  for (const [index, run] of traced.runs.entries()) {
    const other = plain.runs[index];
    if (run.error !== other?.error) return `execution ${index + 1}: ${other?.error} became ${run.error}`;
    if (withoutAddresses(run.stdout) !== withoutAddresses(other?.stdout))
      return `execution ${index + 1} printed ${other?.stdout}, now ${run.stdout}`;
    for (const [name, [text, fingerprint]] of Object.entries(run.values)) {
      if (fingerprint !== other?.values[name]?.[1])
        return `${name}: ${other?.values[name]?.[0]} became ${text}`;
    }
  }
  return null;
}

/** Text in which objects show no addresses, which differ from process to process. */
function withoutAddresses(text: string | undefined): string | undefined {
  return text?.replace(/0x[0-9a-f]+/g, '0x');
}

/** Replays are the same for many budgets and levels: each script runs once. A script that dies counts as an error of its own. */
function remember(runner: Runner): Runner {
  const known = new Map<string, Promise<Answer>>();
  return {
    run(job) {
      if (job.probes !== false) return runner.run(job);
      const key = JSON.stringify(job);
      const answer = known.get(key) ?? runner.run(job).catch(died);
      known.set(key, answer);
      return answer;
    },
  };
}

function died(error: unknown): Answer {
  const run = {
    status: 'error',
    stdout: '',
    result: null,
    error: String(error),
    trace: null,
    values: {},
  } as const;
  return { runs: [run], values: {} };
}
