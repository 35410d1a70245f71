/** The notebook's cells by the reads and overwrites of a run now. */

import { LocationMap } from '../graph/location-map.ts';
import type { CellId } from '../records/execution-record.ts';
import type { Location } from '../records/location.ts';
import type { CellInputs } from './cell-inputs.ts';

/** An inverted index of cells' inputs. */
export class Readers {
  readonly #inputs = new Map<CellId, CellInputs>();
  readonly #byRead = new LocationMap<Map<CellId, CellInputs>>();
  readonly #byDeadName = new Map<string, Set<CellId>>();

  get(cell: CellId): CellInputs | undefined {
    return this.#inputs.get(cell);
  }

  cells(): IterableIterator<CellId> {
    return this.#inputs.keys();
  }

  /** Replaces a cell's inputs. */
  set(inputs: CellInputs): void {
    const { cell } = inputs;
    this.delete(cell);
    this.#inputs.set(cell, inputs);
    for (const read of inputs.reads) this.#byRead.getOrSet(read, () => new Map()).set(cell, inputs);
    for (const name of inputs.dead) {
      const cells = this.#byDeadName.get(name);
      if (cells) cells.add(cell);
      else this.#byDeadName.set(name, new Set([cell]));
    }
  }

  delete(cell: CellId): void {
    const known = this.#inputs.get(cell);
    if (!known) return;
    this.#inputs.delete(cell);
    for (const read of known.reads) {
      const cells = this.#byRead.get(read);
      cells?.delete(cell);
      if (cells?.size === 0) this.#byRead.delete(read);
    }
    for (const name of known.dead) {
      const cells = this.#byDeadName.get(name);
      cells?.delete(cell);
      if (cells?.size === 0) this.#byDeadName.delete(name);
    }
  }

  /** Calls `found` with each reader of the location or of an overlapping one; with some twice. */
  forEachReader(location: Location, found: (inputs: CellInputs) => void): void {
    this.#byRead.forEachOverlapping(location, (cells) => {
      for (const inputs of cells.values()) found(inputs);
    });
  }

  /** The cells that overwrite a global name without a read. */
  cellsThatOverwrite(name: string): Iterable<CellId> {
    return this.#byDeadName.get(name) ?? [];
  }
}
