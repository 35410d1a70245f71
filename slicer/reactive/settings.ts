/**
 * The cells that have changed settings: world locations, and objects of libraries, that the kernel puts as
 * the cells above leave them before a cell runs (instrument/agent/values/undo_log.py). This file puts
 * nothing itself.
 */

import type { DependenceGraph } from '../graph/dependence-graph.ts';
import type { CellId, Exec, ExecutionRecord, WorldRecord } from '../records/execution-record.ts';
import { FILE, fieldsOfPath, pathOf } from '../records/file-locations.ts';
import { type Location, WHOLE } from '../records/location.ts';

const NONE: ReadonlyMap<CellId, readonly number[]> = new Map();

function setWriters(
  all: Map<string, Map<CellId, readonly number[]>>,
  key: string,
  cell: CellId,
  statements: readonly number[],
): void {
  const writers = all.get(key);
  if (writers) writers.set(cell, statements);
  else all.set(key, new Map([[cell, statements]]));
}

/** Tracks the last execution of each cell. */
export class Settings {
  readonly #graph: DependenceGraph;
  /** By (scoped) object and cell: the writing statements of the cell's last execution. */
  readonly #writers = new Map<string, Map<CellId, readonly number[]>>();
  /** By path and cell: the writing statements of the cell's last execution, where the kernel can restore the file. */
  readonly #files = new Map<string, Map<CellId, readonly number[]>>();
  /** The paths among these from before the last execution. */
  #known: ReadonlySet<string> = new Set();
  /** By (scoped) object: the cells whose end closed it, and so ended all earlier writes. */
  readonly #closers = new Map<string, Set<CellId>>();
  /** Cells that have imported the user's own modules. */
  readonly #importers = new Set<CellId>();
  /** Cells that may have changed unknown files. */
  readonly #unknown = new Set<CellId>();
  /** Cells whose last execution wrote state that cannot be restored, but can be reset. */
  readonly #anew = new Set<CellId>();
  /** Paths whose content differs from the result of all cells. */
  readonly #moved = new Set<string>();
  /** Paths that the kernel failed to restore: their content comes from cells that no longer count. */
  readonly #unplaced = new Set<string>();
  /** Paths that another program changed after cells wrote them: the kernel never overwrites its content. */
  readonly #foreign = new Set<string>();

  constructor(graph: DependenceGraph) {
    this.#graph = graph;
  }

  /** Whether the kernel restores a location before a reader of it runs. */
  has({ object, field }: Location): boolean {
    if (object !== FILE) return this.#writers.has(object);
    return field === WHOLE ? this.#unknown.size === 0 : this.#puts(pathOf(field));
  }

  #puts(path: string): boolean {
    return this.#files.has(path) && !this.#foreign.has(path);
  }

  /** Whether an execution found a location of files as the cells above leave it. */
  wasPlaced({ field }: Location, { above, placed }: WorldRecord): boolean {
    if (above === null || this.#unknown.size > 0) return false;
    const paths = field === WHOLE ? [...this.#known] : [pathOf(field)];
    return paths.every(
      (path) =>
        placed.includes(path) ||
        (!this.#unplaced.has(path) &&
          !this.#foreign.has(path) &&
          [...(this.#files.get(path)?.keys() ?? [])].every((cell) => above.includes(cell))),
    );
  }

  /** The cells whose last executions changed settings or files, or imported the user's own modules. */
  cells(): Set<CellId> {
    const found = new Set<CellId>([...this.#importers, ...this.#anew]);
    for (const all of [this.#writers, this.#files])
      for (const writers of all.values()) for (const cell of writers.keys()) found.add(cell);
    return found;
  }

  /** The objects that the last execution of a cell changed. */
  of(cell: CellId): string[] {
    return [...this.#writers].flatMap(([object, writers]) => (writers.has(cell) ? [object] : []));
  }

  /** Takes an execution that the graph has recorded. */
  record({ exec, cell, world, closed }: ExecutionRecord): void {
    this.forget(cell);
    for (const token of closed) {
      const object = this.#graph.scoped(token);
      this.#closers.set(object, (this.#closers.get(object) ?? new Set()).add(cell));
    }
    if (world?.imports) this.#importers.add(cell);
    this.#known = new Set(this.#files.keys());
    if (world?.anew?.length) this.#anew.add(cell);
    for (const token of world?.restorable ?? []) {
      const object = this.#graph.scoped(token);
      setWriters(this.#writers, object, cell, this.#statements(exec, object));
    }
    if (this.#statements(exec, FILE, WHOLE).length > 0 && !world?.quiet) this.#unknown.add(cell);
    const statements = world?.files.length ? this.#statements(exec, FILE) : [];
    for (const path of world?.files ?? []) {
      setWriters(this.#files, path, cell, statements);
      this.#moved.delete(path);
      this.#unplaced.delete(path);
      this.#foreign.delete(path);
    }
  }

  #statements(exec: Exec, object: string, field?: string): number[] {
    const { first, end } = this.#graph.rangeOf(exec);
    const found: number[] = [];
    for (let index = first; index < end; index += 1)
      if (
        this.#graph
          .writesOf(index)
          .some((write) => write.object === object && write.field === (field ?? write.field))
      )
        found.push(index);
    return found;
  }

  /** Forgets the changes of a cell, but not that the kernel can restore the locations. */
  forget(cell: CellId): void {
    this.#importers.delete(cell);
    this.#unknown.delete(cell);
    this.#anew.delete(cell);
    for (const closers of this.#closers.values()) closers.delete(cell);
    for (const all of [this.#writers, this.#files]) for (const writers of all.values()) writers.delete(cell);
  }

  /** The kernel was restarted. */
  clear(): void {
    this.#writers.clear();
    this.#importers.clear();
    this.#files.clear();
    this.#closers.clear();
    this.#known = new Set();
    this.#moved.clear();
    this.#unplaced.clear();
    this.#foreign.clear();
    this.#unknown.clear();
    this.#anew.clear();
  }

  /** Takes the state of the world that the kernel put before an execution. */
  placeFor({ above, placed, unplaced = [], foreign = [], begun = [] }: WorldRecord): void {
    for (const path of foreign) {
      this.#foreign.add(path);
      this.#graph.placeFields(FILE, fieldsOfPath(path), []);
    }
    if (above === null) return;
    for (const path of unplaced) this.#unplaced.add(path);
    for (const token of begun) this.#graph.place(this.#graph.scoped(token), []);
    this.#placeSettings(above);
    for (const path of placed) this.#placeFile(path, above);
    for (const path of placed) {
      this.#moved.add(path);
      this.#unplaced.delete(path);
      this.#foreign.delete(path);
    }
  }

  /** Takes a world that the kernel put as all cells, in their order, leave it. */
  place(cells: readonly CellId[]): void {
    this.#placeSettings(cells);
    for (const path of this.#moved) this.#placeFile(path, cells);
    this.#moved.clear();
  }

  #placeFile(path: string, cells: readonly CellId[]): void {
    const writers = this.#files.get(path);
    this.#graph.placeFields(
      FILE,
      fieldsOfPath(path),
      cells.flatMap((cell) => writers?.get(cell) ?? []),
    );
  }

  #placeSettings(cells: readonly CellId[]): void {
    for (const [object, writers] of this.#writers) {
      const known = writers.size === 0 ? NONE : writers;
      const closers = this.#closers.get(object);
      const open = closers ? cells.slice(cells.findLastIndex((cell) => closers.has(cell)) + 1) : cells;
      this.#graph.place(object, known.size === 0 ? [] : open.flatMap((cell) => known.get(cell) ?? []));
    }
  }
}
