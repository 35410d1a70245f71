/**
 * Which executions left the same as an earlier one did, so that nobody who reads it has to run again (early cut-off). The kernel
 * compares values (instrument/agent/values/kept_values.py); this only remembers what it said.
 */

import { type Exec, GLOBALS, type Location } from '../model.ts';

/** What a re-execution left as the execution before it had left it. */
export interface Sameness {
  /** All it wrote is the same: it changed nothing. */
  readonly all: boolean;
  /** And the names that it bound stand again for what they stood for when it began. */
  readonly undone: boolean;
  /** Global names whose values are the same, and that nothing else can tell apart. */
  readonly names: readonly string[];
  /** Global names whose values are equal to those before, though they may be other objects. */
  readonly equal: readonly string[];
  /** World locations, and objects of libraries, that it left as the execution before did. */
  readonly settings: readonly string[];
  /** All names that it bound, and all objects that it changed, are equal to those before. */
  readonly every: boolean;
  /** What it left may hold objects that others change: whether it was given the same object or an equal one matters. */
  readonly holds: boolean;
}

/** What an execution left as the one `before` did. */
interface Kept {
  readonly before: Exec;
  readonly names: ReadonlySet<string>;
  readonly settings: ReadonlySet<string>;
}

/** The version of a location that an execution wrote: the first execution in a row that wrote the same. */
export class Versions {
  readonly #all = new Map<Exec, Exec>();
  readonly #kept = new Map<Exec, Kept>();
  readonly #equal = new Map<Exec, { readonly before: Exec; readonly names: ReadonlySet<string> }>();
  readonly #every = new Map<Exec, Exec>();

  /** `exec` ran the cell of `before` again. */
  same(exec: Exec, before: Exec, { all, names, equal, settings, every }: Sameness): void {
    if (all) this.#all.set(exec, before);
    else if (names.length + settings.length > 0)
      this.#kept.set(exec, { before, names: new Set(names), settings: new Set(settings) });
    if (equal.length > 0) this.#equal.set(exec, { before, names: new Set(equal) });
    if (every) this.#every.set(exec, before);
  }

  /** The execution has gone on to write more: it did change something. */
  goesOn(exec: Exec): void {
    this.#all.delete(exec);
    this.#every.delete(exec);
  }

  /** The first execution in a row that left a global name with an equal value. */
  equal(exec: Exec, name: string): Exec {
    let found = this.original(exec);
    for (let kept = this.#equal.get(found); kept?.names.has(name); kept = this.#equal.get(found)) {
      found = this.original(kept.before);
    }
    return found;
  }

  /** The first execution in a row that left all names and objects with equal values. */
  equalInAll(exec: Exec): Exec {
    let found = this.original(exec);
    for (let before = this.#every.get(found); before !== undefined; before = this.#every.get(found)) {
      found = this.original(before);
    }
    return found;
  }

  /** The execution that this one changed nothing after. */
  original(exec: Exec): Exec {
    let found = exec;
    for (let before = this.#all.get(found); before !== undefined; before = this.#all.get(found))
      found = before;
    return found;
  }

  /** The version that `exec` wrote at a location. */
  of(exec: Exec, location: Location): Exec {
    let found = exec;
    for (;;) {
      found = this.original(found);
      const kept = this.#kept.get(found);
      const { object, field } = location;
      if (!(object === GLOBALS ? kept?.names.has(field) : kept?.settings.has(object))) return found;
      found = (kept as Kept).before;
    }
  }
}
