/**
 * When each location was written, by which cell: the latest write of every cell, for the question "has this changed
 * since?". Unlike `last-writers` it keeps several writers of one location, because in-order mode counts only those above
 * the reader.
 */

import { LocationMap } from '../graph/location-map.ts';
import type { CellId, Location } from '../model.ts';
import type { Visibility } from './visibility.ts';

/** Latest writes of every location, per cell, as the indices of statements. */
export class WriteHistory {
  readonly #writes = new LocationMap<Map<CellId, number>>();

  /** The statement with this index, the newest, has written the location. */
  add(location: Location, cell: CellId, index: number): void {
    this.#writes.getOrSet(location, () => new Map()).set(cell, index);
  }

  /** Whether another cell that `reader` sees has written what a read of the location sees, at `since` or later. */
  hasChanged(location: Location, reader: CellId, since: number, visibility: Visibility): boolean {
    let found = false;
    this.#writes.forEachOverlapping(location, (writes) => {
      for (const [writer, index] of writes) {
        found ||= index >= since && writer !== reader && visibility.sees(reader, writer);
      }
    });
    return found;
  }

  /** Only files outlive a restart. */
  restart(): void {
    this.#writes.keepOnly('file');
  }
}
