/**
 * Compares the reads of one cell's last run with the reads of a run from top to bottom. The settlement adds
 * whether the writers are settled themselves.
 */

import type { DependenceGraph } from '../graph/dependence-graph.ts';
import { LocationMap } from '../graph/location-map.ts';
import type { CellId, Exec, ExecutionRecord } from '../records/execution-record.ts';
import { GLOBALS, type Location, WHOLE } from '../records/location.ts';
import { isOfShell } from '../words/symbols.ts';
import type { ExpectedWriters, Writer } from './expected-writers.ts';
import type { KnownCell } from './known-cell.ts';
import type { KnownCells } from './known-cells.ts';
import type { ObjectNames } from './object-names.ts';
import type { OutsideChanges } from './outside-changes.ts';
import { type Change, isObject, ReadComparison } from './read-comparison.ts';
import type { Readers } from './readers.ts';
import { type SeenRead, writersNow } from './seen-reads.ts';
import type { Versions } from './versions.ts';

/** The result of the comparison. */
export interface Judgement {
  readonly changes: readonly Change[];
  /** Whether every changed read would still find an equal value, possibly in another object. */
  readonly equal: boolean;
  /** The cells whose writes a run from the top would find. */
  readonly sources: ReadonlySet<CellId>;
  /** Cells that would write its reads by their text. */
  readonly pending: ReadonlySet<CellId>;
}

/** The cells of a notebook, in their order, with their runs and reads. */
export interface CellRuns {
  readonly order: readonly CellId[];
  readonly cells: Pick<KnownCells, 'execution' | 'standsAsRan'>;
  readonly readers: Pick<Readers, 'readsOf'>;
  readonly outside: Pick<OutsideChanges, 'unseenBy'>;
}

/** Judges cells. */
export class Judge {
  readonly #graph: DependenceGraph;
  readonly #versions: Versions;
  readonly #expected: ExpectedWriters;
  readonly #names: ObjectNames;
  readonly #comparison: ReadComparison;
  /** The writers that a read would find in the kernel now, because many cells read the same location. */
  readonly #now = new LocationMap<ReturnType<typeof writersNow>>();

  constructor(graph: DependenceGraph, versions: Versions, expected: ExpectedWriters, names: ObjectNames) {
    this.#graph = graph;
    this.#versions = versions;
    this.#expected = expected;
    this.#names = names;
    this.#comparison = new ReadComparison(graph, versions, expected);
    graph.watch((location) => {
      if (location === null) this.#now.clear();
      else this.#now.deleteOverlapping(location);
    });
  }

  /** Whether a read of the location would find the writes of `writers` in the kernel now. */
  isThere(location: Location, writers: readonly Writer[]): boolean {
    if (writers.some(({ exec }) => exec === null)) return false;
    const now = this.#now.getOrSet(location, () => writersNow(location, this.#graph));
    return this.#comparison.same({ location, ...now }, writers);
  }

  /** Drops the cached answer for a location without readers. */
  forgetNow(location: Location): void {
    this.#now.delete(location);
  }

  /** Judges a cell. */
  judge(cell: CellId, known: KnownCell, runs: CellRuns): Judgement {
    const { cells } = runs;
    const sources = new Set<CellId>();
    const pending = new Set<CellId>();
    const changes: Change[] = [];
    const { execution } = known;
    const asRan = cells.standsAsRan(cell);
    if (execution?.opaque != null && asRan) this.#judgeOpaque(cell, execution.exec, runs, sources, changes);
    const seen: readonly SeenRead[] = asRan
      ? known.reads
      : runs.readers.readsOf(cell).map((location) => ({ location, writers: [], makers: [], adders: [] }));
    for (const read of seen) {
      const { location, writers, adders } = read;
      if (location.object === GLOBALS && isOfShell(location.field)) continue;
      const expected = this.#expected.find(location, cell);
      for (const writer of expected) (writer.exec === null ? pending : sources).add(writer.cell);
      if (!asRan || expected.some(({ exec }) => exec === null)) continue;
      const change = { location, expected, actual: [...writers, ...adders.map(({ exec }) => exec)] };
      if (this.#comparison.same(read, expected)) continue;
      if (this.#comparison.isIndifferent(change, cell, read.behind ?? [])) continue;
      changes.push(change);
    }
    const outside = asRan && execution !== null ? runs.outside.unseenBy(execution) : [];
    for (const location of outside) changes.push({ location, expected: [], actual: [], outside: true });
    const latest = (writer: CellId): Exec | null =>
      cells.standsAsRan(writer) ? (cells.execution(writer)?.exec ?? null) : null;
    const equal =
      asRan &&
      outside.length === 0 &&
      !known.holds &&
      changes.every((change) =>
        this.#comparison.isEqual(
          change,
          cell,
          latest,
          this.#foundNow(change, execution),
          execution?.exec ?? 0,
        ),
      );
    return { changes, equal, sources, pending };
  }

  /** The current object under the name of an object that the cell read; null if there is none. */
  #foundNow({ location }: Change, execution: ExecutionRecord | null): string | null {
    if (execution === null || !isObject(location.object)) return null;
    const name = this.#comparison.nameOf(location.object, execution.exec);
    return name === null ? null : (this.#names.objectOf(name) ?? null);
  }

  /** The cell may have read anything: every newer run above it counts as a change. */
  #judgeOpaque(
    cell: CellId,
    exec: Exec,
    { order, cells }: CellRuns,
    sources: Set<CellId>,
    changes: Change[],
  ): void {
    for (const above of order) {
      if (above === cell) break;
      sources.add(above);
      const newer = cells.execution(above);
      if (newer === null || this.#versions.original(newer.exec) < exec) continue;
      const location = { object: 'anything', field: WHOLE };
      changes.push({ location, expected: [{ cell: above, exec: newer.exec }], actual: [] });
    }
  }
}
