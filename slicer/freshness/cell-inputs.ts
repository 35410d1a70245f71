/**
 * The reads and overwrites of a run of a cell now: from its last run if the text is the same, otherwise from
 * static analysis of the text.
 */

import type { DependenceGraph } from '../graph/dependence-graph.ts';
import type { CellId, Exec, ExecutionRecord } from '../records/execution-record.ts';
import { GLOBALS, type Location, locationKey, WHOLE } from '../records/location.ts';

/** Names that a cell's text reads before a write (live) and overwrites on every path (dead), by static analysis. */
export interface CellNames {
  readonly live: ReadonlySet<string>;
  readonly dead: ReadonlySet<string>;
}

/**
 * The basis of a cell's inputs: its last run in this kernel (null: none), its text, and its names if they
 * come from static analysis.
 */
export interface CellBasis {
  readonly cell: CellId;
  readonly exec: Exec | null;
  readonly source: string;
  /** Null: the text has not changed, and its run was observed. */
  readonly names: CellNames | null;
}

export interface CellInputs extends CellBasis {
  /** Locations read from outside the cell, each once. */
  readonly reads: readonly Location[];
  /** Global names overwritten without a read. */
  readonly dead: ReadonlySet<string>;
  readonly writes: readonly Location[];
}

/** The inputs of a cell. `objects`: the object of each name. */
export function cellInputs(
  basis: CellBasis,
  graph: DependenceGraph,
  objects: ReadonlyMap<string, string>,
): CellInputs {
  const { exec, names } = basis;
  const execution = exec === null ? undefined : graph.execution(exec);
  const written = execution ? writesOf(execution, graph) : [];
  if (names === null) {
    return { ...basis, ...observed(execution?.statements ?? [], graph), writes: written };
  }
  const reads: Location[] = [];
  for (const field of names.live) {
    reads.push({ object: GLOBALS, field });
    const object = objects.get(field);
    if (object !== undefined) reads.push({ object, field: WHOLE });
  }
  const writes = [...written, ...[...names.dead].map((field) => ({ object: GLOBALS, field }))];
  return { ...basis, reads, dead: names.dead, writes };
}

function writesOf(execution: ExecutionRecord, graph: DependenceGraph): Location[] {
  return execution.statements.flatMap(({ writes }) =>
    writes.map(({ object, field }) => ({ object: graph.scoped(object), field })),
  );
}

/** Reads of statements from outside, and names overwritten without a read. */
function observed(
  statements: ExecutionRecord['statements'],
  graph: DependenceGraph,
): Pick<CellInputs, 'reads' | 'dead'> {
  const reads = new Map<string, Location>();
  const written = new Set<string>();
  const dead = new Set<string>();
  for (const statement of statements) {
    for (const read of statement.reads) {
      const key = locationKey(read);
      if (!written.has(key) && !reads.has(key)) {
        reads.set(key, { object: graph.scoped(read.object), field: read.field });
      }
    }
    for (const write of statement.writes) {
      const key = locationKey(write);
      written.add(key);
      if (write.object === GLOBALS && !reads.has(key)) dead.add(write.field);
    }
  }
  return { reads: [...reads.values()], dead };
}
