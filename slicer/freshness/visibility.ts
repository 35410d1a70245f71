/** Visibility of cells: in notebook order a cell sees the cells above, in any order all cells. */

import type { CellId } from '../records/execution-record.ts';

/** Whether cells count in notebook order (a cell sees only cells above) or in the order of runs. */
export type OrderMode = 'in-order' | 'any-order';

/** The order of the notebook's cells, under a mode. */
export class Visibility {
  readonly #mode: OrderMode;
  #order: readonly CellId[] = [];
  #positions: ReadonlyMap<CellId, number> = new Map();

  constructor(mode: OrderMode) {
    this.#mode = mode;
  }

  /** The cells in notebook order. */
  get order(): readonly CellId[] {
    return this.#order;
  }

  /** Whether a cell comes after all cells visible to it: true in notebook order. */
  get isNotebookOrder(): boolean {
    return this.#mode === 'in-order';
  }

  /** Sets the order; returns whether visibility among the cells in `matter` changes. */
  arrange(order: readonly CellId[], matter: ReadonlySet<CellId>): boolean {
    const before = this.#order.filter((cell) => matter.has(cell));
    this.#order = order;
    this.#positions = new Map(order.map((cell, position) => [cell, position]));
    if (this.#mode === 'any-order') return false;
    const after = order.filter((cell) => matter.has(cell));
    return before.length !== after.length || before.some((cell, i) => cell !== after[i]);
  }

  /** Whether `writer`'s writes are visible to `reader`. */
  sees(reader: CellId, writer: CellId): boolean {
    if (this.#mode === 'any-order') return true;
    const [r, w] = [this.#positions.get(reader), this.#positions.get(writer)];
    return r !== undefined && w !== undefined && w < r;
  }

  /** A number for the cell's visibility: a cell with a smaller number is visible to at least the same cells. */
  reachOf(cell: CellId): number {
    return this.#mode === 'any-order' ? 0 : (this.#positions.get(cell) ?? Number.POSITIVE_INFINITY);
  }
}
