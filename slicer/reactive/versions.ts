/**
 * Early cut-off: which executions left the same values as an earlier one, so that their readers need not run
 * again. The kernel compares values (instrument/agent/values/kept_values.py); this file stores the results.
 */

import type { Exec } from '../records/execution-record.ts';
import { GLOBALS, type Location } from '../records/location.ts';

/** The values that a re-execution left unchanged. */
export interface Sameness {
  /** Whether it left all its writes unchanged. */
  readonly all: boolean;
  /** Whether the bound names also stand for the same objects again as before the run. */
  readonly undone: boolean;
  /** Global names with the same values, where nothing else can show a difference. */
  readonly names: readonly string[];
  /** Global names with equal values, possibly in other objects. */
  readonly equal: readonly string[];
  /** World locations and objects of libraries left unchanged. */
  readonly settings: readonly string[];
  /** Whether all bound names and all changed objects have equal values. */
  readonly every: boolean;
  /**
   * Whether its values may contain objects that other cells change. Then a reader must get the same object,
   * not an equal one.
   */
  readonly holds: boolean;
}

/** The unchanged values of an execution, compared with the one `before`. */
interface Kept {
  readonly before: Exec;
  readonly names: ReadonlySet<string>;
  readonly settings: ReadonlySet<string>;
}

/** Versions: the first execution in a row that wrote the same value to a location. */
export class Versions {
  readonly #all = new Map<Exec, Exec>();
  readonly #kept = new Map<Exec, Kept>();
  readonly #equal = new Map<Exec, { readonly before: Exec; readonly names: ReadonlySet<string> }>();
  readonly #every = new Map<Exec, Exec>();

  /** Takes the comparison of `exec` with `before`, the previous run of the same cell. */
  same(exec: Exec, before: Exec, { all, names, equal, settings, every }: Sameness): void {
    if (all) this.#all.set(exec, before);
    else if (names.length + settings.length > 0)
      this.#kept.set(exec, { before, names: new Set(names), settings: new Set(settings) });
    if (equal.length > 0) this.#equal.set(exec, { before, names: new Set(equal) });
    if (every) this.#every.set(exec, before);
  }

  /** Takes back `all` and `every`: the execution has gone on to write more. */
  goesOn(exec: Exec): void {
    this.#all.delete(exec);
    this.#every.delete(exec);
  }

  /** The first execution in a row that left an equal value in a global name. */
  equal(exec: Exec, name: string): Exec {
    let found = this.original(exec);
    for (let kept = this.#equal.get(found); kept?.names.has(name); kept = this.#equal.get(found)) {
      found = this.original(kept.before);
    }
    return found;
  }

  /** The first execution in a row that left equal values in all names and objects. */
  equalInAll(exec: Exec): Exec {
    let found = this.original(exec);
    for (let before = this.#every.get(found); before !== undefined; before = this.#every.get(found)) {
      found = this.original(before);
    }
    return found;
  }

  /** The last execution that changed something: this one, or an earlier one of its cell. */
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
