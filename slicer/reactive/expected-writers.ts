/**
 * Who would have written a location last, for each cell, if the notebook ran from top to bottom: what `last-writers` says over time,
 * said over the order of cells. Each cell counts with its last execution, and with what its text would write where that has not run.
 */

import { LocationMap } from '../location-map.ts';
import { type CellId, type Exec, isPresence, type Location, STRUCTURE, WHOLE } from '../model.ts';

/** A cell that writes a location. `exec` null: its text would, by static analysis. `adds`: it only puts this key (a field) into a key set. */
export interface Writer {
  readonly cell: CellId;
  readonly exec: Exec | null;
  readonly adds?: string;
}

/** What a cell writes. */
export interface CellWrites {
  readonly exec: Exec | null;
  readonly locations: Iterable<Location>;
  /** Names that its text would write beside that. */
  readonly pending: Iterable<Location>;
  /** It may have written anything. */
  readonly opaque: boolean;
  /** World objects that its end closed. */
  readonly closed: readonly string[];
}

type Writers = Map<CellId, Exec | null>;

/** Follows what cells write, and their order. */
export class ExpectedWriters {
  readonly #writers = new LocationMap<Writers>();
  readonly #written = new Map<CellId, Location[]>();
  readonly #opaque = new Map<CellId, Exec | null>();
  readonly #closers = new Map<string, Set<CellId>>();
  #positions: ReadonlyMap<CellId, number> = new Map();

  /** Sets the order of cells. */
  arrange(order: readonly CellId[]): void {
    this.#positions = new Map(order.map((cell, position) => [cell, position]));
  }

  /** Where a cell stands; cells that are not in the notebook come last. */
  positionOf(cell: CellId): number {
    return this.#positions.get(cell) ?? Number.POSITIVE_INFINITY;
  }

  /** Sets what a cell writes, in place of what it wrote; gives the locations of both. */
  set(cell: CellId, writes: CellWrites): readonly Location[] {
    const before = this.delete(cell);
    const locations: Location[] = [];
    const add = (location: Location, exec: Exec | null): void => {
      this.#writers.getOrSet(location, () => new Map()).set(cell, exec);
      locations.push(location);
    };
    for (const location of writes.locations) add(location, writes.exec);
    for (const location of writes.pending) add(location, null);
    this.#written.set(cell, locations);
    if (writes.opaque) this.#opaque.set(cell, writes.exec);
    for (const object of writes.closed) {
      const closers = this.#closers.get(object);
      if (closers) closers.add(cell);
      else this.#closers.set(object, new Set([cell]));
    }
    return [...before, ...locations];
  }

  /** A cell writes nothing any more; gives what it wrote. */
  delete(cell: CellId): readonly Location[] {
    const before = this.#written.get(cell) ?? [];
    for (const location of before) {
      const cells = this.#writers.get(location);
      cells?.delete(cell);
      if (cells?.size === 0) this.#writers.delete(location);
    }
    this.#written.delete(cell);
    this.#opaque.delete(cell);
    for (const closers of this.#closers.values()) closers.delete(cell);
    return before;
  }

  /** Whether a cell may write anything. */
  isOpaque(cell: CellId): boolean {
    return this.#opaque.has(cell);
  }

  /** Cells that write a location or what overlaps with it, wherever they stand. */
  cellsThatWrite(location: Location): ReadonlySet<CellId> {
    const found = new Set<CellId>();
    this.#writers.forEachOverlapping(location, (writers) => {
      for (const cell of writers.keys()) found.add(cell);
    });
    return found;
  }

  /** The writers that a read of the location in `reader` depends on in notebook order; none: it finds what was there at the start. */
  find(location: Location, reader: CellId): Writer[] {
    const limit = this.positionOf(reader);
    /** By field: the last writer above the reader. */
    const last = new Map<string, Writer>();
    this.#writers.forEachOverlapping(location, (writers, field) => {
      const found = this.#last(writers, limit);
      if (found) last.set(field, found);
    });
    const barrier = this.#last(this.#opaque, limit);
    const after = (writer: Writer, other: Writer | undefined): boolean =>
      other === undefined || this.positionOf(writer.cell) > this.positionOf(other.cell);
    let whole = last.get(WHOLE);
    if (barrier && after(barrier, whole)) whole = barrier;
    const structure = last.get(STRUCTURE);
    const found: Writer[] = whole ? [whole] : [];
    for (const [field, writer] of last) {
      if (field === WHOLE || !after(writer, whole)) continue;
      // a new key set says of each key whether it is in it
      if (isPresence(field) && structure && !after(writer, structure)) continue;
      found.push(isPresence(field) ? { ...writer, adds: field } : writer);
    }
    const field = location.field;
    if (field !== WHOLE && field !== STRUCTURE) return this.#open(location.object, found.slice(-1), limit);
    const isWhole = field === WHOLE || !structure || !after(structure, whole);
    const kept = isWhole ? found : found.filter((writer) => writer !== whole);
    return this.#open(location.object, kept, limit);
  }

  #last(writers: ReadonlyMap<CellId, Exec | null>, limit: number): Writer | undefined {
    let found: Writer | undefined;
    let at = -1;
    for (const [cell, exec] of writers) {
      const position = this.positionOf(cell);
      if (position < limit && position > at) {
        found = { cell, exec };
        at = position;
      }
    }
    return found;
  }

  /** What was not closed before the reader. */
  #open(object: string, writers: Writer[], limit: number): Writer[] {
    const closers = this.#closers.get(object);
    if (!closers?.size) return writers;
    const closed = Math.max(
      ...[...closers].map((cell) => this.positionOf(cell)).filter((at) => at < limit),
      -1,
    );
    return writers.filter(({ cell }) => this.positionOf(cell) > closed);
  }
}
