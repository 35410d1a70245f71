/** Which cells read which locations, both ways. */

import { LocationMap } from '../graph/location-map.ts';
import type { CellId } from '../records/execution-record.ts';
import { GLOBALS, type Location } from '../records/location.ts';

/** The reads of a cell, and the objects and global names among them, each once. */
interface CellReads {
  readonly reads: readonly Location[];
  readonly objects: ReadonlySet<string>;
  readonly names: ReadonlySet<string>;
}

const NOTHING: CellReads = { reads: [], objects: new Set(), names: new Set() };

/** Cells and their reads. */
export class Readers {
  readonly #cells = new LocationMap<Set<CellId>>();
  readonly #reads = new Map<CellId, CellReads>();
  readonly #unread: (location: Location) => void;

  /** Calls `unread` with each location that has lost its last reader. */
  constructor(unread: (location: Location) => void) {
    this.#unread = unread;
  }

  /** The reads of a cell. */
  readsOf(cell: CellId): readonly Location[] {
    return this.#of(cell).reads;
  }

  /** The objects that a cell reads, each once. */
  objectsOf(cell: CellId): ReadonlySet<string> {
    return this.#of(cell).objects;
  }

  /** The global names that a cell reads, each once. */
  namesOf(cell: CellId): ReadonlySet<string> {
    return this.#of(cell).names;
  }

  #of(cell: CellId): CellReads {
    return this.#reads.get(cell) ?? NOTHING;
  }

  /** Sets the reads of a cell. */
  set(cell: CellId, reads: readonly Location[]): void {
    const before = this.readsOf(cell);
    for (const read of before) this.#cells.get(read)?.delete(cell);
    const objects = new Set<string>();
    const names = new Set<string>();
    for (const read of reads) {
      if (read.object === GLOBALS) names.add(read.field);
      else objects.add(read.object);
      this.#cells.getOrSet(read, () => new Set()).add(cell);
    }
    this.#reads.set(cell, { reads, objects, names });
    this.#dropUnread(before);
  }

  /** Deletes the reads of a cell. */
  delete(cell: CellId): void {
    this.set(cell, []);
    this.#reads.delete(cell);
  }

  #dropUnread(locations: readonly Location[]): void {
    for (const location of locations) {
      if (this.#cells.get(location)?.size !== 0) continue;
      this.#cells.delete(location);
      this.#unread(location);
    }
  }

  /** Calls `visit` with each reader of an overlapping location; with some cells more than once. */
  forEachOf(location: Location, visit: (cell: CellId) => void): void {
    this.#cells.forEachOverlapping(location, (cells) => {
      for (const cell of cells) visit(cell);
    });
  }

  /** Calls `visit` with each overlapping location that cells read, and with its readers. */
  forEachRead(
    { object, field }: Location,
    visit: (read: Location, cells: ReadonlySet<CellId>) => void,
  ): void {
    this.#cells.forEachOverlapping({ object, field }, (cells, read) => visit({ object, field: read }, cells));
  }
}
