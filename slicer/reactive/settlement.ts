/**
 * Decides which cells are settled, and why others are not. A cell is settled if it shows the output of a run
 * of the whole notebook: it ran with its current text, the last writer of every read location is the last
 * writer in a run from top to bottom, and this writer is settled too. This file runs nothing, and decides no
 * plan.
 */

import type { DependenceGraph } from '../graph/dependence-graph.ts';
import type { CellId, Exec, ExecutionRecord } from '../records/execution-record.ts';
import { GLOBALS, type Location, WHOLE } from '../records/location.ts';
import { PROCESSES } from '../records/world-locations.ts';
import type { LibraryKnowledge, PageNames } from '../static/index.ts';
import { isManagedName, LAST_RESULT } from '../words/symbols.ts';
import { CellAccesses } from './cell-accesses.ts';
import { executionFacts } from './execution-facts.ts';
import type { ExpectedWriters, Writer } from './expected-writers.ts';
import { assumedRun } from './known-cells.ts';
import type { ModuleObjects } from './module-objects.ts';
import { NameBinders } from './name-binders.ts';
import { type FoundPath, findersOf } from './outside-changes.ts';
import { RunRecorder } from './run-recorder.ts';
import type { SeenRead } from './seen-reads.ts';
import type { Settings } from './settings.ts';
import { type Standing, Standings } from './standings.ts';
import type { Sameness, Versions } from './versions.ts';

/** Tracks a notebook's cells and executions. */
export class Settlement {
  readonly graph: DependenceGraph;
  /** Knowledge of libraries, for code that has not run. */
  readonly library: LibraryKnowledge;
  readonly names: PageNames;
  readonly settings: Settings;
  readonly modules: ModuleObjects;
  readonly expected: ExpectedWriters;
  readonly versions: Versions;
  readonly #accesses: CellAccesses;
  readonly #binders: NameBinders;
  readonly #recorder: RunRecorder;
  readonly #standings: Standings;

  constructor(graph: DependenceGraph, library: LibraryKnowledge) {
    const accesses = new CellAccesses(graph, library);
    this.#accesses = accesses;
    this.#binders = new NameBinders(graph);
    this.#recorder = new RunRecorder(accesses, this.#binders);
    this.#standings = new Standings(accesses);
    this.graph = graph;
    this.library = library;
    this.names = accesses.names;
    this.settings = accesses.settings;
    this.modules = accesses.modules;
    this.expected = accesses.expected;
    this.versions = accesses.versions;
  }

  get order(): readonly CellId[] {
    return this.#accesses.order;
  }

  /** Sets the current cells, in their order. */
  update(order: readonly CellId[], sources: ReadonlyMap<CellId, string>): void {
    this.#accesses.update(order, sources);
  }

  /** Takes texts as another language than Python from now on, or as Python; {@link restart} and {@link update} follow. */
  setPlain(isPlain: boolean): void {
    this.#accesses.setPlain(isPlain);
  }

  /** Takes an execution, and adds it to the graph. */
  record(execution: ExecutionRecord, sameness: Sameness | null = null): void {
    this.#recorder.record(execution, sameness);
  }

  /**
   * Takes writes by callbacks of a cell's widgets outside of any run. They count as if a run from the top
   * used the widgets right after the cell, until this cell or a cell above writes the same locations.
   */
  recordOutside(execution: ExecutionRecord): void {
    this.#recorder.recordOutside(execution);
  }

  /**
   * Whether writes by tasks of `startedBy` count as part of this execution: it is the last one, and its cell
   * is `startedBy` or stands below.
   */
  mayGoOn(exec: Exec, startedBy: CellId): boolean {
    return this.#recorder.mayGoOn(exec, startedBy);
  }

  /** Takes writes by tasks since the end of the last run; see {@link mayGoOn}. */
  goOn(exec: Exec, more: ExecutionRecord): void {
    this.#recorder.goOn(exec, more);
  }

