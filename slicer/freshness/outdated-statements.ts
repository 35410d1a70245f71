/**
 * The statements whose results are out of date: another visible cell has written one of their reads since, or
 * one of their sources is out of date. The set is updated at each write. A statement stays out of date until
 * the order of cells changes or the kernel restarts, so the work over a session is linear in its dependences.
 */

import type { DependenceGraph } from '../graph/dependence-graph.ts';
import { GrowingInts } from '../graph/growing-ints.ts';
import { LocationMap } from '../graph/location-map.ts';
import type { CellId, Exec } from '../records/execution-record.ts';
import type { Location } from '../records/location.ts';
import type { Visibility } from './visibility.ts';
import type { WriteHistory } from './write-history.ts';

const UP_TO_DATE = 0;
const OUTDATED = 1;
/** The allowed growth of waiting reads, besides a doubling since the last clean-up, before useless ones are dropped. */
const SPARE_READS = 1000;

/** Follows executions of the graph. */
export class OutdatedStatements {
  readonly #graph: DependenceGraph;
  readonly #history: WriteHistory;
  readonly #visibility: Visibility;
  readonly #states = new GrowingInts();
  /** Up-to-date statements, by their reads and their cell: a write to a read location makes them out of date. */
  readonly #waiting = new LocationMap<Map<CellId, number[]>>();
  #reads = 0;
  #readsAfterCleaning = 0;

  constructor(graph: DependenceGraph, history: WriteHistory, visibility: Visibility) {
    this.#graph = graph;
    this.#history = history;
    this.#visibility = visibility;
  }

  /**
   * Whether the result of a statement is out of date; only for statements on which a read may depend, now or
   * earlier.
   */
  has(index: number): boolean {
    return this.#states.at(index) === OUTDATED;
  }

  /** Takes the reads of an execution's statements. */
  add(exec: Exec): void {
    const { first, end } = this.#graph.rangeOf(exec);
    while (this.#states.length < end) this.#states.push(UP_TO_DATE);
    for (let index = first; index < end; index += 1) {
      if (this.#dependsOnOutdated(index)) this.#states.set(index, OUTDATED);
      else this.#wait(index);
    }
    if (this.#reads > 2 * this.#readsAfterCleaning + SPARE_READS) this.rebuild();
  }

  /** Notes a write of `cell` to a location: calls `found` with each statement that it makes out of date. */
  write(location: Location, cell: CellId, found: (index: number) => void): void {
    const pending: number[] = [];
    this.#waiting.forEachOverlapping(location, (cells, field) => {
      for (const [reader, statements] of cells) {
        if (reader === cell || !this.#visibility.sees(reader, cell)) continue;
        for (const index of statements) pending.push(index);
        this.#reads -= statements.length;
        cells.delete(reader);
      }
      if (cells.size === 0) this.#waiting.delete({ object: location.object, field });
    });
    for (let index = pending.pop(); index !== undefined; index = pending.pop()) {
      if (this.has(index)) continue;
      this.#states.set(index, OUTDATED);
      found(index);
      this.#graph.statementLinks.forEachUser(index, (user) => pending.push(user));
    }
  }

  /**
   * Judges all statements again on which a read may depend, directly or indirectly: after a new order of
   * cells, or a restart.
   */
  rebuild(): void {
    this.#waiting.clear();
    this.#reads = 0;
    for (const index of this.#graph.statementLinks.closure(this.#graph.lastWriters(), 'backward')) {
      const outdated = this.#dependsOnOutdated(index) || this.#readsChanged(index);
      this.#states.set(index, outdated ? OUTDATED : UP_TO_DATE);
      if (!outdated) this.#wait(index);
    }
    this.#readsAfterCleaning = this.#reads;
  }

  #dependsOnOutdated(index: number): boolean {
    let found = false;
    this.#graph.statementLinks.forEachSource(index, (source) => {
      found ||= this.has(source);
    });
    return found;
  }

  #readsChanged(index: number): boolean {
    const cell = this.#graph.cellOf(index);
    return this.#graph
      .readsOf(index)
      .some((read) => this.#history.hasChanged(read, cell, index + 1, this.#visibility));
  }

  #wait(index: number): void {
    const cell = this.#graph.cellOf(index);
    for (const read of this.#graph.readsOf(index)) {
      const cells = this.#waiting.getOrSet(read, () => new Map<CellId, number[]>());
      const statements = cells.get(cell);
      if (statements) statements.push(index);
      else cells.set(cell, [index]);
      this.#reads += 1;
    }
  }
}
