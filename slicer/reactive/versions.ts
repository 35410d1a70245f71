/**
 * Which executions left the same as an earlier one did, so that nobody who reads it has to run again (early cut-off). The kernel
 * compares values (instrument/agent/kept_values.py); this only remembers what it said.
 */

import { type Exec, GLOBALS, type Location } from '../model.ts';

/** What a re-execution left as the execution before it had left it. */
export interface Sameness {
  /** All it wrote is the same: it changed nothing. */
  readonly all: boolean;
  /** Global names whose values are the same, and that nothing else can tell apart. */
  readonly names: readonly string[];
}

/** The version of a location that an execution wrote: the first execution in a row that wrote the same. */
export class Versions {
  readonly #all = new Map<Exec, Exec>();
  readonly #names = new Map<Exec, { readonly before: Exec; readonly names: ReadonlySet<string> }>();

  /** `exec` ran the cell of `before` again. */
  same(exec: Exec, before: Exec, { all, names }: Sameness): void {
    if (all) this.#all.set(exec, before);
    else if (names.length > 0) this.#names.set(exec, { before, names: new Set(names) });
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
      const kept = location.object === GLOBALS ? this.#names.get(found) : undefined;
      if (!kept?.names.has(location.field)) return found;
      found = kept.before;
    }
  }
}
