/**
 * Changes in place that are to be made again. What a cell above has changed may have been made anew since, and the new object has not been
 * changed yet: nobody's writes tell. The names tell, that have stood for the object.
 */

import { type CellId, GLOBALS, type Location } from '../model.ts';
import type { ExpectedWriters } from './expected-writers.ts';
import type { ObjectNames } from './object-names.ts';

/** The cells above, on the way down a notebook, that are to run again and change objects. */
export class OpenChanges {
  readonly #expected: ExpectedWriters;
  readonly #names: ObjectNames;
  readonly #open = new Map<CellId, ReadonlySet<string>>();

  constructor(expected: ExpectedWriters, names: ObjectNames) {
    this.#expected = expected;
    this.#names = names;
  }

  /** A cell is to run again. `names`: those of the objects that it changes. */
  add(cell: CellId, names: ReadonlySet<string>): void {
    this.#open.set(cell, names);
  }

  /** The cells whose changes a cell that reads these locations would see. */
  concerning(cell: CellId, reads: readonly Location[]): CellId[] {
    if (this.#open.size === 0) return [];
    const read = this.#names.ofAll(reads);
    return [...this.#open].flatMap(([above, changed]) =>
      [...read].some((name) => changed.has(name) && this.#isSame(name, above, cell)) ? [above] : [],
    );
  }

  /** Whether a name is bound by the same cell for both. */
  #isSame(field: string, above: CellId, cell: CellId): boolean {
    const binders = (reader: CellId): string =>
      this.#expected
        .find({ object: GLOBALS, field }, reader)
        .map((writer) => writer.cell)
        .join();
    return binders(above) === binders(cell);
  }
}
