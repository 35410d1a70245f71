/**
 * The minimality oracle (observation-based slicing, Binkley et al. 2014): a slice of a session, and what is left of it when everything
 * is deleted that the outputs and values do not need. Each try runs in a process of its own. It is a yardstick for size.
 */

import {
  type Access,
  type DependenceGraph,
  effectsOf,
  fixedStatements,
  gather,
  type Level,
  type Minimum,
  minimizeSlice,
  namesBound,
  pythonScript,
  type Slice,
  scriptCells,
  sliceExecution,
} from '../../slicer/index.ts';
import type { Answer, HostRun, Job, Runner, Values } from '../harness/host.ts';

/** A session that has run with probes, and what its executions gave without them. */
export interface ObservedSession {
  readonly job: Job;
  readonly graph: DependenceGraph;
  readonly plain: Answer;
}

/** Runs a session without probes and looks at what the given executions did, for comparing. */
export async function observeSession(
  runner: Runner,
  job: Job,
  graph: DependenceGraph,
  traced: Answer,
  executions: readonly number[],
): Promise<ObservedSession> {
  const observe: Record<number, string[]> = {};
  for (const exec of executions) {
    observe[exec] = [...namesBound(graph, exec), ...effects(graph, exec, traced.folder)];
  }
  const cells = job.cells.slice(0, Math.max(0, ...executions));
  return { job, graph, plain: await runner.run({ ...job, cells, observe, probes: false }) };
}

/** A slice and its observed minimum; a text: how the slice's script differs, so nothing can be said of its size. */
export async function findMinimum(
  runner: Runner,
  { job, graph, plain }: ObservedSession,
  traced: Answer,
  exec: number,
  level: Level,
  goOn: () => boolean,
): Promise<{ readonly slice: Slice; readonly minimum: Minimum | string }> {
  const slice = sliceExecution(graph, exec, 'backward', level);
  const expected = plain.runs[exec - 1];
  if (!expected) return { slice, minimum: 'the session ended before' };
  const replay = async (part: Slice, names: readonly string[]): Promise<Values | string> => {
    const sources = scriptCells(pythonScript(gather(graph, part), { lines: [] }));
    const cells = sources.map((source, index) => [`s${index}`, source] as const);
    try {
      const { runs, values } = await runner.run({ ...job, cells, names, probes: false, stop: true });
      const [before, after] = [shownBy(expected), shownBy(runs.at(-1))];
      return before === after ? values : `${before} became ${after}`;
    } catch (error) {
      return String(error); // it died or took too long
    }
  };
  const bound = namesBound(graph, exec).filter((name) => name in expected.values);
  const others = effects(graph, exec, traced.folder).filter((text) => text in expected.values);
  const whole = await replay(slice, [...bound, ...others]);
  if (typeof whole === 'string') return { slice, minimum: whole };
  const changed = bound.find((name) => !agree([name], expected.values, whole));
  if (changed !== undefined) return { slice, minimum: `${changed} has another value` };
  // an effect that the whole slice does not give again cannot be compared
  const compared = [...bound, ...others.filter((text) => agree([text], expected.values, whole))];
  const reproduces = async (part: Slice): Promise<boolean> => {
    const found = await replay(part, compared);
    return typeof found !== 'string' && agree(compared, expected.values, found);
  };
  const known = new Set(compared.map((text) => absolute(text, traced.folder)));
  const fixed = fixedStatements(graph, slice, known, temporaries(graph));
  return { slice, minimum: await minimizeSlice(slice, { fixed, reproduces, goOn }) };
}

/** Whether a write is to an object that no other statement has to do with, such as an iterator that a statement makes and uses up. */
function temporaries(graph: DependenceGraph): (write: Access) => boolean {
  const users = new Map<string, number>();
  for (const { statements } of graph.executions()) {
    for (const { reads, writes } of statements) {
      const objects = new Set([...reads, ...writes].map(({ object }) => object));
      for (const object of objects) users.set(object, (users.get(object) ?? 0) + 1);
    }
  }
  return ({ object }) => /^o\d/.test(object) && users.get(object) === 1;
}

/** Files by their paths in the folder, which is another one in each process. */
function effects(graph: DependenceGraph, exec: number, folder: string): string[] {
  return effectsOf(graph, exec).map((text) => text.replace(`open("${folder}/`, 'open("'));
}

function absolute(text: string, folder: string): string {
  return text.replace(/^open\("(?!\/)/, `open("${folder}/`);
}

function agree(expressions: readonly string[], expected: Values, found: Values): boolean {
  return expressions.every((text) => found[text]?.[1] === expected[text]?.[1]);
}

/** What a run printed and displayed, or the error it ended in; without addresses and numbers of cells. */
function shownBy(run: HostRun | undefined): string {
  const shown = run?.error ? [run.error] : [run?.stdout ?? '', run?.result ?? null];
  return JSON.stringify(shown)
    .replace(/\b0x[0-9a-f]{6,}\b/g, '0x')
    .replace(/\bOut\[\d+\]: |<ipython-input-[^>]*>/g, '');
}
