/**
 * The reads and writes of each cell in a run from top to bottom: observed in its last run, or found in its text.
 * It keeps the indexes over them, and the cells to judge again after a change. settlement.ts describes the use.
 */

import type { DependenceGraph } from '../graph/dependence-graph.ts';
import type { CellId, ExecutionRecord } from '../records/execution-record.ts';
import { FILE } from '../records/file-locations.ts';
import { GLOBALS, type Location, WHOLE } from '../records/location.ts';
import { type LibraryKnowledge, meaningOf, PageNames } from '../static/index.ts';
import { type CellWrites, ExpectedWriters, type Writer } from './expected-writers.ts';
import { Judge } from './judge.ts';
import type { KnownCell } from './known-cell.ts';
import { assumedRun, KnownCells } from './known-cells.ts';
import { ModuleObjects } from './module-objects.ts';
import { ObjectNames } from './object-names.ts';
import { OutsideChanges } from './outside-changes.ts';
import { Readers } from './readers.ts';
import { writtenLocations } from './seen-reads.ts';
import { Settings } from './settings.ts';
import { textLocations } from './text-locations.ts';
import { UnmetReads } from './unmet-reads.ts';
import { Versions } from './versions.ts';

const NO_TEXTS: ReadonlyMap<CellId, string> = new Map();

/** The cells of a notebook with their reads and writes. */
export class CellAccesses {
  readonly graph: DependenceGraph;
  /** Knowledge of libraries, for code that has not run. */
  readonly library: LibraryKnowledge;
  readonly names: PageNames;
  readonly settings: Settings;
  readonly modules: ModuleObjects;
  readonly judge: Judge;
  readonly cells = new KnownCells((execution) => this.settings.record(execution));
  readonly readers = new Readers((location) => {
    this.expected.forgetFound(location);
    this.judge.forgetNow(location);
  });
  readonly unmet = new UnmetReads(this.readers, (location, reader) => this.isMet(location, reader));
  readonly expected = new ExpectedWriters((location) => this.unmet.changed(location));
  readonly versions = new Versions();
  readonly objects = new ObjectNames();
  readonly outside = new OutsideChanges(this.expected, () =>
    this.#order.flatMap((cell) => this.cells.execution(cell) ?? []),
  );
  #order: readonly CellId[] = [];
  /** Whether texts are in another language than Python: nothing is read in them. */
  #isPlain = false;
  readonly #toJudge = new Set<CellId>();
  /** Cells that ran without probes: each may have read anything. */
  readonly #untraced = new Set<CellId>();

  constructor(graph: DependenceGraph, library: LibraryKnowledge) {
    this.library = library;
    this.graph = graph;
    this.names = new PageNames(library);
    this.settings = new Settings(graph);
    this.modules = new ModuleObjects(graph, {
      positionOf: (cell) => this.expected.positionOf(cell),
      forEachReader: (location, visit) => this.readers.forEachOf(location, visit),
    });
    graph.watch((location) => this.unmet.changed(location));
    this.judge = new Judge(graph, this.versions, this.expected, this.objects);
  }

  get order(): readonly CellId[] {
    return this.#order;
  }

  /** Sets the current cells, in their order. */
  update(order: readonly CellId[], sources: ReadonlyMap<CellId, string>): void {
    const moved = order.length !== this.#order.length || order.some((cell, at) => cell !== this.#order[at]);
    if (moved) {
      const there = new Set(order);
      for (const cell of this.#order) if (!there.has(cell)) this.#remove(cell);
      this.#order = order;
      this.expected.arrange(order);
      for (const cell of order) this.#toJudge.add(cell);
    }
    this.names.update(order, this.#isPlain ? NO_TEXTS : sources);
    for (const cell of order) this.#setText(cell, sources.get(cell) ?? '');
  }

  /** Takes texts as another language than Python from now on, or as Python. No cell has run since. */
  setPlain(isPlain: boolean): void {
    this.#isPlain = isPlain;
    for (const [, known] of this.cells) known.meaning = this.meaningOf(known.source);
  }

  /** A text that two cells share if they run alike. */
  meaningOf(source: string): string {
    return this.#isPlain ? source : meaningOf(source);
  }

  #remove(cell: CellId): void {
    this.changed(this.expected.delete(cell));
    this.settings.forget(cell);
    this.readers.delete(cell);
    this.unmet.forget(cell);
    this.cells.remove(cell);
    this.#untraced.delete(cell);
    this.#toJudge.add(cell);
  }

  #setText(cell: CellId, source: string): void {
    const known = this.cells.of(cell);
    const names = this.names.of(cell);
    if (known.source === source && known.analysed === names) return;
    if (known.source !== source) known.meaning = this.meaningOf(source);
    known.source = source;
    known.analysed = names;
    this.refresh(cell, known);
  }

  /** Notes that a cell has not run in this kernel. */
  unrun(cell: CellId, known: KnownCell): void {
    known.execution = null;
    known.ran = null;
    known.reads = [];
    known.adds = [];
    this.refresh(cell, known);
  }

