/**
 * Objects made by the user's modules while they loaded. If a cell changes such an object beyond restoring,
 * the cell that loaded the module must load it again to make the object anew. This file runs nothing.
 */

import type { DependenceGraph } from '../graph/dependence-graph.ts';
import type { CellId, ExecutionRecord } from '../records/execution-record.ts';
import type { Location } from '../records/location.ts';

/** The world location of loads; each field is one load. */
const MODULES = 'modules';

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
  readonly #graph: DependenceGraph;
  readonly #cells: ModuleCells;

  constructor(graph: DependenceGraph, cells: ModuleCells) {
    this.#graph = graph;
    this.#cells = cells;
  }

  /** The graph has recorded an execution. */
  record({ cell, statements, world }: ExecutionRecord): void {
    for (const [object, field] of world?.made ?? []) {
      this.#loads.set(this.#graph.scoped(object), field);
      this.#graph.forEachWriter({ object: MODULES, field }, (index) =>
        this.#involved.add(this.#graph.cellOf(index)),
      );
    }
    if (this.#loads.size === 0) return;
    const isOne = ({ object }: Location): boolean => this.#loads.has(this.#graph.scoped(object));
    if (statements.some(({ writes }) => writes.some(isOne))) this.#involved.add(cell);
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

  /** The kernel was restarted. */
  clear(): void {
    this.#loads.clear();
    this.#involved.clear();
  }
}
