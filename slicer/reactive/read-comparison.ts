/**
 * Whether what a read found is what it would find in a run from the top: the same writes, or only equal values, or a difference that does
 * not count. It looks at one read; which cells that makes out of date is for the settlement.
 */

import type { DependenceGraph } from '../graph/dependence-graph.ts';
import { type CellId, type Exec, GLOBALS, type Location } from '../model.ts';
import type { ExpectedWriters, Writer } from './expected-writers.ts';
import type { SeenRead } from './seen-reads.ts';
import type { Versions } from './versions.ts';

/** A read that would find something else now. */
export interface Change {
  readonly location: Location;
  readonly expected: readonly Writer[];
  readonly actual: readonly Exec[];
  /** Another program has made it what it is. */
  readonly outside?: true;
}

/** Modules that are loaded once, results, and numbers of open files are no state that a run from the top would find otherwise; nor are streams that nobody seeded. */
const INDIFFERENT = /^(?:modules|modules loaded again|Out|descriptors)$/;
/**
 * What libraries share between all objects of theirs: one that is made anew begins with nothing of it, but for files. (`.objects`: of
 * compiled libraries that nothing is declared for.)
 */
const CHAIN = /^(?:sqlite3|h5py|pandas\.io\.pytables|lxml\.etree|duckdb|pyarrow\.streams|.+\.objects)$/;
const STREAM = /^(?:random|numpy\.random|torch\.random|numba\.random)$/;

/** Compares reads; it keeps nothing itself. */
export class ReadComparison {
  readonly #graph: DependenceGraph;
  readonly #versions: Versions;
  readonly #expected: ExpectedWriters;

  constructor(graph: DependenceGraph, versions: Versions, expected: ExpectedWriters) {
    this.#graph = graph;
    this.#versions = versions;
    this.#expected = expected;
  }

  /** Whether the writes that a read saw are those that it would see. Of who put a key into a key set, the cell counts, not the run. */
  same({ location, writers, adders }: SeenRead, expected: readonly Writer[]): boolean {
    if (adders.length === 0 && writers.length <= 1 && expected.length <= 1 && !expected[0]?.adds) {
      // as nearly all are
      const [seen, due] = [writers[0], expected[0]];
      if (seen === undefined || due === undefined) return seen === due;
      return this.#versions.of(due.exec as Exec, location) === this.#versions.of(seen, location);
    }
    const due = expected.filter(({ adds }) => !adds);
    const versions = new Set(due.map(({ exec }) => this.#versions.of(exec as Exec, location)));
    const actual = new Set(writers.map((exec) => this.#versions.of(exec, location)));
    if (versions.size !== actual.size || ![...versions].every((version) => actual.has(version))) return false;
    const seen = new Set(adders.map(({ exec, adds }) => `${adds} ${this.#cellOf(exec)}`));
    const dueKeys = new Set(expected.flatMap(({ cell, adds }) => (adds ? [`${adds} ${cell}`] : [])));
    // who wrote the whole may have put the key into it as well
    const makers = new Set(writers.map((exec) => this.#cellOf(exec)));
    const dueMakers = new Set<CellId | undefined>(due.map(({ cell }) => cell));
    const isSame =
      expected.every(({ cell, adds }) => !adds || makers.has(cell) || seen.has(`${adds} ${cell}`)) &&
      adders.every(({ exec, adds }) => {
        const cell = this.#cellOf(exec);
        return dueMakers.has(cell) || dueKeys.has(`${adds} ${cell}`);
      });
    if (!isSame || adders.length < 2) return isSame;
    // keys stand in the order in which they were added
    const isAdder = (cell: CellId | undefined): boolean => !makers.has(cell) && !dueMakers.has(cell);
    const order = adders.filter(({ exec }) => isAdder(this.#cellOf(exec))).map(({ adds }) => adds);
    const dueOrder = expected.flatMap(({ cell, adds }) => (adds && isAdder(cell) ? [adds] : []));
    return order.length !== dueOrder.length || order.every((key, at) => key === dueOrder[at]);
  }

  /**
   * Where a run from the top would find what was there at the start, which nobody can bring back, some differences do not count: so what
   * the cell itself left, unless something of a cell that is not below is `behind` that.
   */
  isIndifferent({ location, expected, actual }: Change, cell: CellId, behind: readonly Exec[]): boolean {
    if (expected.length > 0 || location.object === GLOBALS || isObject(location.object)) return false;
    if (INDIFFERENT.test(location.object) || CHAIN.test(location.object)) return true;
    if (STREAM.test(location.object) && !actual.some((exec) => this.#seeds(exec, location))) return true;
    if (behind.some((exec) => !this.#isBelow(exec, cell))) return false;
    return actual.every((exec) => this.#cellOf(exec) === cell);
  }

  /**
   * Whether a read would find an equal value in place of what it found. Of objects, that is so when the cells that wrote what it found
   * have left everything equal since (`latest`: their last execution, if they stand as it ran), and the object that the reader would find
   * under the same name is the one that they would find (`now`); that no other cell changes it is for the caller to see. `ran`: the reader's
   * execution; what it still found after they had run again has not been made anew.
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
   * Whether the name under which `exec` wrote into an object stood for `now` when its cell ran last; one without a name is known by who
   * else changes it.
   */
  #isStill(object: string, exec: Exec, last: Exec, now: string | null): boolean {
    const name = this.nameOf(object, exec);
    const found = name === null ? undefined : this.#graph.execution(last)?.objects.get(name);
    return found === undefined || (now !== null && this.#graph.scopedAt(found, last) === now);
  }

  /** A global name that stood for an object after an execution. */
  nameOf(object: string, exec: Exec): string | null {
    for (const [name, token] of this.#graph.execution(exec)?.objects ?? []) {
      if (this.#graph.scopedAt(token, exec) === object) return name;
    }
    return null;
  }

  /** Whether an execution wrote a location whatever was there before. */
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

/** Whether an object lives in the kernel, and so may be made anew by running the cell that made it. */
export function isObject(object: string): boolean {
  return /^(?:\d+:)?o\d/.test(object);
}
