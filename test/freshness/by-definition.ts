/**
 * The definitions of stale, fresh, refresher and reactive cells, computed from scratch, word by word: the
 * incremental computation has to agree. This file looks at every write so far, and at the edges of the graph.
 */

import {
  type CellId,
  type DependenceGraph,
  type Exec,
  type ExecutionRecord,
  GLOBALS,
  type Location,
  locationKey,
  type NotebookStatus,
  type NotebookView,
  type OrderMode,
  WHOLE,
} from '../../slicer/index.ts';

interface Write extends Location {
  readonly cell: CellId;
  /** The statement's index: its time. */
  readonly time: number;
}

/** A cell with the reads and overwrites of a run now. */
interface Inputs {
  readonly cell: CellId;
  readonly exec: Exec | null;
  readonly edited: boolean;
  readonly reads: readonly Location[];
  readonly dead: ReadonlySet<string>;
  readonly writes: readonly Location[];
}

/** The same questions as `Freshness` answers. */
export class FreshnessByDefinition {
  readonly #graph: DependenceGraph;
  readonly #mode: OrderMode;
  readonly #lastRun = new Map<CellId, Exec>();
  readonly #objects = new Map<string, string>();
  #writes: Write[] = [];
  #order: readonly CellId[] = [];

  constructor(graph: DependenceGraph, mode: OrderMode) {
    this.#graph = graph;
    this.#mode = mode;
  }

  arrange(order: readonly CellId[]): void {
    this.#order = order;
  }

  record(execution: ExecutionRecord): void {
    const { exec, cell } = execution;
    this.#lastRun.set(cell, exec);
    for (const [token, name] of execution.symbols) this.#objects.set(name, this.#graph.scoped(token));
    for (const { ordinal, writes } of execution.statements) {
      const { index } = this.#graph.graph.getNodeAttributes(`${exec}.${ordinal}`);
      for (const write of writes) this.#writes.push({ ...this.#scoped(write), cell, time: index });
    }
  }

  restart(): void {
    this.#writes = this.#writes.filter(({ object }) => object === 'file');
    this.#lastRun.clear();
    this.#objects.clear();
  }

