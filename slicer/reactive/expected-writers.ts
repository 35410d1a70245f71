/**
 * For each cell, the last writers of a location in a run of the notebook from top to bottom. `last-writers`
 * answers the same question over time; this file answers it over the order of cells. A cell counts with its
 * last execution, or with the writes of its text if the text has not run. The file stays whole: each change of a
 * cell must forget the cached answers that the change concerns.
 */

import { LocationMap } from '../graph/location-map.ts';
import type { CellId, Exec } from '../records/execution-record.ts';
import { GLOBALS, isPresence, type Location, STRUCTURE, WHOLE } from '../records/location.ts';
import { LAST_RESULT } from '../words/symbols.ts';

/**
 * A cell that writes a location. `exec` null: its text would, by static analysis. `adds`: the cell only adds
 * this key (a field) to a key set. `isPart`: the cell only writes a part of the location.
 */
export interface Writer {
  readonly cell: CellId;
  readonly exec: Exec | null;
  readonly adds?: string;
  readonly isPart?: true;
}

export interface CellWrites {
  readonly exec: Exec | null;
  readonly locations: Iterable<Location>;
  /** Further writes of its text. */
  readonly pending: Iterable<Location>;
  /** Whether the cell may have written anything. */
  readonly opaque: boolean;
  /** World objects closed by the end of the cell. */
  readonly closed: readonly string[];
}

type Writers = Map<CellId, Exec | null>;

/** Writes outside of any cell by callbacks of a cell's widgets; they count as right after the cell. */
interface Beside {
  readonly cell: CellId;
  readonly exec: Exec;
  /** The name of these writes among the cells. */
  readonly key: string;
  /** Whether the callbacks may have written anything. */
  readonly opaque: boolean;
}

/** Tracks the writes of cells and their order. */
export class ExpectedWriters {
  readonly #writers = new LocationMap<Writers>();
  readonly #written = new Map<CellId, Location[]>();
  readonly #opaque = new Map<CellId, Exec | null>();
  readonly #closers = new Map<string, Set<CellId>>();
  readonly #besides = new Map<string, Beside>();
  /**
   * Results of {@link find}, by location and reader, until another cell writes an overlapping location, or
   * cells move. Each step of a plan asks for the reads of all cells, and one run changes few of the answers.
   */
  readonly #found = new LocationMap<Map<CellId, readonly Writer[]>>();
  readonly #changed: (location: Location | null) => void;
  #positions = new Map<CellId, number>();
  /** The position after all others. */
  #end = 0;

  /** Calls `changed` with each location whose writers change; with null if all may have changed. */
  constructor(changed: (location: Location | null) => void) {
    this.#changed = changed;
  }

  /** Sets the order of cells. */
  arrange(order: readonly CellId[]): void {
    this.#forgetAllFound();
    this.#positions = new Map(order.map((cell, position) => [cell, position]));
    this.#end = order.length;
  }

  /** Puts a cell after all others. */
  moveToEnd(cell: CellId): void {
    this.#forgetAllFound();
    this.#positions.set(cell, this.#end);
    this.#end += 1;
  }

  /** Puts a cell at a position. */
  moveTo(cell: CellId, position: number): void {
    this.#forgetAllFound();
    this.#positions.set(cell, position);
  }

  /** The position of a cell; cells outside of the notebook come last. */
  positionOf(cell: CellId): number {
    const beside = this.#besides.size > 0 ? this.#besides.get(cell) : undefined;
    // after its cell and before the next, in the order in which they came
    if (beside !== undefined) return this.positionOf(beside.cell) + 1 - 1 / (2 + beside.exec);
    return this.#positions.get(cell) ?? Number.POSITIVE_INFINITY;
  }

