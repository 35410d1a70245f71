/** Which cells read which locations, both ways. */

import { LocationMap } from '../graph/location-map.ts';
import { type CellId, GLOBALS, type Location } from '../model.ts';

const NONE: readonly Location[] = [];
const NO_OBJECTS: ReadonlySet<string> = new Set();

/** Cells and their reads. */
export class Readers {
  readonly #cells = new LocationMap<Set<CellId>>();
  readonly #reads = new Map<CellId, readonly Location[]>();
  readonly #objects = new Map<CellId, ReadonlySet<string>>();
  readonly #names = new Map<CellId, ReadonlySet<string>>();
  readonly #unread: (location: Location) => void;

  /** Calls `unread` with each location that has lost its last reader. */
  constructor(unread: (location: Location) => void) {
    this.#unread = unread;
  }

  /** The reads of a cell. */
  readsOf(cell: CellId): readonly Location[] {
    return this.#reads.get(cell) ?? NONE;
  }

  /** The objects that a cell reads, each once. */
  objectsOf(cell: CellId): ReadonlySet<string> {
    return this.#objects.get(cell) ?? NO_OBJECTS;
  }

  /** The global names that a cell reads, each once. */
  namesOf(cell: CellId): ReadonlySet<string> {
    return this.#names.get(cell) ?? NO_OBJECTS;
  }

  /** Sets the reads of a cell. */
  set(cell: CellId, reads: readonly Location[]): void {
    const before = this.readsOf(cell);
    for (const read of before) this.#cells.get(read)?.delete(cell);
    this.#reads.set(cell, reads);
    const objects = new Set<string>();
    const names = new Set<string>();
    for (const { object, field } of reads)
      if (object === GLOBALS) names.add(field);
      else objects.add(object);
    this.#objects.set(cell, objects);
    this.#names.set(cell, names);
    for (const read of reads) this.#cells.getOrSet(read, () => new Set()).add(cell);
    this.#dropUnread(before);
  }

  /** Deletes the reads of a cell. */
  delete(cell: CellId): void {
    const before = this.readsOf(cell);
    for (const read of before) this.#cells.get(read)?.delete(cell);
    this.#dropUnread(before);
    this.#reads.delete(cell);
    this.#objects.delete(cell);
    this.#names.delete(cell);
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
