/**
 * Settled cells by their definition, worked out from scratch: the cells' last executions are folded in notebook order, as if they
 * ran from top to bottom, and every read is compared with its writers in this order. No increments, no indices by location.
 */

import {
  type CellId,
  DependenceGraph,
  type Exec,
  type ExecutionRecord,
  GLOBALS,
  type Location,
  locationKey,
  WHOLE,
} from '../../slicer/index.ts';

/** A run as the session knows it. */
export interface Ran {
  readonly record: ExecutionRecord;
  /** By location: the executions whose writes the run saw from outside itself. */
  readonly saw: ReadonlyMap<string, { readonly location: Location; readonly writers: ReadonlySet<Exec> }>;
  /** By location written only by the cell's own runs: the observations of other cells in these runs. */
  readonly behind: ReadonlyMap<string, ReadonlySet<Exec>>;
}

/** The observations behind the sights of a cell's run; `before`: its run before. */
export function behindOwn(
  saw: Ran['saw'],
  before: Ran | undefined,
  isOwn: (exec: Exec) => boolean,
): Ran['behind'] {
  const found = new Map<string, Set<Exec>>();
  for (const [key, { writers }] of saw) {
    if (writers.size === 0 || ![...writers].every(isOwn)) continue;
    const others = [...(before?.saw.get(key)?.writers ?? [])].filter((exec) => !isOwn(exec));
    found.set(key, new Set([...(before?.behind.get(key) ?? []), ...others]));
  }
  return found;
}

/** The writers of each location in a graph's next run; `execOf` gives the execution of a statement. */
export function sights(
  record: ExecutionRecord,
  graph: DependenceGraph,
  execOf: (exec: Exec) => Exec,
): Ran['saw'] {
  const found = new Map<string, { location: Location; writers: Set<Exec> }>();
  const written = new Set<string>();
  for (const { reads, writes } of record.statements) {
    for (const { object, field } of reads) {
      const key = locationKey({ object, field });
      if (found.has(key) || written.has(key) || written.has(locationKey({ object, field: WHOLE }))) continue;
      const writers = new Set<Exec>();
      graph.forEachWriter({ object, field }, (index) => writers.add(execOf(graph.node(index).exec)));
      found.set(key, { location: { object, field }, writers });
    }
    for (const write of writes) written.add(locationKey(write));
  }
  return found;
}

/** The settled cells: `latest` has the last run of every cell with a run, `cellOf` the cell of every execution. */
export function settledByDefinition(
  order: readonly CellId[],
  latest: ReadonlyMap<CellId, Ran>,
  cellOf: ReadonlyMap<Exec, CellId>,
): Set<CellId> {
  const ideal = new DependenceGraph();
  const real = new Map<Exec, Exec>();
  const settled = new Set<CellId>();
  let exec = 0;
  for (const cell of order) {
    const ran = latest.get(cell);
    if (!ran) continue;
    exec += 1;
    real.set(exec, ran.record.exec);
    const record = { ...ran.record, exec };
    const expected = sights(record, ideal, (each) => real.get(each) as Exec);
    ideal.record(record);
    const sources = new Set<CellId>();
    let same = true;
    for (const [key, { location, writers }] of expected) {
      const saw = ran.saw.get(key)?.writers ?? new Set();
      const alike = saw.size === writers.size && [...writers].every((writer) => saw.has(writer));
      // an initial value outside of objects is gone for good: only others' changes count
      const own = [...saw].every((writer) => cellOf.get(writer) === cell);
      const isBelow = (other: CellId): boolean => order.indexOf(other) > order.indexOf(cell);
      const behind = [...(ran.behind.get(key) ?? [])].map((each) => cellOf.get(each) as CellId);
      const isWorld = location.object !== GLOBALS && !/^o\d/.test(location.object);
      const indifferent = writers.size === 0 && isWorld && own && behind.every(isBelow);
      if (!alike && !indifferent) same = false;
      for (const writer of writers) sources.add(cellOf.get(writer) as CellId);
    }
    if (same && [...sources].every((source) => settled.has(source))) settled.add(cell);
  }
  return settled;
}
