/**
 * The slice oracle: gathers a script for an execution, runs it in a process of its own, and compares the value of a name (and
 * printed text) with the session's.
 */

import { shippedLibrary } from '../../instrument/effects-library.ts';
import { messageOf } from '../../runtime/words/index.ts';
import {
  type DependenceGraph,
  gather,
  type Level,
  pythonScript,
  scriptCells,
  sliceExecution,
} from '../../slicer/index.ts';
import { type Answer, graphOf, type Job, type Runner } from './host.ts';

/** The verdict on one execution. */
export interface Verdict {
  readonly reproduced: boolean;
  readonly guarantee: 'complete' | 'not-guaranteed';
  readonly reasons: readonly string[];
  readonly executions: readonly number[];
  readonly script: string;
  /** The difference, for people. */
  readonly difference: string;
}

/** Runs the session and checks the slice of its last execution. */
export async function checkSession(host: Runner, job: Job, level: Level): Promise<Verdict> {
  const answer = await host.run(job);
  return checkSlice(host, job, answer, graphOf(job, answer), job.cells.length, level);
}

/** Checks the slice of one execution of a finished session. */
export async function checkSlice(
  host: Runner,
  job: Job,
  answer: Answer,
  graph: DependenceGraph,
  exec: number,
  level: Level,
): Promise<Verdict> {
  const slice = sliceExecution(graph, exec, 'backward', level);
  const gathered = gather(graph, slice, shippedLibrary());
  const script = pythonScript(gathered, { lines: [] });
  const cells = scriptCells(script).map((source, index) => [`s${index}`, source] as const);
  const replay = { cells, names: job.names ?? [], probes: false, timeout: job.timeout ?? 60 };
  const difference = await host.run(replay).then(
    (given) => compare(job, answer, given, exec),
    // it waits for a part of the session outside of the slice
    (error: unknown) => `the script gave no answer: ${messageOf(error)}`,
  );
  return {
    reproduced: difference === '',
    guarantee: slice.guarantee,
    reasons: slice.reasons,
    executions: slice.executions,
    script,
    difference,
  };
}

function compare(job: Job, session: Answer, replay: Answer, exec: number): string {
  const last = session.runs[exec - 1];
  const error = replay.runs.find((run) => run.error !== null)?.error ?? null;
  if (error !== (last?.error ?? null)) return `error: ${last?.error} became ${error}`;
  for (const name of job.names ?? []) {
    const [expected, got] = [session.values[name], replay.values[name]];
    if (expected?.[1] !== got?.[1]) return `${name}: ${expected?.[0]} became ${got?.[0]}`;
  }
  return '';
}
