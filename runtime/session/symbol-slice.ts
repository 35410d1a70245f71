/** Slices of what a name or an expression stands for now: who wrote it last, and who has read it since. */

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

/** What is known of the session, and the kernel that holds the value. */
interface Holder {
  readonly graph: DependenceGraph;
  readonly kernel: TracedKernel;
  /** The number of the last execution. */
  readonly executions: Exec;
}

/**
 * The slice of what an expression stands for now; null when it cannot be evaluated. Backward: what it was made by. Forward: the
 * statements that read it after it was written last, and what they affected.
 */
export async function sliceSymbol(
  { graph, kernel, executions }: Holder,
  symbol: string,
  direction: Direction,
  level: Level,
): Promise<Slice | null> {
  const found = await kernel.locate(symbol);
  if (found === null) return null;
  const locations = found.map(({ object, field }) => ({ object: graph.scoped(object), field }));
  const writers = lastWriters(graph, locations);
  const seeds = direction === 'backward' ? writers : readersAfter(graph, locations, writers);
  const keys = Array.from(seeds, (index) => graph.key(index));
  return sliceStatements(graph, executions, keys, level, direction);
}

/** The statements that last wrote what an expression stands for now, by index; none when it cannot be evaluated. */
export async function symbolWriters(
  { graph, kernel }: Omit<Holder, 'executions'>,
  symbol: string,
): Promise<ReadonlySet<number>> {
  const found = (await kernel.locate(symbol)) ?? [];
  return lastWriters(
    graph,
    found.map(({ object, field }) => ({ object: graph.scoped(object), field })),
  );
}

/** The statements that a read of these (scoped) locations would depend on now, by index. */
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
