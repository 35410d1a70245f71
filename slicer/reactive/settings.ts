/**
 * Which cells have changed which settings: world locations, and objects of libraries, that the kernel puts as the cells above leave them
 * before a cell runs (instrument/agent/values/kept_world.py). It puts nothing itself.
 */

import type { DependenceGraph } from '../dependence-graph.ts';
import type { CellId, ExecutionRecord } from '../model.ts';

const NONE: ReadonlyMap<CellId, readonly number[]> = new Map();

/** Follows the last execution of each cell. */
export class Settings {
  readonly #graph: DependenceGraph;
  /** By (scoped) object: the statements of each cell's last execution that wrote it. */
  readonly #writers = new Map<string, Map<CellId, readonly number[]>>();

  constructor(graph: DependenceGraph) {
    this.#graph = graph;
  }

  /** Whether the kernel puts an object back. */
  has(object: string): boolean {
    return this.#writers.has(object);
  }

  /** Whether the last execution of a cell changed any. */
  areSetBy(cell: CellId): boolean {
    for (const writers of this.#writers.values()) if (writers.has(cell)) return true;
    return false;
  }

  /** The objects that the last execution of a cell changed. */
  of(cell: CellId): string[] {
    return [...this.#writers].flatMap(([object, writers]) => (writers.has(cell) ? [object] : []));
  }

  /** The graph has recorded an execution. */
  record({ exec, cell, world }: ExecutionRecord): void {
    this.forget(cell);
    const { first, end } = this.#graph.rangeOf(exec);
    for (const token of world?.restorable ?? []) {
      const object = this.#graph.scoped(token);
      const found: number[] = [];
      for (let index = first; index < end; index += 1)
        if (this.#graph.writesOf(index).some((write) => write.object === object)) found.push(index);
      const writers = this.#writers.get(object);
      if (writers) writers.set(cell, found);
      else this.#writers.set(object, new Map([[cell, found]]));
    }
  }

  /** What a cell changed is forgotten; that the kernel can put it back is not. */
  forget(cell: CellId): void {
    for (const writers of this.#writers.values()) writers.delete(cell);
  }

  /** The kernel was restarted. */
  clear(): void {
    this.#writers.clear();
  }

  /** Everything was put as these cells, in their order, leave it. */
  place(cells: readonly CellId[]): void {
    for (const [object, writers] of this.#writers) {
      const known = writers.size === 0 ? NONE : writers;
      this.#graph.place(object, known.size === 0 ? [] : cells.flatMap((cell) => known.get(cell) ?? []));
    }
  }
}
