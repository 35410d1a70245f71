/**
 * Gathers a script for a target of a played session, with what the script has to give again. It runs and prints nothing.
 */

import {
  type DependenceGraph,
  type Exec,
  effectsOf,
  type Gathered,
  gather,
  type Level,
  namesBound,
  type Slice,
  sliceExecution,
  sliceStatements,
  suggest,
} from '../../slicer/index.ts';
import { SluiceError } from '../errors.ts';
import type { Session } from './session.ts';
import type { Expected } from './verify.ts';

/** What a script is gathered for. */
export type ScriptTarget =
  | { readonly type: 'execution'; readonly exec: Exec }
  | { readonly type: 'symbol'; readonly symbol: string };

/** A gathered script with what it has to reproduce. */
export interface Script {
  readonly graph: DependenceGraph;
  readonly slice: Slice;
  readonly gathered: Gathered;
  readonly expected: Expected;
  readonly describe: string;
}

/** What gathering needs of a session. */
export type GatherSource = Pick<Session, 'graph' | 'kernel' | 'runOf' | 'executions'>;

/** Slices and gathers; the session must stand right after the target execution (or at its end, for a symbol). */
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
  const values = await kernel.fingerprints(namesBound(graph, exec));
  const effects = await kernel.fingerprints(effectsOf(graph, exec));
  const cell = run?.record.cell ?? '?';
  return {
    graph,
    slice,
    gathered: gather(graph, slice),
    expected: { outputs: result?.outputs ?? [], error, values, effects },
    describe: `cell ${cell} (execution ${exec})`,
  };
}

async function gatherSymbol(session: GatherSource, symbol: string, level: Level): Promise<Script> {
  const locations = await session.kernel.locate(symbol);
  if (locations === null) {
    const written = new Set<string>();
    for (const { statements } of session.graph.executions()) {
      for (const s of statements)
        for (const w of s.writes) if (w.object === 'g' && !/^_/.test(w.field)) written.add(w.field);
    }
    throw new SluiceError(
      `there is no symbol ${symbol} at the end of the session${suggest(symbol, [...written])}`,
    );
  }
  const seeds = new Set<string>();
  for (const { object, field } of locations) {
    session.graph.forEachWriter({ object: session.graph.scoped(object), field }, (index) =>
      seeds.add(session.graph.key(index)),
    );
  }
  const { graph } = session;
  const slice = sliceStatements(graph, session.executions, seeds, level);
  const gathered = gather(graph, slice, null);
  // the value of a part (`df['a']`) is compared on its own: the rest of the object may be missing
  const values = await session.kernel.fingerprints([symbol]);
  const expected = { outputs: null, error: null, values, effects: {} };
  return { graph, slice, gathered, expected, describe: `symbol ${symbol}` };
}
