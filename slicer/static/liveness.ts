/**
 * Live and dead symbols of a cell: names that it reads before it writes them on some path, and names that it
 * overwrites on every path. This file knows names only; the dynamic side knows fields of objects.
 */

import { type BindingChange, noteChanges } from './binding-changes.ts';
import type { StatementNames } from './interpreter/name-uses.ts';
import type { ParsedCell } from './parse.ts';
import { noteReading, type Reading, weaker } from './reading.ts';
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
}

/** Adds up the names of a cell's statements. */
export function livenessOf(cell: ParsedCell, statements: readonly StatementNames[]): CellLiveness {
  const readings = new Map<string, Reading>();
  const bindsUnseen = mayBindUnseen(cell);
  const dead = new Set<string>();
  const writes = new Set<string>();
  const mutates = new Set<string>();
  const deletes = new Set<string>();
  const bindings = new Map<string, BindingChange>();
  let unknownWrites = false;
  let left = false;
  for (const [at, names] of statements.entries()) {
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
    noteChanges(bindings, names, cell.statements[at]!);
    unknownWrites ||= names.unknownWrites;
  }
  const live = new Set(readings.keys());
  return { live, readings, bindsUnseen, dead, writes, mutates, deletes, bindings, unknownWrites, statements };
}

/** Whether two cells read, bind and change the same, statement by statement. */
export function sameLiveness(a: CellLiveness, b: CellLiveness): boolean {
  return (
    a.statements.length === b.statements.length &&
    a.statements.every(({ readings }, at) => sameMap(readings, b.statements[at]!.readings)) &&
    a.unknownWrites === b.unknownWrites &&
    a.bindsUnseen === b.bindsUnseen &&
    sameMap(a.readings, b.readings) &&
    sameSet(a.dead, b.dead) &&
    sameSet(a.writes, b.writes) &&
    sameSet(a.mutates, b.mutates) &&
    sameSet(a.deletes, b.deletes) &&
    sameMap(a.bindings, b.bindings)
  );
}

function sameSet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((name) => b.has(name));
}

function sameMap<Value>(a: ReadonlyMap<string, Value>, b: ReadonlyMap<string, Value>): boolean {
  return a.size === b.size && [...a].every(([name, value]) => b.get(name) === value);
}
