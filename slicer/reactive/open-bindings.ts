/**
 * Names that cells above may bind in their next run, although they did not in their last one (`if n > 2: z =
 * [n]`). The texts show them; the recorded writes do not.
 */

import { type CellId, GLOBALS } from '../model.ts';
import { CellsByName } from './cells-by-name.ts';
import type { ExpectedWriters } from './expected-writers.ts';

/** The cells above, on the way down a notebook, that run again and may bind names. */
export class OpenBindings {
  readonly #expected: ExpectedWriters;
  readonly #open = new CellsByName();

  constructor(expected: ExpectedWriters) {
    this.#expected = expected;
  }

  /** Adds a cell that runs again. `names`: names that it may bind or delete, and did not in its last run. */
  add(cell: CellId, names: Iterable<string>): void {
    this.#open.add(cell, names);
  }

  /** The cells whose bindings a reader of these names may find: they stand below the name's current binder. */
  concerning(cell: CellId, names: ReadonlySet<string>): CellId[] {
    if (this.#open.isEmpty) return [];
    return [...names].flatMap((field) => {
      const open = this.#open.of(field);
      if (open.length === 0) return [];
      const binders = this.#expected.find({ object: GLOBALS, field }, cell).map((writer) => writer.cell);
      const last = Math.max(-1, ...binders.map((binder) => this.#expected.positionOf(binder)));
      return open.filter((above) => this.#expected.positionOf(above) > last);
    });
  }
}
