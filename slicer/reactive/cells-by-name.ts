/** Cells by names, in the order of their addition. The meaning of the names is up to the caller. */

import type { CellId } from '../records/execution-record.ts';

/** A map that grows on the way down a notebook. */
export class CellsByName {
  readonly #cells = new Map<string, CellId[]>();

  get isEmpty(): boolean {
    return this.#cells.size === 0;
  }

  add(cell: CellId, names: Iterable<string>): void {
    for (const name of names) {
      const cells = this.#cells.get(name);
      if (cells) cells.push(cell);
      else this.#cells.set(name, [cell]);
    }
  }

  of(name: string): readonly CellId[] {
    return this.#cells.get(name) ?? NONE;
  }
}

const NONE: readonly CellId[] = [];
