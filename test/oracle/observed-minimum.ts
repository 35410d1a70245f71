/**
 * The minimality oracle (observation-based slicing, Binkley et al. 2014): a slice of a session, and the rest after the deletion
 * of everything unneeded by its outputs and values. Each try runs in a process of its own. It is a yardstick for size.
 */

import { shippedLibrary } from '../../instrument/effects-library.ts';
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

/** A session run with probes, and the results of its executions without probes. */
export interface ObservedSession {
  readonly job: Job;
  readonly graph: DependenceGraph;
  readonly plain: Answer;
  /** The same, after a look at the names bound by each execution, which may change objects; null without a request. */
  readonly looked: Answer | null;
}

/**
 * Runs a session without probes and records the results of the given executions for comparing; `faithfully`: also all bound
 * values.
 */
export async function observeSession(
  runner: Runner,
  job: Job,
  graph: DependenceGraph,
  traced: Answer,
  executions: readonly number[],
  faithfully = false,
): Promise<ObservedSession> {
  const cells = job.cells.slice(0, Math.max(0, ...executions));
  const observe: Record<number, string[]> = {};
  for (const exec of executions) {
    observe[exec] = [...namesBound(graph, exec), ...effects(graph, exec, traced.folder)];
  }
  const each = Object.fromEntries(cells.map((_, index) => [index + 1, namesBound(graph, index + 1)]));
  return {
    job,
    graph,
    plain: await runner.run({ ...job, cells, observe, probes: false }),
    looked: faithfully ? await runner.run({ ...job, cells, observe: each, probes: false }) : null,
  };
}

/** A slice and its minimum. */
export interface FoundMinimum {
  readonly slice: Slice;
  /** A text: how the slice's script differs, so nothing can be said of its size. */
  readonly minimum: Minimum | string;
  /**
   * Of a slice by cells, the minimum in which each cell still has all its effects, not only the last one: also the output and
   * bindings of its other statements. Null without the values of the session, or when even the whole slice does not reproduce
   * them, as when a cell displays its number.
   */
  readonly faithful: Minimum | null;
}

/** The observed minimum of a slice. */
export async function findMinimum(
  runner: Runner,
  session: ObservedSession,
  traced: Answer,
  exec: number,
  level: Level,
  goOn: () => boolean,
): Promise<FoundMinimum> {
  const { job, graph, plain } = session;
  const slice = sliceExecution(graph, exec, 'backward', level);
  const failed = (why: string): FoundMinimum => ({ slice, minimum: why, faithful: null });
  const expected = plain.runs[exec - 1];
  if (!expected) return failed('the session ended before');
  const replay = async (part: Slice, names: readonly string[]): Promise<Values | string> => {
    const sources = scriptCells(pythonScript(gather(graph, part, shippedLibrary()), { lines: [] }));
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
  if (typeof whole === 'string') return failed(whole);
  const changed = bound.find((name) => !agree([name], expected.values, whole));
  if (changed !== undefined) return failed(`${changed} has another value`);
  // an effect that the whole slice does not reproduce cannot be compared
  const compared = [...bound, ...others.filter((text) => agree([text], expected.values, whole))];
  const reproduces = async (part: Slice): Promise<boolean> => {
    const found = await replay(part, compared);
    return typeof found !== 'string' && agree(compared, expected.values, found);
  };
  const known = new Set(compared.map((text) => absolute(text, traced.folder)));
  const fixed = fixedStatements(graph, slice, known, temporaries(graph));
  const minimum = await minimizeSlice(slice, { fixed, reproduces, goOn });
  const does = (part: Slice): Promise<boolean> => doesWhatItDid(runner, session, part);
  if (level !== 'cell' || session.looked === null || !(await does(slice)))
    return { slice, minimum, faithful: null };
  const both = async (part: Slice): Promise<boolean> => (await does(part)) && (await reproduces(part));
  return { slice, minimum, faithful: await minimizeSlice(slice, { fixed, reproduces: both, goOn }) };
}

/** Whether the executions of a slice print and display the same, and bind their names to the same values, as in the session. */
async function doesWhatItDid(
  runner: Runner,
  { job, graph, looked }: ObservedSession,
  { executions }: Slice,
): Promise<boolean> {
  const cells = executions.flatMap((exec) => job.cells.slice(exec - 1, exec));
  const bound = executions.map((exec) => namesBound(graph, exec));
  const observe = Object.fromEntries(bound.map((names, index) => [index + 1, names]));
  try {
    const { runs } = await runner.run({ ...job, cells, observe, probes: false });
    return executions.every((exec, index) => {
      const [expected, found] = [looked?.runs[exec - 1], runs[index]];
      const same = agree(bound[index] ?? [], expected?.values ?? {}, found?.values ?? {});
      return same && shownBy(expected) === shownBy(found);
    });
  } catch {
    return false; // it died or took too long
  }
}

/** Whether a write is to an object without a use by other statements, such as an iterator used up by its statement. */
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

/** The printed and displayed text of a run, or its error; without addresses and numbers of cells. */
function shownBy(run: HostRun | undefined): string {
  const shown = run?.error ? [run.error] : [run?.stdout ?? '', run?.result ?? null];
  const plain = (text: string | null) =>
    text?.replace(/\b0x[0-9a-f]{6,}\b/g, '0x').replace(/\bOut\[\d+\]: |<ipython-input-[^>]*>/g, '') ?? null;
  return JSON.stringify(shown.map(plain));
}
