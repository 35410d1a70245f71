/**
 * Names that cells above may bind when they run again, though they did not when they ran last (`if n > 2: z = [n]`): nobody's writes tell,
 * the texts do.
 */

import { type CellId, GLOBALS } from '../model.ts';
import { CellsByName } from './cells-by-name.ts';
import type { ExpectedWriters } from './expected-writers.ts';

/** The cells above, on the way down a notebook, that are to run again and may bind names. */
export class OpenBindings {
  readonly #expected: ExpectedWriters;
  readonly #open = new CellsByName();

  constructor(expected: ExpectedWriters) {
    this.#expected = expected;
  }

  /** A cell is to run again. `names`: those that it may bind or delete then, and did not in its last run. */
  add(cell: CellId, names: Iterable<string>): void {
    this.#open.add(cell, names);
  }

  /** The cells whose bindings a cell that reads these names may find: those below whoever binds the name for it now. */
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