  /** Replaces the writes of a cell; returns the old and new locations. */
  set(cell: CellId, writes: CellWrites): readonly Location[] {
    const before = this.delete(cell);
    const locations: Location[] = [];
    const add = (location: Location, exec: Exec | null): void => {
      this.#writers.getOrSet(location, () => new Map()).set(cell, exec);
      locations.push(location);
      this.#forgetOverlapping(location);
    };
    for (const location of writes.locations) add(location, writes.exec);
    for (const location of writes.pending) add(location, null);
    this.#written.set(cell, locations);
    if (writes.opaque) {
      this.#opaque.set(cell, writes.exec);
      this.#forgetAllFound();
    }
    for (const object of writes.closed) {
      this.#forgetOverlapping({ object, field: WHOLE });
      const closers = this.#closers.get(object);
      if (closers) closers.add(cell);
      else this.#closers.set(object, new Set([cell]));
    }
    return [...before, ...locations];
  }

  /** Adds writes outside of any cell, as if `cell` had made them at its end; returns the locations. */
  setBeside(cell: CellId, exec: Exec, locations: readonly Location[], opaque: boolean): readonly Location[] {
    this.#dropBeside(locations, (beside) => beside.cell === cell);
    const key = `${cell}\u0000${exec}`;
    this.#forgetAllFound();
    this.#besides.set(key, { cell, exec, key, opaque });
    return this.set(key, { exec, locations, pending: [], opaque, closed: [] });
  }

  /**
   * Drops earlier writes to these locations outside of cells, beside the cell or below it, because the cell
   * has run and overwritten them; returns the locations.
   */
  overwritten(cell: CellId, written: readonly Location[]): readonly Location[] {
    const position = this.positionOf(cell);
    return this.#dropBeside(written, ({ key }) => this.positionOf(key) > position);
  }

  /** Drops all writes outside of cells; returns the locations. */
  forgetBesides(): readonly Location[] {
    return [...this.#besides.keys()].flatMap((key) => this.#forgetBeside(key));
  }

  #forgetBeside(key: string): readonly Location[] {
    const before = this.delete(key);
    this.#forgetAllFound();
    this.#besides.delete(key);
    return before;
  }