  /**
   * Sets, by `foundKey`, the last execution that found other content in files than there is now, because
   * other programs changed them.
   */
  setUnseen(unseen: ReadonlyMap<string, Exec>): void {
    const keys = this.#accesses.outside.set(unseen);
    const executions = [...this.#accesses.cells].map(([cell, { execution }]) => [cell, execution] as const);
    this.#accesses.changedFor(findersOf(keys, executions));
  }

  /** Locations of files found by an execution and changed by other programs since. */
  changedOutside(execution: ExecutionRecord): readonly Location[] {
    return this.#accesses.outside.unseenBy(execution);
  }

  /** The files and folders found by the last runs of cells, except files that cells write. */
  foundPaths(): readonly FoundPath[] {
    return this.#accesses.outside.found();
  }

  /** The kernel was restarted: no cell has run in the new one, but written files remain. */
  restart(): void {
    for (const [, known] of this.#accesses.cells) {
      const { execution, ran } = known;
      if (execution === null || ran === null) continue;
      const reads = known.reads.map(({ location }) => location);
      known.assumed = { execution, meaning: ran, reads, writes: this.#accesses.writesOf(execution) };
    }
    this.graph.restart();
    this.settings.clear();
    this.modules.clear();
    this.#accesses.cells.forgetRemoved();
    this.#accesses.objects.clear();
    this.#binders.clear();
    this.#accesses.changed(this.expected.forgetBesides());
    for (const [cell, known] of this.#accesses.cells) this.#accesses.unrun(cell, known);
  }

  /** The cells with an unchanged text that changed settings, in order: all, or the ones before `reader`. */
  cellsThatSet(reader: CellId | null = null): CellId[] {
    const limit = reader === null ? Number.POSITIVE_INFINITY : this.expected.positionOf(reader);
    const setters = this.settings.cells();
    for (const cell of this.modules.cells()) setters.add(cell);
    return this.#accesses.order.filter(
      (cell) => setters.has(cell) && this.expected.positionOf(cell) < limit && this.standsAsRan(cell),
    );
  }

  /** The cells above that have run in this kernel, in order, with the numbers of their last executions. */
  cellsAbove(reader: CellId): readonly (readonly [cell: CellId, exec: Exec])[] {
    const limit = this.expected.positionOf(reader);
    return this.#accesses.order.flatMap((cell) => {
      const execution = this.expected.positionOf(cell) < limit ? this.execution(cell) : null;
      return execution === null ? [] : [[cell, execution.exec] as const];
    });
  }

  /** The last execution of a cell in this kernel. */
  execution(cell: CellId): ExecutionRecord | null {
    return this.#accesses.cells.execution(cell);
  }

  /** The last execution of an unrun cell in an earlier kernel, if its text still means the same. */
  assumedExecution(cell: CellId): ExecutionRecord | null {
    const known = this.#accesses.cells.get(cell);
    return known && known.execution === null ? (assumedRun(known)?.execution ?? null) : null;
  }

  /** Whether a cell's text still means the same as in its last run. */
  standsAsRan(cell: CellId): boolean {
    return this.#accesses.cells.standsAsRan(cell);
  }

  /**
   * The locations that the cell would read if it ran now: the reads of its last run, or of its text if the
   * text has changed.
   */
  reads(cell: CellId): readonly Location[] {
    return this.#accesses.readers.readsOf(cell);
  }

  /** The global names among the cell's {@link reads}. */
  namesRead(cell: CellId): ReadonlySet<string> {
    return this.#accesses.readers.namesOf(cell);
  }

  /** Whether the cell's last run looked up a global name, and no cell had bound it. */
  didWithout(cell: CellId, name: string): boolean {
    const { reads } = this.#accesses.cells.of(cell);
    let missed = MISSED.get(reads);
    if (!missed) {
      missed = new Set(
        reads.flatMap(({ location: { object, field }, writers }) =>
          object === GLOBALS && writers.length === 0 ? [field] : [],
        ),
      );
      MISSED.set(reads, missed);
    }
    return missed.has(name);
  }

