/**
 * Compares one read with the same read in a run from the top: the same writes, equal values, or a difference
 * that does not count. The settlement decides which cells a difference makes out of date.
 */

import type { DependenceGraph } from '../graph/dependence-graph.ts';
import type { CellId, Exec } from '../records/execution-record.ts';
import { GLOBALS, type Location } from '../records/location.ts';
import { BY_CHANCE, INDIFFERENT, isChain, LOADED_UNDER } from '../records/world-locations.ts';
import type { ExpectedWriters, Writer } from './expected-writers.ts';
import type { SeenRead } from './seen-reads.ts';
import type { Versions } from './versions.ts';

/** A read with a different result in a run from the top. */
export interface Change {
  readonly location: Location;
  readonly expected: readonly Writer[];
  readonly actual: readonly Exec[];
  /** Another program made the change. */
  readonly outside?: true;
}

/** Compares reads, without state of its own. */
export class ReadComparison {
  readonly #graph: DependenceGraph;
  readonly #versions: Versions;
  readonly #expected: ExpectedWriters;

  constructor(graph: DependenceGraph, versions: Versions, expected: ExpectedWriters) {
    this.#graph = graph;
    this.#versions = versions;
    this.#expected = expected;
  }

  /**
   * Whether a read saw the expected writes. For a key in a key set, the cell that added the key counts, not
   * the run.
   */
  same({ location, writers, makers, adders }: SeenRead, expected: readonly Writer[]): boolean {
    if (adders.length === 0 && writers.length <= 1 && expected.length <= 1 && !expected[0]?.adds) {
      // the usual case, fast
      const seen = writers[0];
      const due = expected[0];
      if (seen === undefined || due === undefined) return seen === due;
      return this.#versions.of(due.exec as Exec, location) === this.#versions.of(seen, location);
    }
    const due = expected.filter(({ adds }) => !adds);
    const versions = new Set(due.map(({ exec }) => this.#versions.of(exec as Exec, location)));
    const actual = new Set(writers.map((exec) => this.#versions.of(exec, location)));
    if (versions.size !== actual.size || ![...versions].every((version) => actual.has(version))) return false;
    const seen = new Set(adders.map(({ exec, adds }) => `${adds} ${this.#cellOf(exec)}`));
    const dueKeys = new Set(expected.flatMap(({ cell, adds }) => (adds ? [`${adds} ${cell}`] : [])));
    // the writer of the whole may have added the key as well
    const seenMakers = new Set(makers.map((exec) => this.#cellOf(exec)));
    const dueMakers = new Set<CellId | undefined>(
      due.filter(({ isPart }) => !isPart).map(({ cell }) => cell),
    );
    const isSame =
      expected.every(({ cell, adds }) => !adds || seenMakers.has(cell) || seen.has(`${adds} ${cell}`)) &&
      adders.every(({ exec, adds }) => {
        const cell = this.#cellOf(exec);
        return dueMakers.has(cell) || dueKeys.has(`${adds} ${cell}`);
      });
    if (!isSame || adders.length < 2) return isSame;
    // keys stand in the order of their addition
    const isAdder = (cell: CellId | undefined): boolean => !seenMakers.has(cell) && !dueMakers.has(cell);
    const order = adders.filter(({ exec }) => isAdder(this.#cellOf(exec))).map(({ adds }) => adds);
    const dueOrder = expected.flatMap(({ cell, adds }) => (adds && isAdder(cell) ? [adds] : []));
    return order.length !== dueOrder.length || order.every((key, at) => key === dueOrder[at]);
  }

  /**
   * Whether a difference does not count, because a run from the top would find the initial state, which
   * nobody can restore. This holds for the cell's own earlier writes, unless they are based on (`behind`)
   * writes of a cell that is not below.
   */
  isIndifferent({ location, expected, actual }: Change, cell: CellId, behind: readonly Exec[]): boolean {
    if (expected.length > 0 || location.object === GLOBALS || isObject(location.object)) return false;
    if (location.object === LOADED_UNDER) return false;
    if (INDIFFERENT.has(location.object) || isChain(location.object)) return true;
    if (BY_CHANCE.has(location.object) && !actual.some((exec) => this.#seeds(exec, location))) return true;
    if (behind.some((exec) => !this.#isBelow(exec, cell))) return false;
    return actual.every((exec) => this.#cellOf(exec) === cell);
  }

  /**
   * Whether a read would find an equal value. For objects, two conditions must hold. The writers have left
   * everything equal since (`latest`: a writer's last execution, if its text has not changed). The reader's
   * name for the object stands for the writer's new object (`now`). The caller checks that no other cell
   * changes the object. `ran`: the reader's execution. If a writer ran again before it, and the reader still
   * found the writer's earlier run, nobody has made the object anew.
   */
  isEqual(
    { location, expected, actual }: Change,
    cell: CellId,
    latest: (cell: CellId) => Exec | null,
    now: string | null,
    ran: Exec,
  ): boolean {
    if (location.object === GLOBALS) {
      const found = new Set(actual.map((exec) => this.#versions.equal(exec, location.field)));
      const due = new Set(expected.map(({ exec }) => this.#versions.equal(exec as Exec, location.field)));
      return found.size === due.size && [...due].every((exec) => found.has(exec));
    }
    if (!isObject(location.object) || expected.length > 0) return false;
    return actual.every((exec) => {
      const writer = this.#cellOf(exec);
      const last = writer === undefined ? null : latest(writer);
      if (writer === undefined || last === null || (exec < last && last < ran)) return false;
      const isAbove = this.#expected.positionOf(writer) < this.#expected.positionOf(cell);
      const isEqual = this.#versions.equalInAll(last) === this.#versions.equalInAll(exec);
      return isAbove && isEqual && this.#isStill(location.object, exec, last, now);
    });
  }

  /**
   * Whether the writer's name for an object stood for `now` after the writer's last run. An object without a
   * name passes: other checks find the cells that change it.
   */
  #isStill(object: string, exec: Exec, last: Exec, now: string | null): boolean {
    const name = this.nameOf(object, exec);
    const found = name === null ? undefined : this.#graph.execution(last)?.objects.get(name);
    return found === undefined || (now !== null && this.#graph.scopedAt(found, last) === now);
  }

  /** A global name of an object after an execution. */
  nameOf(object: string, exec: Exec): string | null {
    for (const [name, token] of this.#graph.execution(exec)?.objects ?? []) {
      if (this.#graph.scopedAt(token, exec) === object) return name;
    }
    return null;
  }

  /** Whether an execution wrote a location without reading it first. */
  #seeds(exec: Exec, { object }: Location): boolean {
    const statements = this.#graph.execution(exec)?.statements ?? [];
    return statements.some(
      ({ reads, writes }) =>
        writes.some((write) => write.object === object) && !reads.some((read) => read.object === object),
    );
  }

  #isBelow(exec: Exec, cell: CellId): boolean {
    const position = this.#expected.positionOf(this.#cellOf(exec) ?? cell);
    return position > this.#expected.positionOf(cell) && position !== Number.POSITIVE_INFINITY;
  }

  #cellOf(exec: Exec): CellId | undefined {
    return this.#graph.execution(exec)?.cell;
  }
}

/** Whether an object lives in the kernel, so another run of its maker can make it anew. */
export function isObject(object: string): boolean {
  return /^(?:\d+:)?o\d/.test(object);
}
