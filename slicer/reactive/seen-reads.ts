/** The reads of an execution from outside itself, and the executions whose writes it saw. */

import type { DependenceGraph } from '../graph/dependence-graph.ts';
import type { CellId, Exec, ExecutionRecord, StatementRecord } from '../records/execution-record.ts';
import { GLOBALS, isPresence, type Location, locationKey, STRUCTURE, WHOLE } from '../records/location.ts';
import { BUILTIN_NAMES } from '../static/index.ts';
import { isManagedName, isOfShell } from '../words/symbols.ts';

/** An execution that added a key to a key set. `adds`: the key, as a field. */
export interface Adder {
  readonly exec: Exec;
  readonly adds: string;
}

/**
 * A (scoped) location that a cell read, and the executions whose writes it saw; if there are none, it saw the
 * initial state. `makers`: the writers of all keys at once. `adders`: executions that only added a key to a
 * key set, in the order of the keys; others may have written the keys' values since. `behind`: if the cell saw only its own earlier writes, the writes
 * of other cells on which these are based.
 */
export interface SeenRead {
  readonly location: Location;
  readonly writers: readonly Exec[];
  readonly makers: readonly Exec[];
  readonly adders: readonly Adder[];
  readonly behind?: readonly Exec[];
}

/** Adds `behind` to the reads that saw only the cell's own runs. `before`: the reads of the cell's last run. */
export function readsBehind(
  reads: readonly SeenRead[],
  before: readonly SeenRead[],
  isOwn: (exec: Exec) => boolean,
): SeenRead[] {
  const last = new Map(before.map((read) => [locationKey(read.location), read]));
  return reads.map((read) => {
    const seen = last.get(locationKey(read.location));
    if (!seen || read.writers.length === 0 || !read.writers.every(isOwn)) return read;
    const behind = [...(seen.behind ?? []), ...seen.writers.filter((exec) => !isOwn(exec))];
    return behind.length > 0 ? { ...read, behind } : read;
  });
}

/** The reads of an execution that the graph has not recorded yet, each location once. */
export function seenReads(execution: ExecutionRecord, graph: DependenceGraph): SeenRead[] {
  return readsSeen(execution, graph, new Set(), (location, found) => graph.forEachWriter(location, found));
}

/**
 * The reads of what tasks went on to do after the end of the last execution, `before`. Its own writes do not
 * count, because a task sees them as a part of the same run.
 */
export function seenReadsAfter(
  before: ExecutionRecord,
  more: ExecutionRecord,
  graph: DependenceGraph,
): SeenRead[] {
  const written = new Set(before.statements.flatMap(({ writes }) => writes.map(locationKey)));
  return readsSeen(more, graph, written, (location, found) => graph.forEachWriterBefore(location, found));
}

/** Calls its second argument with each statement that a read of the location sees. */
type ForEachWriter = (location: Location, found: (index: number, field?: string) => void) => void;

/** `written`: the keys of locations that the run wrote before; it grows. */
function readsSeen(
  execution: ExecutionRecord,
  graph: DependenceGraph,
  written: Set<string>,
  forEachWriter: ForEachWriter,
): SeenRead[] {
  const found = new Map<string, SeenRead>();
  for (const statement of execution.statements) {
    const { reads, writes } = statement;
    for (const read of reads) {
      const key = locationKey(read);
      if (found.has(key) || written.has(key)) continue;
      if (written.has(locationKey({ object: read.object, field: WHOLE }))) continue;
      const location = { object: graph.scoped(read.object), field: read.field };
      const seen = writersBy(location, graph, forEachWriter, execution.cell);
      const isOwn = seen.writers.every((exec) => graph.execution(exec)?.cell === execution.cell);
      if (isOwn && isUndone(statement, read)) continue;
      found.set(key, { location, ...seen });
    }
    for (const write of writes) written.add(locationKey(write));
  }
  for (const location of notThereYet(execution)) {
    const key = locationKey(location);
    if (!found.has(key) && !written.has(key)) {
      found.set(key, { location, ...writersBy(location, graph, forEachWriter, execution.cell) });
    }
  }
  return [...found.values()];
}

