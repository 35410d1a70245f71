/**
 * Takes what runs and tasks have read and written into the accesses of cells and the graph. It decides nothing
 * about later runs.
 */

import type { CellId, Exec, ExecutionRecord, WorldRecord } from '../records/execution-record.ts';
import { GLOBALS, type Location, locationKey } from '../records/location.ts';
import { type CellAccesses, isFile } from './cell-accesses.ts';
import { earlierReaders } from './earlier-readers.ts';
import { executionFacts } from './execution-facts.ts';
import type { KnownCell } from './known-cell.ts';
import type { NameBinders } from './name-binders.ts';
import {
  keysAdded,
  readsBehind,
  type SeenRead,
  seenReads,
  seenReadsAfter,
  writtenLocations,
} from './seen-reads.ts';
import type { Sameness } from './versions.ts';

/** Records runs of a notebook. */
export class RunRecorder {
  readonly #accesses: CellAccesses;
  readonly #binders: NameBinders;

  constructor(accesses: CellAccesses, binders: NameBinders) {
    this.#accesses = accesses;
    this.#binders = binders;
  }

  /** Takes an execution, and adds it to the graph. */
  record(execution: ExecutionRecord, sameness: Sameness | null = null): void {
    const { graph, expected, settings } = this.#accesses;
    const { cell, exec, world } = execution;
    if (world) settings.placeFor(world);
    const bound = sameness?.undone
      ? this.#binders.of(executionFacts(execution).namesBound)
      : new Map<string, number[]>();
    const aside = this.#binders.of(world?.aside ?? []);
    graph.placeFields(GLOBALS, [...aside.keys()], []);
    const seen = seenReads(execution, graph);
    graph.record(execution);
    for (const name of world?.gone ?? []) this.#binders.giveUp(name, cell);
    for (const name of [...executionFacts(execution).namesBound, ...(world?.gone ?? [])]) aside.delete(name);
    for (const [name, binders] of [...aside, ...bound]) graph.placeFields(GLOBALS, [name], binders);
    settings.record(execution);
    this.#accesses.modules.record(execution);
    const known = this.#accesses.cells.of(cell);
    const before = known.execution;
    if (before !== null && sameness !== null) this.#accesses.versions.same(exec, before.exec, sameness);
    known.holds = sameness?.holds ?? true;
    const written = writtenLocations(execution, graph);
    this.#accesses.changed(expected.overwritten(cell, written));
    known.adds = keysAdded(
      written,
      graph,
      (other) => expected.positionOf(other) >= expected.positionOf(cell),
    );
    known.execution = execution;
    known.ran = this.#accesses.meaningOf(execution.source);
    const reads = world ? seen.map((read) => this.#placed(read, cell, world)) : seen;
    known.readsBefore = known.reads;
    known.reads = this.#readsBehind(reads, cell, known);
    this.#bind(execution, written);
    this.#accesses.refresh(cell, known);
    this.#readEarlier(execution);
  }

  /** Takes writes by callbacks of a cell's widgets; see `Settlement.recordOutside`. */
  recordOutside(execution: ExecutionRecord): void {
    const { graph, order } = this.#accesses;
    graph.record(execution);
    const written = writtenLocations(execution, graph);
    this.#bind(execution, written);
    if (order.includes(execution.cell)) {
      const opaque = execution.opaque !== null;
      this.#accesses.changed(
        this.#accesses.expected.setBeside(execution.cell, execution.exec, written, opaque),
      );
      if (opaque) this.#accesses.changedFor(order);
    }
    this.#readEarlier(execution);
  }

  /** Whether writes by tasks count as part of an execution; see `Settlement.mayGoOn`. */
  mayGoOn(exec: Exec, startedBy: CellId): boolean {
    const { graph, cells, expected } = this.#accesses;
    const cell = graph.execution(exec)?.cell;
    const known = cell === undefined ? undefined : cells.get(cell);
    if (cell === undefined || known?.execution?.exec !== exec || !graph.mayGoOn(exec)) return false;
    return expected.positionOf(startedBy) <= expected.positionOf(cell);
  }

  /** Takes writes by tasks since the end of the last run. */
  goOn(exec: Exec, more: ExecutionRecord): void {
    const { graph } = this.#accesses;
    const { cell } = more;
    const known = this.#accesses.cells.of(cell);
    const before = known.execution;
    if (before === null) return;
    const done = new Set(known.reads.map(({ location }) => locationKey(location)));
    const seen = seenReadsAfter(before, more, graph).filter(
      ({ location }) => !done.has(locationKey(location)),
    );
    known.execution = graph.goOn(exec, more);
    this.#accesses.versions.goesOn(exec);
    this.#accesses.unmet.changed(null);
    known.reads = [...known.reads, ...this.#readsBehind(seen, cell, known)];
    const written = writtenLocations(more, graph);
    this.#accesses.changed(this.#accesses.expected.overwritten(cell, written));
    this.#bind(more, written);
    this.#accesses.refresh(cell, known);
    this.#readEarlier(more);
  }

  #readsBehind(reads: readonly SeenRead[], cell: CellId, { readsBefore }: KnownCell): SeenRead[] {
    return readsBehind(reads, readsBefore, (exec) => this.#accesses.graph.execution(exec)?.cell === cell);
  }

  /** A read of files; if the kernel put them as the cells above leave them, with these cells as writers. */
  #placed(read: SeenRead, cell: CellId, world: WorldRecord): SeenRead {
    const { location } = read;
    if (!isFile(location) || !this.#accesses.settings.wasPlaced(location, world)) return read;
    const writers = this.#accesses.expected.find(location, cell).map(({ exec }) => exec);
    return writers.includes(null) ? read : { location, writers: writers as Exec[], makers: [], adders: [] };
  }

  /** Adds unrecorded reads to earlier readers of locations that this execution was the first to change. */
  #readEarlier({ cell, replaced = [] }: ExecutionRecord): void {
    const { graph } = this.#accesses;
    const isStill = ({ location, writers }: SeenRead): boolean =>
      this.#accesses.isThere(
        location,
        writers.map((each) => ({ cell: graph.execution(each)?.cell ?? cell, exec: each })),
      );
    for (const replacement of replaced) {
      const location = { object: graph.scoped(replacement.object), field: replacement.field };
      const readers = earlierReaders(this.#accesses.cells, cell, replacement, graph, isStill);
      for (const [other, reader] of readers) {
        // a recorded read already tells which writes the cell saw
        if (reader.reads.some((read) => locationKey(read.location) === locationKey(location))) continue;
        reader.reads = [...reader.reads, { location, writers: [], makers: [], adders: [] }];
        this.#accesses.refresh(other, reader);
      }
    }
  }

  /** Binds global names to new objects. */
  #bind(execution: ExecutionRecord, written: readonly Location[]): void {
    const { graph, objects } = this.#accesses;
    for (const { field, object } of written) if (object === GLOBALS) objects.unbind(field);
    for (const [name, token] of execution.objects) objects.bind(name, graph.scoped(token));
  }
}
