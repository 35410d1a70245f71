/** Cells by names, in the order in which they were added. It does not know what the names stand for. */

import type { CellId } from '../model.ts';

/** Grows on the way down a notebook. */
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
