/**
 * Live and dead symbols of a cell: names that it reads before it writes them on some path, and names that it
 * overwrites on every path. This file knows names only; the dynamic side knows fields of objects.
 */

import { type BindingChange, noteChanges } from './binding-changes.ts';
import { analyzeNames, environmentAfter, type StatementNames } from './names.ts';
import type { ParsedCell } from './parse.ts';
import { noteReading, type Reading, weaker } from './reading.ts';
import { EMPTY_ENVIRONMENT, type StaticEnvironment } from './summaries.ts';
import { mayBindUnseen } from './unseen-names.ts';

/** The names that decide whether a cell is stale, fresh or a refresher. */
export interface CellLiveness {
  /** Read before surely bound, on some path; includes the reads of notebook functions that the cell calls. */
  readonly live: ReadonlySet<string>;
  /** The certainty of the reads of each live name. */
  readonly readings: ReadonlyMap<string, Reading>;
  /** Whether the cell may bind names not visible as names in its text: through the shell, `builtins`, an extension. */
  readonly bindsUnseen: boolean;
  /** Bound or deleted on every path that does not raise. */
  readonly dead: ReadonlySet<string>;
  /** Bound on some path, dead ones included. */
  readonly writes: ReadonlySet<string>;
  readonly mutates: ReadonlySet<string>;
  /** Unbound at the end on some path. */
  readonly deletes: ReadonlySet<string>;
  /** Changes of definedness by the cell. */
  readonly bindings: ReadonlyMap<string, BindingChange>;
  /** Whether the cell may bind or change names not visible in its text. */
  readonly unknownWrites: boolean;
  readonly statements: readonly StatementNames[];
  /** The environment for the next cell. */
  readonly environment: StaticEnvironment;
}

/** Results by cell and environment: several analyses visit the same cells, one after another. */
const found = new WeakMap<ParsedCell, WeakMap<StaticEnvironment, CellLiveness>>();

/** The liveness of a cell in an environment. */
export function analyzeLiveness(
  cell: ParsedCell,
  environment: StaticEnvironment = EMPTY_ENVIRONMENT,
): CellLiveness {
  const known = found.get(cell) ?? new WeakMap();
  found.set(cell, known);
  const liveness = known.get(environment) ?? analyzeAnew(cell, environment);
  known.set(environment, liveness);
  return liveness;
}

function analyzeAnew(cell: ParsedCell, environment: StaticEnvironment): CellLiveness {
  const readings = new Map<string, Reading>();
  const bindsUnseen = mayBindUnseen(cell);
  const dead = new Set<string>();
  const writes = new Set<string>();
  const mutates = new Set<string>();
  const deletes = new Set<string>();
  const bindings = new Map<string, BindingChange>();
  const statements: StatementNames[] = [];
  let unknownWrites = false;
  let left = false;
  let current = environment;
  for (const statement of cell.statements) {
    const names = analyzeNames(statement, current);
    statements.push(names);
    for (const [name, reading] of names.readings) {
      if (dead.has(name)) continue;
      const sure = !left && !unknownWrites && !bindsUnseen && !writes.has(name);
      noteReading(readings, name, sure ? reading : weaker(reading, 'perhaps'));
    }
    left ||= names.leaves;
    for (const name of names.mustWrite) dead.add(name);
    for (const name of names.writes) writes.add(name);
    for (const name of names.mutates) mutates.add(name);
    for (const name of names.writes) if (names.mustWrite.has(name)) deletes.delete(name);
    for (const name of names.deletes) deletes.add(name);
    noteChanges(bindings, names, statement);
    unknownWrites ||= names.unknownWrites;
    current = environmentAfter(names, current);
  }
  const live = new Set(readings.keys());
  return {
    live,
    readings,
    bindsUnseen,
    dead,
    writes,
    mutates,
    deletes,
    bindings,
    unknownWrites,
    statements,
    environment: current,
  };
}
