/** Which cells read which locations, both ways. */

import { LocationMap } from '../location-map.ts';
import type { CellId, Location } from '../model.ts';

/** Cells and what each of them reads. */
export class Readers {
  readonly #cells = new LocationMap<Set<CellId>>();
  readonly #reads = new Map<CellId, readonly Location[]>();

  /** What a cell reads. */
  readsOf(cell: CellId): readonly Location[] {
    return this.#reads.get(cell) ?? [];
  }

  /** Sets what a cell reads. */
  set(cell: CellId, reads: readonly Location[]): void {
    this.delete(cell);
    this.#reads.set(cell, reads);
    for (const read of reads) this.#cells.getOrSet(read, () => new Set()).add(cell);
  }

  /** The cell reads nothing any more. */
  delete(cell: CellId): void {
    for (const read of this.readsOf(cell)) {
      const cells = this.#cells.get(read);
      cells?.delete(cell);
      if (cells?.size === 0) this.#cells.delete(read);
    }
    this.#reads.delete(cell);
  }

  /** Calls `visit` with each cell that reads a location, or one that overlaps with it; some more than once. */
  forEachOf(location: Location, visit: (cell: CellId) => void): void {
    this.#cells.forEachOverlapping(location, (cells) => {
      for (const cell of cells) visit(cell);
    });
  }
}
