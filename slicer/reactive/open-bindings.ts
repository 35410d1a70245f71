/**
 * Names that cells above may bind in their next run, although they did not in their last one (`if n > 2: z =
 * [n]`). The texts show them; the recorded writes do not.
 */

import type { CellId } from '../records/execution-record.ts';
import { GLOBALS } from '../records/location.ts';
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
  concerning(cell: CellId, names: ReadonlySet<string>): readonly CellId[] {
    if (this.#open.isEmpty) return NONE;
    const found: CellId[] = [];
    for (const field of names) {
      const open = this.#open.of(field);
      if (open.length === 0) continue;
      let last = -1;
      for (const binder of this.#expected.find({ object: GLOBALS, field }, cell))
        last = Math.max(last, this.#expected.positionOf(binder.cell));
      for (const above of open) if (this.#expected.positionOf(above) > last) found.push(above);
    }
    return found;
  }
}

const NONE: readonly CellId[] = [];
