/**
 * Live and dead symbols of a cell: what it reads before it writes on some path, and what it overwrites on every path.
 * Names only; fields of objects are the dynamic side's.
 */
import { analyzeNames, environmentAfter, type StatementNames } from './names.ts';
import type { ParsedCell } from './parse.ts';
import { EMPTY_ENVIRONMENT, type StaticEnvironment } from './summaries.ts';

/** The names that decide whether a cell is stale, fresh or a refresher. */
export interface CellLiveness {
  /** Read before surely bound, on some path; with the reads of notebook functions it calls. */
  readonly live: ReadonlySet<string>;
  /** Bound or deleted on every path that does not raise. */
  readonly dead: ReadonlySet<string>;
  /** Bound on some path, dead ones included. */
  readonly writes: ReadonlySet<string>;
  readonly mutates: ReadonlySet<string>;
  /** Unbound at the end on some path. */
  readonly deletes: ReadonlySet<string>;
  /** It may bind or change names its text does not tell. */
  readonly unknownWrites: boolean;
  readonly statements: readonly StatementNames[];
  /** The environment for the cell that runs next. */
  readonly environment: StaticEnvironment;
}

/** Liveness of a cell that would run in an environment. */
export function analyzeLiveness(
  cell: ParsedCell,
  environment: StaticEnvironment = EMPTY_ENVIRONMENT,
): CellLiveness {
  const live = new Set<string>();
  const dead = new Set<string>();
  const writes = new Set<string>();
  const mutates = new Set<string>();
  const deletes = new Set<string>();
  const statements: StatementNames[] = [];
  let unknownWrites = false;
  let current = environment;
  for (const statement of cell.statements) {
    const names = analyzeNames(statement, current);
    statements.push(names);
    for (const name of names.reads) if (!dead.has(name)) live.add(name);
    for (const name of names.mustWrite) dead.add(name);
    for (const name of names.writes) writes.add(name);
    for (const name of names.mutates) mutates.add(name);
    for (const name of names.writes) if (names.mustWrite.has(name)) deletes.delete(name);
    for (const name of names.deletes) deletes.add(name);
    unknownWrites ||= names.unknownWrites;
    current = environmentAfter(names, current);
  }
  return { live, dead, writes, mutates, deletes, unknownWrites, statements, environment: current };
}
