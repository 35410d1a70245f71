/**
 * The global names that one module-level statement reads, binds, deletes and changes, collected while the
 * interpreter runs the statement. liveness.ts adds up the statements of a cell.
 */

import type { CellStatement } from '../parse.ts';
import { type Reading, weaker } from '../reading.ts';
import { ReadingPaths } from './reading-paths.ts';
import type { Changes } from './state.ts';

/** The accesses of a statement to global names. Builtins are names like others: see BUILTIN_NAMES. */
export interface StatementNames {
  /** The names read before the statement surely binds them, with the certainty of each read. Functions that the statement calls count. */
  readonly readings: ReadonlyMap<string, Reading>;
  /** Whether the code after the statement may not be reached. */
  readonly leaves: boolean;
  /** Bound on some path. */
  readonly writes: ReadonlySet<string>;
  /** Bound or deleted on every path through the statement that does not raise. */
  readonly mustWrite: ReadonlySet<string>;
  /** Unbound on some path: `del`, the name of an `except … as`. */
  readonly deletes: ReadonlySet<string>;
  /** Names whose object the statement probably changes in place, and names that share or hold the object. */
  readonly mutates: ReadonlySet<string>;
  /** Names whose object an undeclared call of the statement may change, against the usual rule. */
  readonly mayMutate: ReadonlySet<string>;
  /** For each imported global name, its dotted path. */
  readonly imports: ReadonlyMap<string, string>;
  /** The modules of `from m import *`. */
  readonly stars: readonly string[];
  /** Whether the statement runs code that its text does not show: `exec`, `%run`, `globals()`. */
  readonly runsUnseen: boolean;
  /** Names that a text inside the statement mentions (`df.query('x > @limit')`). */
  readonly lookedUp: ReadonlySet<string>;
  /** Whether the statement may bind or change names not visible in its text: star-import, `%run`, `exec`, `globals()`. */
  readonly unknownWrites: boolean;
}

const NO_NAMES: ReadonlySet<string> = new Set();

/** Collects the names of one statement. */
export class NameUses {
  /** Distinguishes the bindings of this statement from all others. */
  readonly id: number;
  readonly paths = new ReadingPaths();
  readonly writes = new Set<string>();
  readonly deletes = new Set<string>();
  readonly mutates = new Set<string>();
  readonly mayMutate = new Set<string>();
  readonly imports = new Map<string, string>();
  readonly stars: string[] = [];
  readonly lookedUp = new Set<string>();
  /** Whether the statement runs code that its text does not show. */
  runsUnseen = false;

  constructor(id: number) {
    this.id = id;
  }

  get #unknownWrites(): boolean {
    return this.runsUnseen || this.stars.length > 0;
  }

  /** Notes a read of a name that the statement has not surely bound before. */
  read(name: string): void {
    this.paths.read(name, this.#unknownWrites || this.writes.has(name));
  }

  /** The names of the statement. `changes`: the bindings that it leaves; null: no path leads to its end. */
  of({ isolated, certainty }: CellStatement, changes: Changes | null): StatementNames {
    const readings = new Map<string, Reading>();
    for (const [name, reading] of this.paths.readings)
      if (!isolated?.has(name)) readings.set(name, weaker(reading, certainty));
    const outside = (names: ReadonlySet<string>) =>
      isolated === null ? names : new Set([...names].filter((name) => !isolated.has(name)));
    const mustWrite = new Set<string>();
    for (const [key, binding] of changes ?? []) {
      if (key.includes('#')) continue;
      if (binding === undefined || (binding.sure && binding.at === this.id)) mustWrite.add(key);
    }
    return {
      readings,
      leaves: this.paths.leaves,
      writes: isolated === null ? this.writes : NO_NAMES,
      mustWrite: isolated === null ? mustWrite : NO_NAMES,
      deletes: isolated === null ? this.deletes : NO_NAMES,
      mutates: outside(this.mutates),
      mayMutate: outside(this.mayMutate),
      imports: isolated === null ? this.imports : new Map(),
      stars: this.stars,
      runsUnseen: this.runsUnseen,
      lookedUp: this.lookedUp,
      unknownWrites: this.#unknownWrites,
    };
  }
}
