/**
 * Objects made by the user's modules while they loaded. If a cell changes such an object beyond restoring,
 * the cell that loaded the module must load it again to make the object anew. This file runs nothing.
 */

import type { DependenceGraph } from '../graph/dependence-graph.ts';
import type { CellId, Exec, ExecutionRecord } from '../records/execution-record.ts';
import type { Location } from '../records/location.ts';

/** The world location of loads; each field is one load. */
const MODULES = 'modules';
/** The world location of repeated loads. */
const LOADED_AGAIN = 'modules loaded again';

/** Questions to the notebook. */
export interface ModuleCells {
  positionOf(cell: CellId): number;
  /** Calls `visit` with each cell that reads a location. */
  forEachReader(location: Location, visit: (cell: CellId) => void): void;
}

/** Tracks which load has made which object. */
export class ModuleObjects {
  readonly #loads = new Map<string, string>();
  /** Cells that have loaded such modules, or changed such objects. */
  readonly #involved = new Set<CellId>();
  /** By cell, the last execution that has loaded modules again. */
  readonly #loadedAgain = new Map<CellId, Exec>();
  readonly #graph: DependenceGraph;
  readonly #cells: ModuleCells;

  constructor(graph: DependenceGraph, cells: ModuleCells) {
    this.#graph = graph;
    this.#cells = cells;
  }

  /** The graph has recorded an execution. */
  record({ exec, cell, statements, world }: ExecutionRecord): void {
    for (const [object, field] of world?.made ?? []) {
      this.#loads.set(this.#graph.scoped(object), field);
      this.#graph.forEachWriter({ object: MODULES, field }, (index) =>
        this.#involved.add(this.#graph.cellOf(index)),
      );
    }
    if (this.#loads.size === 0) return;
    const isWritten = (isOne: (location: Location) => boolean): boolean =>
      statements.some(({ writes }) => writes.some(isOne));
    if (isWritten(({ object }) => this.#loads.has(this.#graph.scoped(object)))) this.#involved.add(cell);
    if (isWritten(({ object }) => object === LOADED_AGAIN)) this.#loadedAgain.set(cell, exec);
  }

  /**
   * The cells that have loaded such modules, or changed such objects: before one of them runs, the kernel
   * must know the ones above it.
   */
  cells(): ReadonlySet<CellId> {
    return this.#involved;
  }

  /**
   * The cell that would load the module of a (scoped) object in a run from the top, before `reader` or as
   * `reader`. This is the cell of the last load, or if it is gone, the first cell that imports the module.
   * Null: no module made the object, or no such cell stands there.
   */
  loaderOf(object: string, reader: CellId): CellId | null {
    const field = this.#loads.get(object);
    if (field === undefined) return null;
    const limit = this.#cells.positionOf(reader);
    const load = { object: MODULES, field };
    const found: CellId[] = [];
    this.#graph.forEachWriter(load, (index) => found.push(this.#graph.cellOf(index)));
    this.#cells.forEachReader(load, (cell) => found.push(cell));
    const above = found.filter((cell) => this.#cells.positionOf(cell) <= limit);
    const first = above.toSorted((a, b) => this.#cells.positionOf(a) - this.#cells.positionOf(b))[0];
    return first ?? null;
  }

  /** Whether a cell has loaded modules again after an execution: an import of a loaded module makes nothing anew. */
  hasLoadedSince(cell: CellId, exec: Exec): boolean {
    return (this.#loadedAgain.get(cell) ?? 0) > exec;
  }

  /** The kernel was restarted. */
  clear(): void {
    this.#loads.clear();
    this.#involved.clear();
    this.#loadedAgain.clear();
  }
}
