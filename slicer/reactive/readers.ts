/** Which cells read which locations, both ways. */

import { LocationMap } from '../graph/location-map.ts';
import { type CellId, GLOBALS, type Location } from '../model.ts';

const NONE: readonly Location[] = [];
const NO_OBJECTS: ReadonlySet<string> = new Set();

/** Cells and what each of them reads. */
export class Readers {
  readonly #cells = new LocationMap<Set<CellId>>();
  readonly #reads = new Map<CellId, readonly Location[]>();
  readonly #objects = new Map<CellId, ReadonlySet<string>>();
  readonly #names = new Map<CellId, ReadonlySet<string>>();
  readonly #unread: (location: Location) => void;

  /** It calls `unread` with each location that no cell reads any more. */
  constructor(unread: (location: Location) => void) {
    this.#unread = unread;
  }

  /** What a cell reads. */
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

  /** Sets what a cell reads. */
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

  /** The cell reads nothing any more. */
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

  /** Calls `visit` with each cell that reads a location, or one that overlaps with it; some more than once. */
  forEachOf(location: Location, visit: (cell: CellId) => void): void {
    this.#cells.forEachOverlapping(location, (cells) => {
      for (const cell of cells) visit(cell);
    });
  }

  /** Calls `visit` with each location that is read and overlaps with this one, and the cells that read it. */
  forEachRead(
    { object, field }: Location,
    visit: (read: Location, cells: ReadonlySet<CellId>) => void,
  ): void {
    this.#cells.forEachOverlapping({ object, field }, (cells, read) => visit({ object, field: read }, cells));
  }
}
