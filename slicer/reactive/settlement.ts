/**
 * Decides which cells are settled, and why others are not. A cell is settled if it shows the output of a run
 * of the whole notebook: it ran with its current text, the last writer of every read location is the last
 * writer in a run from top to bottom, and this writer is settled too. This file runs nothing, and decides no
 * plan.
 */

import type { DependenceGraph } from '../graph/dependence-graph.ts';
import {
  type CellId,
  type Exec,
  type ExecutionRecord,
  FILE,
  GLOBALS,
  type Location,
  locationKey,
  WHOLE,
  type WorldRecord,
} from '../model.ts';
import { type LibraryKnowledge, meaningOf, PageNames } from '../static/index.ts';
import { isManagedName } from '../words/symbols.ts';
import { earlierReaders } from './earlier-readers.ts';
import { executionFacts } from './execution-facts.ts';
import { ExpectedWriters, type Writer } from './expected-writers.ts';
import { Judge, type Judgement } from './judge.ts';
import { type AssumedRun, type KnownCell, newCell } from './known-cell.ts';
import { ModuleObjects } from './module-objects.ts';
import { ObjectNames } from './object-names.ts';
import { OpenBindings } from './open-bindings.ts';
import { OpenChanges } from './open-changes.ts';
import { type FoundPath, findersOf, OutsideChanges } from './outside-changes.ts';
import type { Change } from './read-comparison.ts';
import { Readers } from './readers.ts';
import {
  keysAdded,
  readsBehind,
  type SeenRead,
  seenReads,
  seenReadsAfter,
  writtenLocations,
} from './seen-reads.ts';
import { Settings } from './settings.ts';
import { textLocations } from './text-locations.ts';
import { UnmetReads } from './unmet-reads.ts';
import { type Sameness, Versions } from './versions.ts';

/**
 * `unrun`: not run in this kernel; `edited`: the text changed its meaning after the run; `fresh`: the cell
 * has new inputs, and all of them are settled; `stale`: an input is not settled itself; `failed`: settled,
 * with an error.
 */
export type StandingType = 'unrun' | 'edited' | 'fresh' | 'stale' | 'settled' | 'failed';

/** The standing of a cell. */
export interface Standing {
  readonly type: StandingType;
  readonly changes: readonly Change[];
  /** The cells whose writes it would find, and the unsettled ones among them. */
  readonly sources: ReadonlySet<CellId>;
  readonly waits: readonly CellId[];
}