  /** The reads of objects and of the world in the last run of a cell whose text has changed since. */
  readBefore(cell: CellId): readonly Location[] {
    const known = this.#accesses.cells.get(cell);
    if (!known || this.standsAsRan(cell)) return [];
    return known.reads.map(({ location }) => location).filter(({ object }) => object !== GLOBALS);
  }

  /**
   * Names bound by other cells, but by none above, that the cell uses by its text or its last execution. A
   * run from the top would not find them.
   */
  namesAside(cell: CellId): string[] {
    const known = this.#accesses.cells.of(cell);
    const text = this.#accesses.ofText(cell);
    const used = [...this.reads(cell), ...text.reads, ...text.writes];
    const names = new Set(known.execution === null ? [] : executionFacts(known.execution).namesBound);
    for (const { object, field } of used) if (object === GLOBALS) names.add(field);
    // an unknown magic may look up any word of its text
    if (this.names.parsed(cell)?.opaque) for (const word of known.source.match(WORD) ?? []) names.add(word);
    // a forked process holds all names of its time
    if (names.delete(WHOLE) || used.some(({ object }) => object === PROCESSES))
      this.graph.forEachWriter({ object: GLOBALS, field: WHOLE }, (_, name) => {
        if (name !== undefined) names.add(name);
      });
    return [...this.#binders.of(names)].flatMap(([field, binders]) => {
      if (binders.length === 0) return [];
      if (isManagedName(field)) return field === LAST_RESULT && this.#isOnlyBound(field, cell) ? [field] : [];
      return this.expected.find({ object: GLOBALS, field }, cell).length === 0 ? [field] : [];
    });
  }

  /** Whether a cell's text binds the name, and no text reads it: its value from before matters to nobody. */
  #isOnlyBound(name: string, cell: CellId): boolean {
    const binds = this.names.of(cell)?.writes.has(name) === true;
    return binds && this.order.every((each) => this.names.of(each)?.live.has(name) !== true);
  }

  /** The cells whose last runs started tasks on an event loop, which may still run. */
  cellsWithTasks(): ReadonlySet<CellId> {
    const found = new Set<CellId>();
    for (const { exec, index, record } of this.graph.lasting()) {
      const cell = this.graph.cellOf(index);
      const isLast = this.execution(cell)?.exec === exec;
      if (isLast && record.escapes.some(({ code }) => code === 'task')) found.add(cell);
    }
    return found;
  }

  /** Whether a cell other than `except` has bound the name in this kernel. */
  wasBound(name: string, except: CellId | null = null): boolean {
    return this.#binders.wasBound(name, except);
  }

  /** The tracked object of a global name. */
  objectOf(name: string): string | undefined {
    return this.#accesses.objects.objectOf(name);
  }

  /** Whether a read of the location would find the writes of `writers` in the kernel now. */
  isThere(location: Location, writers: readonly Writer[]): boolean {
    return this.#accesses.isThere(location, writers);
  }

  /**
   * Whether a read of a location would find the same as in a run from the top, or waits for a cell that has
   * not written it yet.
   */
  isMet(location: Location, cell: CellId): boolean {
    return this.#accesses.isMet(location, cell);
  }

  /** The cell's {@link reads} that would differ from a run from the top. */
  unmet(cell: CellId): readonly Location[] {
    return this.#accesses.unmet.of(cell);
  }

  /** The standing of every cell. `frozen`: cells that count as settled, whatever they show. */
  standings(frozen?: ReadonlySet<CellId>): ReadonlyMap<CellId, Standing> {
    return this.#standings.of(frozen);
  }
}

const WORD = /[\p{L}_][\p{L}\p{N}_]*/gu;

/** The global names that reads found unbound, cached because each step of a plan asks about many names. */
const MISSED = new WeakMap<readonly SeenRead[], ReadonlySet<string>>();
