/**
 * Changes in place that must be repeated. A cell above changed an object; since then another run made the
 * object anew, without the change. Recorded writes do not show this case; the names of the object do.
 */

import type { CellId } from '../records/execution-record.ts';
import { GLOBALS } from '../records/location.ts';
import { CellsByName } from './cells-by-name.ts';
import type { ExpectedWriters } from './expected-writers.ts';
import type { ObjectNames } from './object-names.ts';

/** The cells above, on the way down a notebook, that run again and change objects. */
export class OpenChanges {
  readonly #expected: ExpectedWriters;
  readonly #names: ObjectNames;
  /** By the names of the changed objects. */
  readonly #open = new CellsByName();
  /** By name and reader: the cells that bind the name for the reader, as one string. */
  readonly #binders = new Map<string, Map<CellId, string>>();

  constructor(expected: ExpectedWriters, names: ObjectNames) {
    this.#expected = expected;
    this.#names = names;
  }

  /** Adds a cell that runs again. `names`: names of the objects that it changes. */
  add(cell: CellId, names: ReadonlySet<string>): void {
    this.#open.add(cell, names);
  }

  /** The cells whose changes a reader of these objects would find. */
  concerning(cell: CellId, objects: ReadonlySet<string>): Iterable<CellId> {
    if (this.#open.isEmpty) return NONE;
    let found: Set<CellId> | null = null;
    for (const object of objects) {
      for (const name of this.#names.of(object)) {
        for (const above of this.#open.of(name)) {
          if (found?.has(above) || !this.#isSame(name, above, cell)) continue;
          found ??= new Set();
          found.add(above);
        }
      }
    }
    return found ?? NONE;
  }

  /** Whether the same cell binds a name for both cells. */
  #isSame(field: string, above: CellId, cell: CellId): boolean {
    return this.#bindersOf(field, above) === this.#bindersOf(field, cell);
  }

  #bindersOf(field: string, reader: CellId): string {
    let known = this.#binders.get(field);
    if (!known) {
      known = new Map();
      this.#binders.set(field, known);
    }
    let binders = known.get(reader);
    if (binders === undefined) {
      const writers = this.#expected.find({ object: GLOBALS, field }, reader);
      binders = writers.map((writer) => writer.cell).join();
      known.set(reader, binders);
    }
    return binders;
  }
}

const NONE: readonly CellId[] = [];