/** Tracks a notebook's cells and executions. */
export class Settlement {
  readonly #readers = new Readers((location) => {
    this.expected.forgetFound(location);
    this.#judge.forgetNow(location);
  });
  readonly #unmet = new UnmetReads(this.#readers, (location, reader) => this.isMet(location, reader));
  readonly expected = new ExpectedWriters((location) => this.#unmet.changed(location));
  readonly versions = new Versions();
  readonly names: PageNames;
  readonly settings: Settings;
  readonly #outside = new OutsideChanges(this.expected, () =>
    this.#order.flatMap((cell) => this.execution(cell) ?? []),
  );
  readonly modules: ModuleObjects;
  readonly #graph: DependenceGraph;
  /** Knowledge of libraries, for code that has not run. */
  readonly library: LibraryKnowledge;
  readonly #judge: Judge;
  readonly #cells = new Map<CellId, KnownCell>();
  /** Cells removed after a run in this kernel: they come back with this knowledge. */
  readonly #gone = new Map<CellId, KnownCell>();
  readonly #judgements = new Map<CellId, Judgement>();
  readonly #objects = new ObjectNames();
  readonly #dirty = new Set<CellId>();
  /** Cells that ran without probes: each may have read anything. */
  readonly #untraced = new Set<CellId>();
  /** Names that a cell bound in this kernel, but not in its last run. */
  readonly #givenUp = new Map<string, CellId>();
  #order: readonly CellId[] = [];

  constructor(graph: DependenceGraph, library: LibraryKnowledge) {
    this.library = library;
    this.#graph = graph;
    this.names = new PageNames(library);
    this.settings = new Settings(graph);
    this.modules = new ModuleObjects(graph, {
      positionOf: (cell) => this.expected.positionOf(cell),
      forEachReader: (location, visit) => this.#readers.forEachOf(location, visit),
    });
    graph.watch((location) => this.#unmet.changed(location));
    this.#judge = new Judge(graph, this.versions, this.expected, this.#objects);
  }

  get order(): readonly CellId[] {
    return this.#order;
  }

  get graph(): DependenceGraph {
    return this.#graph;
  }

  /** Sets the current cells, in their order. */
  update(order: readonly CellId[], sources: ReadonlyMap<CellId, string>): void {
    const moved = order.length !== this.#order.length || order.some((cell, at) => cell !== this.#order[at]);
    if (moved) {
      const there = new Set(order);
      for (const cell of this.#order) if (!there.has(cell)) this.#forget(cell);
      this.#order = order;
      this.expected.arrange(order);
      for (const cell of order) this.#dirty.add(cell);
    }
    this.names.update(order, sources);
    for (const cell of order) this.#setText(cell, sources.get(cell) ?? '');
  }

  /** Takes an execution, and adds it to the graph. */
  record(execution: ExecutionRecord, sameness: Sameness | null = null): void {
    const { cell, exec, world } = execution;
    if (world) this.settings.placeFor(world);
    const bound = sameness?.undone
      ? this.#bindersOf(executionFacts(execution).namesBound)
      : new Map<string, number[]>();
    const aside = this.#bindersOf(world?.aside ?? []);
    this.#graph.placeFields(GLOBALS, [...aside.keys()], []);
    const seen = seenReads(execution, this.#graph);
    this.#graph.record(execution);
    for (const name of world?.gone ?? []) this.#givenUp.set(name, cell);
    for (const name of [...executionFacts(execution).namesBound, ...(world?.gone ?? [])]) aside.delete(name);
    for (const [name, binders] of [...aside, ...bound]) this.#graph.placeFields(GLOBALS, [name], binders);
    this.settings.record(execution);
    this.modules.record(execution);
    const known = this.#known(cell);
    const before = known.execution;
    if (before !== null && sameness !== null) this.versions.same(exec, before.exec, sameness);
    known.holds = sameness?.holds ?? true;
    const written = writtenLocations(execution, this.#graph);
    this.#touch(this.expected.overwritten(cell, written));
    known.adds = keysAdded(
      written,
      this.#graph,
      (other) => this.expected.positionOf(other) >= this.expected.positionOf(cell),
    );
    known.execution = execution;
    known.ran = meaningOf(execution.source);
    const reads = world ? seen.map((read) => this.#placed(read, cell, world)) : seen;
    known.readsBefore = known.reads;
    known.reads = this.#readsBehind(reads, cell, known);
    this.#bind(execution, written);
    this.#refresh(cell, known);
    this.#readEarlier(execution);
  }

  #readsBehind(reads: readonly SeenRead[], cell: CellId, { readsBefore }: KnownCell): SeenRead[] {
    return readsBehind(reads, readsBefore, (exec) => this.#graph.execution(exec)?.cell === cell);
  }

  /** Adds unrecorded reads to earlier readers of locations that this execution was the first to change. */
  #readEarlier({ cell, replaced = [] }: ExecutionRecord): void {
    const isStill = ({ location, writers }: SeenRead): boolean =>
      this.isThere(
        location,
        writers.map((each) => ({ cell: this.#graph.execution(each)?.cell ?? cell, exec: each })),
      );
    for (const replacement of replaced) {
      const location = { object: this.#graph.scoped(replacement.object), field: replacement.field };
      for (const [other, reader] of earlierReaders(this.#cells, cell, replacement, this.#graph, isStill)) {
        // a recorded read already tells which writes the cell saw
        if (reader.reads.some((read) => locationKey(read.location) === locationKey(location))) continue;
        reader.reads = [...reader.reads, { location, writers: [], adders: [] }];
        this.#refresh(other, reader);
      }
    }
  }

  /** By name: the statements that bound it last. */
  #bindersOf(names: Iterable<string>): Map<string, number[]> {
    const found = new Map<string, number[]>();
    for (const field of names) {
      const writers: number[] = [];
      this.#graph.forEachWriter({ object: GLOBALS, field }, (index) => writers.push(index));
      found.set(field, writers);
    }
    return found;
  }

  /** A read of files; if the kernel put them as the cells above leave them, with these cells as writers. */
  #placed(read: SeenRead, cell: CellId, world: WorldRecord): SeenRead {
    const { location } = read;
    if (!isFile(location) || !this.settings.wasPlaced(location, world)) return read;
    const writers = this.expected.find(location, cell).map(({ exec }) => exec);
    return writers.includes(null) ? read : { location, writers: writers as Exec[], adders: [] };
  }

  /**
   * Takes writes by callbacks of a cell's widgets outside of any run. They count as if a run from the top
   * used the widgets right after the cell, until this cell or a cell above writes the same locations.
   */
  recordOutside(execution: ExecutionRecord): void {
    this.#graph.record(execution);
    const written = writtenLocations(execution, this.#graph);
    this.#bind(execution, written);
    if (this.#order.includes(execution.cell)) {
      const opaque = execution.opaque !== null;
      this.#touch(this.expected.setBeside(execution.cell, execution.exec, written, opaque));
      if (opaque) for (const cell of this.#order) this.#dirty.add(cell);
    }
    this.#readEarlier(execution);
  }

  /**
   * Whether writes by tasks of `startedBy` count as part of this execution: it is the last one, and its cell
   * is `startedBy` or stands below.
   */
  mayGoOn(exec: Exec, startedBy: CellId): boolean {
    const cell = this.#graph.execution(exec)?.cell;
    const known = cell === undefined ? undefined : this.#cells.get(cell);
    if (cell === undefined || known?.execution?.exec !== exec || !this.#graph.mayGoOn(exec)) return false;
    return this.expected.positionOf(startedBy) <= this.expected.positionOf(cell);
  }

  /** Takes writes by tasks since the end of the last run; see {@link mayGoOn}. */
  goOn(exec: Exec, more: ExecutionRecord): void {
    const { cell } = more;
    const known = this.#known(cell);
    const before = known.execution;
    if (before === null) return;
    const done = new Set(known.reads.map(({ location }) => locationKey(location)));
    const seen = seenReadsAfter(before, more, this.#graph).filter(
      ({ location }) => !done.has(locationKey(location)),
    );
    known.execution = this.#graph.goOn(exec, more);
    this.versions.goesOn(exec);
    this.#unmet.changed(null);
    known.reads = [...known.reads, ...this.#readsBehind(seen, cell, known)];
    const written = writtenLocations(more, this.#graph);
    this.#touch(this.expected.overwritten(cell, written));
    this.#bind(more, written);
    this.#refresh(cell, known);
    this.#readEarlier(more);
  }

  /**
   * Sets, by `foundKey`, the last execution that found other content in files than there is now, because
   * other programs changed them.
   */
  setUnseen(unseen: ReadonlyMap<string, Exec>): void {
    const keys = this.#outside.set(unseen);
    const executions = [...this.#cells].map(([cell, { execution }]) => [cell, execution] as const);
    for (const cell of findersOf(keys, executions)) this.#dirty.add(cell);
  }

  /** Locations of files found by an execution and changed by other programs since. */
  changedOutside(execution: ExecutionRecord): readonly Location[] {
    return this.#outside.unseenBy(execution);
  }

  /** The files and folders found by the last runs of cells, except files that cells write. */
  foundPaths(): readonly FoundPath[] {
    return this.#outside.found();
  }

  /** The kernel was restarted: no cell has run in the new one, but written files remain. */
  restart(): void {
    for (const known of this.#cells.values()) {
      const { execution, ran } = known;
      if (execution === null || ran === null) continue;
      const reads = known.reads.map(({ location }) => location);
      known.assumed = { execution, meaning: ran, reads, writes: this.#writesOf(execution) };
    }
    this.#graph.restart();
    this.settings.clear();
    this.modules.clear();
    this.#gone.clear();
    this.#objects.clear();
    this.#givenUp.clear();
    this.#touch(this.expected.forgetBesides());
    for (const [cell, known] of this.#cells) this.#unrun(cell, known);
  }

  /** The cells with an unchanged text that changed settings, in order: all, or the ones before `reader`. */
  cellsThatSet(reader: CellId | null = null): CellId[] {
    const limit = reader === null ? Number.POSITIVE_INFINITY : this.expected.positionOf(reader);
    const setters = this.settings.cells();
    for (const cell of this.modules.cells()) setters.add(cell);
    return this.#order.filter(
      (cell) => setters.has(cell) && this.expected.positionOf(cell) < limit && this.standsAsRan(cell),
    );
  }

  /** The last execution of a cell in this kernel. */
  execution(cell: CellId): ExecutionRecord | null {
    return this.#cells.get(cell)?.execution ?? null;
  }

  /** The last execution of an unrun cell in an earlier kernel, if its text still means the same. */
  assumedExecution(cell: CellId): ExecutionRecord | null {
    const known = this.#cells.get(cell);
    return known && known.execution === null ? (this.#assumedOf(known)?.execution ?? null) : null;
  }

  /** Whether a cell's text still means the same as in its last run. */
  standsAsRan(cell: CellId): boolean {
    const known = this.#cells.get(cell);
    return known !== undefined && known.ran !== null && known.ran === known.meaning;
  }

  /**
   * The locations that the cell would read if it ran now: the reads of its last run, or of its text if the
   * text has changed.
   */
  reads(cell: CellId): readonly Location[] {
    return this.#readers.readsOf(cell);
  }

  /** The global names among the cell's {@link reads}. */
  namesRead(cell: CellId): ReadonlySet<string> {
    return this.#readers.namesOf(cell);
  }

  /** Whether the cell's last run looked up a global name, and no cell had bound it. */
  didWithout(cell: CellId, name: string): boolean {
    const { reads } = this.#known(cell);
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
    const known = this.#cells.get(cell);
    if (!known || this.standsAsRan(cell)) return [];
    return known.reads.map(({ location }) => location).filter(({ object }) => object !== GLOBALS);
  }

  /**
   * Names bound by other cells, but by none above, that the cell uses by its text or its last execution. A
   * run from the top would not find them.
   */
  namesAside(cell: CellId): string[] {
    const known = this.#known(cell);
    const text = this.#ofText(cell);
    const used = [...this.reads(cell), ...text.reads, ...text.writes];
    const names = new Set(known.execution === null ? [] : executionFacts(known.execution).namesBound);
    for (const { object, field } of used) if (object === GLOBALS) names.add(field);
    // an unknown magic may look up any word of its text
    if (this.names.parsed(cell)?.opaque) for (const word of known.source.match(WORD) ?? []) names.add(word);
    if (names.delete(WHOLE))
      this.#graph.forEachWriter({ object: GLOBALS, field: WHOLE }, (_, name) => {
        if (name !== undefined) names.add(name);
      });
    return [...this.#bindersOf(names)].flatMap(([field, binders]) => {
      const isAside = binders.length > 0 && !isManagedName(field);
      return isAside && this.expected.find({ object: GLOBALS, field }, cell).length === 0 ? [field] : [];
    });
  }

  /** The cells whose last runs started tasks on an event loop, which may still run. */
  cellsWithTasks(): ReadonlySet<CellId> {
    const found = new Set<CellId>();
    for (const { exec, index, record } of this.#graph.lasting()) {
      const cell = this.#graph.cellOf(index);
      const isLast = this.execution(cell)?.exec === exec;
      if (isLast && record.escapes.some(({ code }) => code === 'task')) found.add(cell);
    }
    return found;
  }

  /** Whether a cell other than `except` has bound the name in this kernel. */
  wasBound(name: string, except: CellId | null = null): boolean {
    const binders = this.#bindersOf([name]).get(name) ?? [];
    const cells = binders.map((index) => this.#graph.cellOf(index));
    return [this.#givenUp.get(name), ...cells].some((cell) => cell !== undefined && cell !== except);
  }

  /** The tracked object of a global name. */
  objectOf(name: string): string | undefined {
    return this.#objects.objectOf(name);
  }

  /** Whether a read of the location would find the writes of `writers` in the kernel now. */
  isThere(location: Location, writers: readonly Writer[]): boolean {
    return this.#judge.isThere(location, writers);
  }

  /**
   * Whether a read of a location would find the same as in a run from the top, or waits for a cell that has
   * not written it yet.
   */
  isMet(location: Location, cell: CellId): boolean {
    const expected = this.expected.find(location, cell);
    return expected.some(({ exec }) => exec === null) || this.isThere(location, expected);
  }

  /** The cell's {@link reads} that would differ from a run from the top. */
  unmet(cell: CellId): readonly Location[] {
    return this.#unmet.of(cell);
  }

  /** The standing of every cell. `frozen`: cells that count as settled, whatever they show. */
  standings(frozen: ReadonlySet<CellId> = NO_CELLS): ReadonlyMap<CellId, Standing> {
    for (const cell of this.#dirty) {
      const known = this.#cells.get(cell);
      if (known) this.#judgements.set(cell, this.#judge.judge(cell, known, this));
    }
    this.#dirty.clear();
    const found = new Map<CellId, Standing>();
    const unsettled = new Set<CellId>();
    /**
     * For cells above that change objects: the unsettled ones, and the last execution of the others that
     * changed values.
     */
    const unsure = new Set<CellId>();
    const open = new OpenChanges(this.expected, this.#objects);
    const bindings = new OpenBindings(this.expected);
    let lastChange = 0;
    for (const cell of this.#order) {
      const { changes, equal, sources, pending } = this.#judgements.get(cell) ?? NO_JUDGEMENT;
      const waiting = new Set([...pending, ...[...sources].filter((source) => unsettled.has(source))]);
      const exec = this.execution(cell)?.exec ?? 0;
      let changed = changes.length > 0;
      if (changed && equal && lastChange < exec) {
        changed = false;
        for (const above of unsure) waiting.add(above);
      }
      for (const above of open.concerning(cell, this.#readers.objectsOf(cell))) waiting.add(above);
      for (const above of bindings.concerning(cell, this.namesRead(cell))) waiting.add(above);
      const waits = [...waiting].filter((source) => !frozen.has(source));
      const type = this.#type(cell, changed, waits.length > 0);
      if (this.#changesObjects(cell)) {
        if (type !== 'settled' && type !== 'failed') open.add(cell, this.#namesChanged(cell));
        if (type !== 'settled') unsure.add(cell);
        else lastChange = Math.max(lastChange, this.versions.equalInAll(exec));
      }
      if (type !== 'settled' && type !== 'failed' && !(frozen.has(cell) && type !== 'unrun')) {
        unsettled.add(cell);
        if (type === 'stale' || type === 'fresh') bindings.add(cell, this.#namesLeft(cell));
      }
      found.set(cell, { type, changes: changed ? changes : [], sources, waits });
    }
    return found;
  }

  /** The names that a cell may bind or delete, and did not in its last run. */
  #namesLeft(cell: CellId): string[] {
    const { execution } = this.#known(cell);
    const text = this.names.of(cell);
    if (execution === null || text === undefined) return [];
    const bound = executionFacts(execution).namesBound;
    return [...text.writes, ...text.deletes].filter((name) => !bound.has(name));
  }

  /** The names of the objects that a cell changed, or that its text would change. */
  #namesChanged(cell: CellId): ReadonlySet<string> {
    const { execution } = this.#known(cell);
    if (execution !== null && this.standsAsRan(cell))
      return this.#namesOf(executionFacts(execution).objectsWritten);
    const names = new Set(this.names.of(cell)?.mutates);
    for (const name of [...names]) {
      for (const other of this.#objects.of(this.#objects.objectOf(name) ?? '')) names.add(other);
    }
    return names;
  }

  /** All names, present and past, of these objects. */
  #namesOf(tokens: Iterable<string>): ReadonlySet<string> {
    const names = new Set<string>();
    for (const token of tokens)
      for (const name of this.#objects.of(this.#graph.scoped(token))) names.add(name);
    return names;
  }

  #type(cell: CellId, changed: boolean, waits: boolean): StandingType {
    const execution = this.execution(cell);
    if (execution === null) return 'unrun';
    if (!this.standsAsRan(cell)) return 'edited';
    if (waits) return 'stale';
    if (changed) return 'fresh';
    return execution.status === 'error' || execution.status === 'interrupted' ? 'failed' : 'settled';
  }

  /** Binds global names to new objects. */
  #bind(execution: ExecutionRecord, written: readonly Location[]): void {
    for (const { field, object } of written) if (object === GLOBALS) this.#objects.unbind(field);
    for (const [name, token] of execution.objects) this.#objects.bind(name, this.#graph.scoped(token));
  }

  #known(cell: CellId): KnownCell {
    let known = this.#cells.get(cell);
    if (!known) {
      known = { ...(this.#gone.get(cell) ?? newCell()), analysed: null };
      this.#gone.delete(cell);
      if (known.execution !== null) this.settings.record(known.execution);
      this.#cells.set(cell, known);
    }
    return known;
  }

  #forget(cell: CellId): void {
    const known = this.#cells.get(cell);
    if (known && known.execution !== null) this.#gone.set(cell, known);
    this.#touch(this.expected.delete(cell));
    this.settings.forget(cell);
    this.#readers.delete(cell);
    this.#unmet.forget(cell);
    this.#cells.delete(cell);
    this.#judgements.delete(cell);
    this.#untraced.delete(cell);
    this.#dirty.delete(cell);
  }

  #setText(cell: CellId, source: string): void {
    const known = this.#known(cell);
    const names = this.names.of(cell);
    if (known.source === source && known.analysed === names) return;
    if (known.source !== source) known.meaning = meaningOf(source);
    known.source = source;
    known.analysed = names;
    this.#refresh(cell, known);
  }

  #unrun(cell: CellId, known: KnownCell): void {
    known.execution = null;
    known.ran = null;
    known.reads = [];
    known.adds = [];
    this.#refresh(cell, known);
  }

  #assumedOf({ assumed, meaning }: KnownCell): AssumedRun | null {
    return assumed?.meaning === meaning ? assumed : null;
  }

  /** Sets the writes and reads of a cell again. */
  #refresh(cell: CellId, known: KnownCell): void {
    const { execution } = known;
    const asRan = execution !== null && this.standsAsRan(cell);
    const text = this.#ofText(cell);
    const assumed = execution === null ? this.#assumedOf(known) : null;
    const files = assumed?.writes.filter(isFile) ?? [];
    const observed = asRan ? [...this.#writesOf(execution), ...known.adds] : files;
    // after a failure, the rest of the text would still bind names; objects that the rest would change stay
    // as they are
    const binds = this.names.of(cell);
    const done = new Set(observed.filter(({ object }) => object === GLOBALS).map(({ field }) => field));
    const rest = text.writes.filter(
      ({ object, field }) =>
        object === GLOBALS && !done.has(field) && (binds?.writes.has(field) || binds?.deletes.has(field)),
    );
    const pending = asRan
      ? execution.status === 'ok' || execution.opaque !== null
        ? []
        : rest
      : [...text.writes, ...this.#mayBeSetBy(cell).map((object) => ({ object, field: WHOLE }))];
    const opaque = asRan ? execution.opaque !== null : (this.names.of(cell)?.unknownWrites ?? false);
    const wasOpaque = this.expected.isOpaque(cell);
    const written = this.expected.set(cell, {
      exec: asRan ? this.versions.original(execution.exec) : (assumed?.execution.exec ?? null),
      locations: observed,
      pending,
      opaque,
      closed: asRan ? execution.closed.map((object) => this.#graph.scoped(object)) : [],
    });
    this.#touch(written);
    // no list of locations has the writes of a cell that may write anything, or did so until now
    if (opaque || wasOpaque) for (const each of this.#order) this.#dirty.add(each);
    if (asRan && execution.opaque !== null) this.#untraced.add(cell);
    else this.#untraced.delete(cell);
    for (const each of this.#untraced) this.#dirty.add(each);
    this.#readers.set(cell, asRan ? known.reads.map(({ location }) => location) : text.reads);
    this.#unmet.forget(cell);
    this.#dirty.add(cell);
  }

  /** Settings that an edited cell may set again: the ones that it has set, unless its text is empty. */
  #mayBeSetBy(cell: CellId): string[] {
    return this.names.parsed(cell)?.statements.length === 0 ? [] : this.settings.of(cell);
  }

  /** The writes that count for an execution: if it changed nothing, the writes of the last one that did. */
  #writesOf(execution: ExecutionRecord): Location[] {
    const original = this.#graph.execution(this.versions.original(execution.exec)) ?? execution;
    return writtenLocations(original, this.#graph);
  }

  #ofText(cell: CellId): ReturnType<typeof textLocations> {
    const names = this.names.of(cell);
    const known = this.#known(cell);
    if (!names) return { reads: [], writes: [] };
    const text = textLocations(known.source, names, (name) => this.#objects.objectOf(name));
    const assumed = this.#assumedOf(known);
    if (assumed === null) return text;
    // its files exist already
    const writes = assumed.writes.filter((location) => !isFile(location));
    return { reads: [...text.reads, ...assumed.reads], writes: [...text.writes, ...writes] };
  }

  #touch(locations: readonly Location[]): void {
    for (const location of locations) this.#readers.forEachOf(location, (cell) => this.#dirty.add(cell));
  }

  /** Whether a cell changes objects, or may by its text. */
  #changesObjects(cell: CellId): boolean {
    const { execution } = this.#known(cell);
    if (execution === null || !this.standsAsRan(cell)) return (this.names.of(cell)?.mutates.size ?? 0) > 0;
    return executionFacts(execution).changesObjects;
  }
}

const WORD = /[\p{L}_][\p{L}\p{N}_]*/gu;

/** The global names that reads found unbound, cached because each step of a plan asks about many names. */
const MISSED = new WeakMap<readonly SeenRead[], ReadonlySet<string>>();
const NO_CELLS: ReadonlySet<CellId> = new Set();
const NO_JUDGEMENT: Judgement = { changes: [], equal: false, sources: NO_CELLS, pending: NO_CELLS };

function isFile({ object }: Location): boolean {
  return object === FILE;
}
