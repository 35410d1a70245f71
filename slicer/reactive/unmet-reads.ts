/**
 * The reads of each cell that would differ now from a run from the top. Answers are cached, and only
 * locations that changed since are compared again: each step of a plan asks for all cells, and one run
 * changes few answers.
 */

import type { CellId } from '../records/execution-record.ts';
import type { Location } from '../records/location.ts';
import type { Readers } from './readers.ts';

/** The unmet reads of a cell at its last question, and the locations that have changed since. */
interface Known {
  unmet: readonly Location[];
  changed: Location[];
}

/** Answers by cell. `isMet` tests one location that a cell reads. */
export class UnmetReads {
  readonly #readers: Readers;
  readonly #isMet: (location: Location, reader: CellId) => boolean;
  readonly #known = new Map<CellId, Known>();

  constructor(readers: Readers, isMet: (location: Location, reader: CellId) => boolean) {
    this.#readers = readers;
    this.#isMet = isMet;
  }

  /** The unmet reads of a cell, in the order of its reads. */
  of(cell: CellId): readonly Location[] {
    const known = this.#known.get(cell);
    if (known === undefined) {
      const unmet = this.#readers.readsOf(cell).filter((location) => !this.#isMet(location, cell));
      this.#known.set(cell, { unmet, changed: [] });
      return unmet;
    }
    if (known.changed.length > 0) {
      known.unmet = this.#after(known, cell);
      known.changed = [];
    }
    return known.unmet;
  }

  #after({ unmet, changed }: Known, cell: CellId): readonly Location[] {
    const became = changed.filter((location) => !this.#isMet(location, cell));
    const kept = unmet.filter((location) => !changed.some((other) => isSame(other, location)));
    if (became.length === 0) return kept;
    const all = [...kept, ...became];
    return this.#readers.readsOf(cell).filter((read) => all.some((location) => isSame(location, read)));
  }

  /** Notes that a location has other writers, in the kernel or in notebook order; null: all locations may have. */
  changed(location: Location | null): void {
    if (location === null) this.#known.clear();
    if (location === null || this.#known.size === 0) return;
    this.#readers.forEachRead(location, (read, cells) => {
      for (const cell of cells) {
        const known = this.#known.get(cell);
        if (known === undefined) continue;
        // (nobody has asked for a while)
        if (known.changed.length >= this.#readers.readsOf(cell).length) this.#known.delete(cell);
        else if (!known.changed.some((other) => isSame(other, read))) known.changed.push(read);
      }
    });
  }

  /** Forgets a cell that reads other locations than before, or is gone. */
  forget(cell: CellId): void {
    this.#known.delete(cell);
  }
}

function isSame(a: Location, b: Location): boolean {
  return a.field === b.field && a.object === b.object;
}
