/**
 * The latest write of every location by each cell, for the question "has this changed since?". `last-writers`
 * has one writer of a location; this file has several, because in-order mode counts only writers above the
 * reader.
 */

import { LocationMap } from '../graph/location-map.ts';
import type { CellId } from '../records/execution-record.ts';
import type { Location } from '../records/location.ts';
import type { Visibility } from './visibility.ts';

/** Latest writes of every location, per cell, as the indices of statements. */
export class WriteHistory {
  readonly #writes = new LocationMap<Map<CellId, number>>();

  /** Adds a write of the location by the newest statement, with this index. */
  add(location: Location, cell: CellId, index: number): void {
    this.#writes.getOrSet(location, () => new Map()).set(cell, index);
  }

  /** Whether another cell, visible to `reader`, has written an overlapping location, at `since` or later. */
  hasChanged(location: Location, reader: CellId, since: number, visibility: Visibility): boolean {
    let found = false;
    this.#writes.forEachOverlapping(location, (writes) => {
      for (const [writer, index] of writes) {
        found ||= index >= since && writer !== reader && visibility.sees(reader, writer);
      }
    });
    return found;
  }

  /** Forgets all but files, which outlive a restart. */
  restart(): void {
    this.#writes.keepOnly('file');
  }
}