  #dropBeside(locations: readonly Location[], concerns: (beside: Beside) => boolean): readonly Location[] {
    if (this.#besides.size === 0) return NONE;
    const dropped: Location[] = [];
    for (const beside of [...this.#besides.values()]) {
      if (!concerns(beside)) continue;
      const { key, exec, opaque } = beside;
      const kept = (this.#written.get(key) ?? []).filter(
        ({ object, field }) =>
          !locations.some((other) => other.object === object && [field, WHOLE].includes(other.field)),
      );
      if (kept.length === this.#written.get(key)?.length) continue;
      if (kept.length === 0 && !opaque) dropped.push(...this.#forgetBeside(key));
      else dropped.push(...this.set(key, { exec, locations: kept, pending: [], opaque, closed: [] }));
    }
    return dropped;
  }

  /** Deletes the writes of a cell; returns their locations. */
  delete(cell: CellId): readonly Location[] {
    const before = this.#written.get(cell) ?? [];
    for (const location of before) {
      const cells = this.#writers.get(location);
      cells?.delete(cell);
      if (cells?.size === 0) this.#writers.delete(location);
      this.#forgetOverlapping(location);
    }
    this.#written.delete(cell);
    if (this.#opaque.delete(cell)) this.#forgetAllFound();
    for (const [object, closers] of this.#closers)
      if (closers.delete(cell)) this.#forgetOverlapping({ object, field: WHOLE });
    return before;
  }

  #forgetOverlapping(location: Location): void {
    this.#found.deleteOverlapping(location);
    this.#changed(location);
  }

  #forgetAllFound(): void {
    this.#found.clear();
    this.#changed(null);
  }

  /** Whether a cell may write anything. */
  isOpaque(cell: CellId): boolean {
    return this.#opaque.has(cell);
  }

  /** Cells that write an overlapping location, at any position. */
  cellsThatWrite(location: Location): ReadonlySet<CellId> {
    const found = new Set<CellId>();
    this.#writers.forEachOverlapping(location, (writers) => {
      for (const cell of writers.keys()) found.add(this.#cellOf(cell));
    });
    return found;
  }

  /** The fields of an object that cells write individually. */
  fieldsWritten(object: string): ReadonlySet<string> {
    const found = new Set<string>();
    this.#writers.forEachOverlapping({ object, field: WHOLE }, (_, field) => found.add(field));
    return found;
  }

  /**
   * The writers on which a read of the location in `reader` depends in notebook order. Writers that only add
   * keys stand in the order of the keys. If there are none, the cell finds the initial state.
   */
  find(location: Location, reader: CellId): readonly Writer[] {
    const byReader = this.#found.getOrSet(location, () => new Map());
    const known = byReader.get(reader);
    if (known) return known;
    let found = this.#find(location, reader);
    if (this.#besides.size > 0)
      found = found.map((writer) => ({ ...writer, cell: this.#cellOf(writer.cell) }));
    byReader.set(reader, found);
    return found;
  }

  /** Drops the results for a location without readers. */
  forgetFound(location: Location): void {
    this.#found.delete(location);
  }

  #cellOf(key: string): CellId {
    return this.#besides.get(key)?.cell ?? key;
  }

  #find(location: Location, reader: CellId): Writer[] {
    const limit = this.positionOf(reader);
    /** By field: the last writer above the reader. */
    const last = new Map<string, Writer>();
    this.#writers.forEachOverlapping(location, (writers, field) => {
      // a list of all names does not include it
      if (field === LAST_RESULT && location.object === GLOBALS && location.field === WHOLE) return;
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
      // a newer key set decides about each key
      if (isPresence(field) && structure && !after(writer, structure)) continue;
      if (isPresence(field)) found.push({ ...writer, adds: field });
      else found.push(field === STRUCTURE || field === location.field ? writer : { ...writer, isPart: true });
    }
    const field = location.field;
    if (field !== WHOLE && field !== STRUCTURE) return this.#open(location.object, found.slice(-1), limit);
    const isWhole = field === WHOLE || !structure || !after(structure, whole);
    const kept = isWhole ? found : found.filter((writer) => writer !== whole);
    return this.#open(location.object, this.#inKeyOrder(location.object, kept), limit);
  }

  /** Moves writers that add keys to the end, in cell order; several of one cell in the order of its writes. */
  #inKeyOrder(object: string, writers: readonly Writer[]): Writer[] {
    const adders = writers.filter(({ adds }) => adds);
    if (adders.length < 2) return [...writers];
    const ranks = new Map<CellId, Map<string, number>>();
    for (const { cell } of adders) {
      if (ranks.has(cell)) continue;
      const locations = this.#written.get(cell) ?? [];
      ranks.set(
        cell,
        new Map(locations.flatMap((at, rank) => (at.object === object ? [[at.field, rank]] : []))),
      );
    }
    const rank = ({ cell, adds = '' }: Writer): number => ranks.get(cell)?.get(adds) ?? 0;
    const sorted = adders.toSorted(
      (a, b) => this.positionOf(a.cell) - this.positionOf(b.cell) || rank(a) - rank(b),
    );
    return [...writers.filter(({ adds }) => !adds), ...sorted];
  }

  #last(writers: ReadonlyMap<CellId, Exec | null>, limit: number): Writer | undefined {
    // (many cells may write a location: no object for each of them)
    let found: CellId | undefined;
    let at = -1;
    for (const cell of writers.keys()) {
      const position = this.positionOf(cell);
      if (position < limit && position > at) {
        found = cell;
        at = position;
      }
    }
    return found === undefined ? undefined : { cell: found, exec: writers.get(found) ?? null };
  }

  /** The writers after the last close of the object above the reader. */
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

const NONE: readonly Location[] = [];
