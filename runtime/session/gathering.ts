/** Gathers a script for a target of a played session, with the expected results. It runs and prints nothing. */

import {
  type CellId,
  type DependenceGraph,
  type Exec,
  effectsOf,
  type Gathered,
  gather,
  type Level,
  type LibraryKnowledge,
  namesBound,
  type Slice,
  sliceExecution,
  suggest,
} from '../../slicer/index.ts';
import type { Output, RunError } from '../kernel/index.ts';
import { SluiceError } from '../words/index.ts';
import { sliceSymbol, symbolWriters } from './symbol-slice.ts';
import type { TracedKernel } from './traced-kernel.ts';
import type { Expected } from './verify.ts';

export type ScriptTarget =
  | { readonly type: 'execution'; readonly exec: Exec }
  | { readonly type: 'symbol'; readonly symbol: string };

/** A gathered script with its expected results. */
export interface Script {
  readonly graph: DependenceGraph;
  readonly slice: Slice;
  /** Knowledge of libraries. */
  readonly library: LibraryKnowledge;
  readonly gathered: Gathered;
  readonly expected: Expected;
  /** Names bound by the target whose values have changed since, so that they cannot be compared. */
  readonly uncompared: readonly string[];
  readonly describe: string;
  /** The name of a cell for people, and their number of an execution. */
  readonly nameOf: (cell: CellId) => string;
  readonly numberOf: (exec: Exec) => number;
  /** The reasons why the slice is not guaranteed, in the words of a page; by default in the command line's. */
  readonly reasons?: readonly string[];
}

/** The facts of an execution for gathering. */
export interface GatheredRun {
  readonly record: { readonly cell: CellId };
  /** `outputs` are null if they were dropped. */
  readonly result: { readonly outputs: readonly Output[] | null; readonly error: RunError | null };
}

/** The facts of a session for gathering. */
export interface GatherSource {
  /** The name of a cell for people. */
  nameOf(cell: CellId): string;
  /** People's number of an execution; by default its own. */
  numberOf?(exec: Exec): number;
  readonly graph: DependenceGraph;
  readonly kernel: TracedKernel;
  /** The number of the last execution. */
  readonly executions: Exec;
  runOf(exec: Exec): GatheredRun | undefined;
}

/**
 * Slices and gathers. Expected values are the kernel's present ones: for an older execution, only values
 * unchanged since are compared.
 */
export async function gatherScript(
  session: GatherSource,
  target: ScriptTarget,
  level: Level,
): Promise<Script> {
  return target.type === 'execution'
    ? gatherExecution(session, target.exec, level)
    : gatherSymbol(session, target.symbol, level);
}

async function gatherExecution(session: GatherSource, exec: Exec, level: Level): Promise<Script> {
  const { graph, kernel } = session;
  const run = session.runOf(exec);
  const slice = sliceExecution(graph, exec, 'backward', level);
  const { result } = run ?? {};
  const error = result?.error ? `${result.error.name}: ${result.error.value}` : null;
  const bound = namesBound(graph, exec);
  const unchanged = await unchangedSince(session, exec, bound);
  const values = await kernel.questions.digests(unchanged);
  const effects = await kernel.questions.digests(await unchangedSince(session, exec, effectsOf(graph, exec)));
  const cell = run?.record.cell ?? '?';
  const numberOf = numbersOf(session);
  return {
    graph,
    slice,
    library: kernel.library,
    gathered: gather(graph, slice, kernel.library),
    expected: { outputs: result === undefined ? [] : result.outputs, error, values, effects },
    uncompared: bound.filter((name) => !unchanged.includes(name)),
    describe: `cell ${session.nameOf(cell)} (execution ${numberOf(exec)})`,
    nameOf: (id) => session.nameOf(id),
    numberOf,
  };
}

/** The expressions whose values an execution wrote, and no later one has changed, in the same kernel. */
async function unchangedSince(
  { graph, kernel, executions }: GatherSource,
  exec: Exec,
  expressions: readonly string[],
): Promise<readonly string[]> {
  if (exec === executions) return expressions;
  const { first, end } = graph.rangeOf(exec);
  const unchanged: string[] = [];
  for (const expression of expressions) {
    // after a restart it is another value, not written by this execution
    const indices = [...(await symbolWriters({ graph, kernel }, expression))];
    if (indices.every((index) => index < end) && indices.some((index) => index >= first)) {
      unchanged.push(expression);
    }
  }
  return unchanged;
}

async function gatherSymbol(session: GatherSource, symbol: string, level: Level): Promise<Script> {
  const { graph } = session;
  const { library } = session.kernel;
  const slice = await sliceSymbol(session, symbol, 'backward', level);
  if (slice === null) {
    const written = new Set<string>();
    for (const { statements } of graph.executions()) {
      for (const { writes, deleted } of statements) {
        for (const w of writes) if (w.object === 'g' && !/^_/.test(w.field)) written.add(w.field);
        for (const name of deleted) written.delete(name);
      }
    }
    throw new SluiceError(
      `there is no symbol ${symbol} at the end of the session${suggest(symbol, [...written])}`,
    );
  }
  const gathered = gather(graph, slice, library, null);
  // the value of a part (`df['a']`) is compared on its own: the rest of the object may be missing
  const values = await session.kernel.questions.digests([symbol]);
  const expected = { outputs: null, error: null, values, effects: {} };
  const names = { nameOf: (cell: CellId) => session.nameOf(cell), numberOf: numbersOf(session) };
  const describe = `symbol ${symbol}`;
  return { graph, slice, library, gathered, expected, uncompared: [], describe, ...names };
}

function numbersOf(session: GatherSource): (exec: Exec) => number {
  return (exec) => session.numberOf?.(exec) ?? exec;
}