  status(view: NotebookView): NotebookStatus {
    const cells = this.#order.map((cell) => this.#inputs(cell, view));
    const stale = cells.filter(({ cell, reads }) => reads.some((read) => this.#isOutdated(read, cell)));
    const fresh = cells.filter((cell) => !stale.includes(cell) && this.#hasNewInputs(cell));
    const wanted = stale.flatMap(({ cell, reads }) =>
      reads.filter((read) => read.object === GLOBALS && this.#isOutdated(read, cell)),
    );
    const refreshers = cells.filter(
      (cell) => !stale.includes(cell) && wanted.some(({ field }) => cell.dead.has(field)),
    );
    const planned = this.#plan(cells, [...fresh, ...cells.filter(({ edited }) => edited)]);
    const ids = (list: readonly Inputs[]): CellId[] => list.map(({ cell }) => cell);
    return { stale: ids(stale), fresh: ids(fresh), refreshers: ids(refreshers), reactive: ids(planned) };
  }

  #sees(reader: CellId, writer: CellId): boolean {
    if (this.#mode === 'any-order') return true;
    const [r, w] = [this.#order.indexOf(reader), this.#order.indexOf(writer)];
    return r >= 0 && w >= 0 && w < r;
  }

  #inputs(cell: CellId, view: NotebookView): Inputs {
    const exec = this.#lastRun.get(cell) ?? null;
    const execution = exec === null ? undefined : this.#graph.execution(exec);
    const written = (execution?.statements ?? []).flatMap(({ writes }) => writes.map((w) => this.#scoped(w)));
    const source = view.sources.get(cell) ?? '';
    if (execution && execution.source === source && execution.opaque === null) {
      return { cell, exec, edited: false, ...this.#observed(execution), writes: written };
    }
    const { live, dead } = view.namesOf(source);
    const reads = [...live].flatMap((field) => {
      const object = this.#objects.get(field);
      const name = { object: GLOBALS, field };
      return object === undefined ? [name] : [name, { object, field: WHOLE }];
    });
    const writes = [...written, ...[...dead].map((field) => ({ object: GLOBALS, field }))];
    return { cell, exec, edited: exec !== null, reads, dead, writes };
  }

  #observed({ statements }: ExecutionRecord): Pick<Inputs, 'reads' | 'dead'> {
    const reads: Location[] = [];
    const before = new Set<string>();
    const written = new Set<string>();
    const dead = new Set<string>();
    for (const statement of statements) {
      for (const read of statement.reads) {
        if (written.has(locationKey(read))) continue;
        reads.push(this.#scoped(read));
        before.add(locationKey(read));
      }
      for (const write of statement.writes) {
        written.add(locationKey(write));
        if (write.object === GLOBALS && !before.has(locationKey(write))) dead.add(write.field);
      }
    }
    return { reads, dead };
  }

  /** The cell would find a definition that is out of date. */
  #isOutdated(location: Location, cell: CellId): boolean {
    const definitions: number[] = [];
    this.#graph.forEachWriter(location, (index) => definitions.push(index));
    return definitions.some((index) => {
      const writer = this.#graph.cellOf(index);
      return writer !== cell && this.#sees(cell, writer) && this.#isStatementOutdated(this.#graph.key(index));
    });
  }

  /** One of its inputs has been written since, or was out of date. */
  #isStatementOutdated(key: string, seen = new Set<string>()): boolean {
    if (seen.has(key)) return false;
    seen.add(key);
    const { index, exec, record } = this.#graph.graph.getNodeAttributes(key);
    const cell = this.#graph.cellOf(index);
    return (
      record.reads.some(({ object, field }) =>
        this.#hasChanged({ object: this.#graph.scopedAt(object, exec), field }, cell, index + 1),
      ) || this.#graph.graph.someInNeighbor(key, (source) => this.#isStatementOutdated(source, seen))
    );
  }

  #hasNewInputs({ cell, exec, reads }: Inputs): boolean {
    if (exec === null) return false;
    const { end } = this.#graph.rangeOf(exec);
    return reads.some((read) => this.#hasChanged(read, cell, end));
  }

  #hasChanged(location: Location, reader: CellId, since: number): boolean {
    return this.#writes.some(
      (write) =>
        write.time >= since &&
        write.cell !== reader &&
        this.#sees(reader, write.cell) &&
        overlap(write, location),
    );
  }

  /** Given cells, and every cell that has run and reads a visible write of a planned cell. */
  #plan(cells: readonly Inputs[], seeds: readonly Inputs[]): Inputs[] {
    const planned = new Set(seeds);
    for (const source of planned) {
      for (const cell of cells) {
        const affected = source.writes.some((write) => cell.reads.some((read) => overlap(write, read)));
        if (affected && cell.exec !== null && this.#sees(cell.cell, source.cell)) planned.add(cell);
      }
    }
    return this.#sourcesFirst(cells.filter((cell) => planned.has(cell)));
  }

  /**
   * Each cell as early as notebook order allows, behind the cells that it reads from and that do not read
   * from the cell.
   */
  #sourcesFirst(cells: readonly Inputs[]): Inputs[] {
    const feeds = (from: Inputs, to: Inputs): boolean =>
      this.#sees(to.cell, from.cell) &&
      from.writes.some((write) => to.reads.some((read) => overlap(write, read)));
    const placed: Inputs[] = [];
    while (placed.length < cells.length) {
      const left = cells.filter((cell) => !placed.includes(cell));
      const free = left.filter((cell) => !left.some((other) => feeds(other, cell) && !feeds(cell, other)));
      placed.push(free[0] ?? left[0]!);
    }
    return placed;
  }

  #scoped({ object, field }: Location): Location {
    return { object: this.#graph.scoped(object), field };
  }
}

function overlap(a: Location, b: Location): boolean {
  return a.object === b.object && (a.field === b.field || a.field === WHOLE || b.field === WHOLE);
}
