/** Slices of the present value of a name or an expression: its last writers, and its readers since. */

import {
  type DependenceGraph,
  type Direction,
  type Exec,
  GLOBALS,
  type Level,
  type Location,
  locationKey,
  type Slice,
  sliceStatements,
} from '../../slicer/index.ts';
import type { TracedKernel } from './traced-kernel.ts';

/** The facts of the session, and the kernel with the value. */
interface Holder {
  readonly graph: DependenceGraph;
  readonly kernel: TracedKernel;
  /** The number of the last execution. */
  readonly executions: Exec;
}

/**
 * The slice of an expression's present value; null if it cannot be evaluated. Backward: the statements that
 * made the value. Forward: the statements that read it after its last write, and the statements that they
 * affected.
 */
export async function sliceSymbol(
  { graph, kernel, executions }: Holder,
  symbol: string,
  direction: Direction,
  level: Level,
): Promise<Slice | null> {
  const found = await kernel.questions.locate(symbol);
  if (found === null) return null;
  const locations = found.map(({ object, field }) => ({ object: graph.scoped(object), field }));
  const writers = lastWriters(graph, locations);
  const seeds = direction === 'backward' ? writers : readersAfter(graph, locations, writers);
  const keys = Array.from(seeds, (index) => graph.key(index));
  return sliceStatements(graph, executions, keys, level, direction);
}

/** The last writers of an expression's present value, by statement index; empty if it cannot be evaluated. */
export async function symbolWriters(
  { graph, kernel }: Omit<Holder, 'executions'>,
  symbol: string,
): Promise<ReadonlySet<number>> {
  const found = (await kernel.questions.locate(symbol)) ?? [];
  return lastWriters(
    graph,
    found.map(({ object, field }) => ({ object: graph.scoped(object), field })),
  );
}

/** The statements on which a read of these (scoped) locations would depend now, by index. */
function lastWriters(graph: DependenceGraph, locations: readonly Location[]): ReadonlySet<number> {
  const writers = new Set<number>();
  for (const location of locations) graph.forEachWriter(location, (index) => writers.add(index));
  return writers;
}

/** The statements that have read some of these locations and depend on one of their writers. */
function readersAfter(
  graph: DependenceGraph,
  locations: readonly Location[],
  writers: ReadonlySet<number>,
): ReadonlySet<number> {
  const names = new Set(locations.filter(({ object }) => object === GLOBALS).map(locationKey));
  const objects = new Set(locations.flatMap(({ object }) => (object === GLOBALS ? [] : [object])));
  const reads = (location: Location): boolean =>
    location.object === GLOBALS ? names.has(locationKey(location)) : objects.has(location.object);
  const readers = new Set<number>();
  for (const writer of writers) {
    graph.graph.forEachOutNeighbor(graph.key(writer), (_, { index }) => {
      if (!readers.has(index) && graph.readsOf(index).some(reads)) readers.add(index);
    });
  }
  return readers;
}
