/**
 * The cells of a notebook in one kernel, with the knowledge of each. Cells removed after a run come back with
 * their knowledge. It derives nothing.
 */

import type { CellId, ExecutionRecord } from '../records/execution-record.ts';
import { type AssumedRun, type KnownCell, newCell } from './known-cell.ts';

/** Cells by id. */
export class KnownCells {
  readonly #cells = new Map<CellId, KnownCell>();
  readonly #removed = new Map<CellId, KnownCell>();
  readonly #cameBack: (execution: ExecutionRecord) => void;

  /** Calls `cameBack` with the last run of each cell that comes back. */
  constructor(cameBack: (execution: ExecutionRecord) => void) {
    this.#cameBack = cameBack;
  }

  /** All cells, with their ids. */
  [Symbol.iterator](): IterableIterator<[CellId, KnownCell]> {
    return this.#cells.entries();
  }

  /** A cell, if it is known. */
  get(cell: CellId): KnownCell | undefined {
    return this.#cells.get(cell);
  }

  /** A cell, which is known from now on. */
  of(cell: CellId): KnownCell {
    let known = this.#cells.get(cell);
    if (!known) {
      known = { ...(this.#removed.get(cell) ?? newCell()), analysed: null };
      this.#removed.delete(cell);
      if (known.execution !== null) this.#cameBack(known.execution);
      this.#cells.set(cell, known);
    }
    return known;
  }

  /** Removes a cell from the notebook. */
  remove(cell: CellId): void {
    const known = this.#cells.get(cell);
    if (known && known.execution !== null) this.#removed.set(cell, known);
    this.#cells.delete(cell);
  }

  /** Forgets the removed cells: their runs were in an earlier kernel. */
  forgetRemoved(): void {
    this.#removed.clear();
  }

  /** The last execution of a cell in this kernel. */
  execution(cell: CellId): ExecutionRecord | null {
    return this.#cells.get(cell)?.execution ?? null;
  }

  /** Whether a cell's text still means the same as in its last run. */
  standsAsRan(cell: CellId): boolean {
    const known = this.#cells.get(cell);
    return known !== undefined && known.ran !== null && known.ran === known.meaning;
  }
}

/** The last run of a cell in an earlier kernel, if its text still means the same. */
export function assumedRun({ assumed, meaning }: KnownCell): AssumedRun | null {
  return assumed?.meaning === meaning ? assumed : null;
}