  /** Takes the cells to judge again: changed, removed, or readers of changed locations since the last call. */
  takeChanged(): readonly CellId[] {
    const taken = [...this.#toJudge];
    this.#toJudge.clear();
    return taken;
  }

  /** Notes that other writes reach the readers of these locations. */
  changed(locations: readonly Location[]): void {
    for (const location of locations) this.readers.forEachOf(location, (cell) => this.#toJudge.add(cell));
  }

  /** Notes that any read of these cells may have changed. */
  changedFor(cells: Iterable<CellId>): void {
    for (const cell of cells) this.#toJudge.add(cell);
  }

  /** Whether a read of the location would find the writes of `writers` in the kernel now. */
  isThere(location: Location, writers: readonly Writer[]): boolean {
    return this.judge.isThere(location, writers);
  }

  /**
   * Whether a read of a location would find the same as in a run from the top, or waits for a cell that has
   * not written it yet.
   */
  isMet(location: Location, cell: CellId): boolean {
    const expected = this.expected.find(location, cell);
    return expected.some(({ exec }) => exec === null) || this.isThere(location, expected);
  }

  /** Sets the writes and reads of a cell again. */
  refresh(cell: CellId, known: KnownCell): void {
    const { execution } = known;
    const ran = execution !== null && this.cells.standsAsRan(cell) ? execution : null;
    const text = this.ofText(cell);
    const writes =
      ran === null
        ? this.#writesOfText(cell, known, text.writes)
        : this.#writesOfRun(cell, known, ran, text.writes);
    const wasOpaque = this.expected.isOpaque(cell);
    this.changed(this.expected.set(cell, writes));
    // no list of locations has the writes of a cell that may write anything, or did so until now
    if (writes.opaque || wasOpaque) this.changedFor(this.#order);
    if (ran !== null && ran.opaque !== null) this.#untraced.add(cell);
    else this.#untraced.delete(cell);
    this.changedFor(this.#untraced);
    this.readers.set(cell, ran === null ? text.reads : known.reads.map(({ location }) => location));
    this.unmet.forget(cell);
    this.#toJudge.add(cell);
  }

  /** The writes of a cell that stands as it ran. */
  #writesOfRun(cell: CellId, known: KnownCell, ran: ExecutionRecord, text: readonly Location[]): CellWrites {
    const locations = [...this.writesOf(ran), ...known.adds];
    const isWhole = ran.status === 'ok' || ran.opaque !== null;
    return {
      exec: this.versions.original(ran.exec),
      locations,
      pending: isWhole ? [] : this.#namesLeft(cell, locations, text),
      opaque: ran.opaque !== null,
      closed: ran.closed.map((object) => this.graph.scoped(object)),
    };
  }

  /** After a failure, the rest of the text would still bind names; objects that the rest would change stay as they are. */
  #namesLeft(cell: CellId, written: readonly Location[], text: readonly Location[]): Location[] {
    const names = this.names.of(cell);
    const done = new Set(written.filter(({ object }) => object === GLOBALS).map(({ field }) => field));
    return text.filter(
      ({ object, field }) =>
        object === GLOBALS && !done.has(field) && (names?.writes.has(field) || names?.deletes.has(field)),
    );
  }

  /** The writes of a cell that has not run with its text: with the files that it wrote in an earlier kernel. */
  #writesOfText(cell: CellId, known: KnownCell, text: readonly Location[]): CellWrites {
    const assumed = known.execution === null ? assumedRun(known) : null;
    return {
      exec: assumed?.execution.exec ?? null,
      locations: assumed?.writes.filter(isFile) ?? [],
      pending: [...text, ...this.#mayBeSetBy(cell).map((object) => ({ object, field: WHOLE }))],
      opaque: this.names.of(cell)?.unknownWrites ?? false,
      closed: [],
    };
  }

  /** Settings that an edited cell may set again: the ones that it has set, unless its text is empty. */
  #mayBeSetBy(cell: CellId): string[] {
    return this.names.parsed(cell)?.statements.length === 0 ? [] : this.settings.of(cell);
  }

  /** The writes that count for an execution: if it changed nothing, the writes of the last one that did. */
  writesOf(execution: ExecutionRecord): Location[] {
    const original = this.graph.execution(this.versions.original(execution.exec)) ?? execution;
    return writtenLocations(original, this.graph);
  }

  /** The reads and writes that a cell would have by its text. */
  ofText(cell: CellId): ReturnType<typeof textLocations> {
    const names = this.names.of(cell);
    const known = this.cells.of(cell);
    if (!names || this.#isPlain) return { reads: [], writes: [] };
    const text = textLocations(known.source, names, (name) => this.objects.objectOf(name));
    const assumed = assumedRun(known);
    if (assumed === null) return text;
    // its files exist already
    const writes = assumed.writes.filter((location) => !isFile(location));
    return { reads: [...text.reads, ...assumed.reads], writes: [...text.writes, ...writes] };
  }
}

export function isFile({ object }: Location): boolean {
  return object === FILE;
}