/** The reads that an execution would have made if a cell above had set or bound the location. */
function notThereYet({ unset = [], builtins = [] }: ExecutionRecord): Location[] {
  return [
    ...unset.map((object) => ({ object, field: WHOLE })),
    // (reads of names that the notebook put among the builtins are recorded)
    ...builtins.filter((name) => BUILTIN_NAMES.has(name)).map((field) => ({ object: GLOBALS, field })),
  ];
}

/** The executions whose writes a read of the location would see now. */
export function writersNow(location: Location, graph: DependenceGraph): Omit<SeenRead, 'location'> {
  return writersBy(location, graph, (each, found) => graph.forEachWriter(each, found));
}

/**
 * A name that a run has deleted is gone as if no cell had ever bound it. So such a run is no writer once its
 * cell has run again, nor for its own cell, `reader`.
 */
function writersBy(
  location: Location,
  graph: DependenceGraph,
  forEachWriter: ForEachWriter,
  reader: CellId | null = null,
): Omit<SeenRead, 'location'> {
  const writers = new Set<Exec>();
  const makers = new Set<Exec>();
  const adders: Adder[] = [];
  const parts = location.field === WHOLE || location.field === STRUCTURE;
  forEachWriter(location, (index, field) => {
    const { exec, record } = graph.node(index);
    if (location.object === GLOBALS && record.deleted.includes(field ?? location.field)) {
      const cell = graph.cellOf(index);
      if (cell === reader || graph.latestOf(cell) !== exec) return;
    }
    if (field !== undefined && field !== location.field && isKept({ object: location.object, field })) return;
    if (parts && field !== undefined && isPresence(field)) adders.push({ exec, adds: field });
    else writers.add(exec);
    if (parts && (field === undefined || field === WHOLE || field === STRUCTURE)) makers.add(exec);
  });
  return { writers: [...writers], makers: [...makers], adders };
}

/**
 * Whether a location is a name that a failed statement may have bound. The record has it as read and written;
 * here it counts as neither.
 */
function isUndone({ failed, reads, writes }: StatementRecord, { object, field }: Location): boolean {
  const same = (access: Location): boolean => access.object === GLOBALS && access.field === field;
  return failed && object === GLOBALS && reads.some(same) && writes.some(same);
}

/** Whether IPython manages a name itself; a read of all names does not include its results. */
function isKept({ object, field }: Location): boolean {
  return object === GLOBALS && isManagedName(field);
}

/** The writes of an execution, as scoped locations, each once. */
export function writtenLocations(execution: ExecutionRecord, graph: DependenceGraph): Location[] {
  const found = new Map<string, Location>();
  for (const statement of execution.statements) {
    for (const write of statement.writes) {
      if (isUndone(statement, write) || (write.object === GLOBALS && isOfShell(write.field))) continue;
      found.set(locationKey(write), { object: graph.scoped(write.object), field: write.field });
    }
  }
  return [...found.values()];
}

/**
 * The keys that a cell would add to key sets in a run from the top, in the order of its writes: keys that it
 * added, and keys that were already there only because a `later` cell (or the cell itself) had added them.
 */
export function keysAdded(
  written: readonly Location[],
  graph: DependenceGraph,
  later: (cell: CellId) => boolean,
): Location[] {
  const adders = new Map<string, ReadonlyMap<string, Exec>>();
  const adderOf = ({ object, field }: Location): CellId | undefined => {
    let known = adders.get(object);
    if (known === undefined) {
      const found = writersNow({ object, field: STRUCTURE }, graph).adders;
      known = new Map(found.map(({ exec, adds }) => [adds, exec]));
      adders.set(object, known);
    }
    return graph.execution(known.get(field) ?? 0)?.cell;
  };
  const found = new Map<string, Location>();
  for (const { object, field } of written) {
    if (!isPresence(field) && !/^[ia]:/.test(field)) continue;
    const added = { object, field: `${STRUCTURE}${field.slice(1)}` };
    const adder = isPresence(field) ? null : adderOf(added);
    if (adder !== undefined && (adder === null || later(adder))) found.set(locationKey(added), added);
  }
  return [...found.values()];
}
