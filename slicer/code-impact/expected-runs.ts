/**
 * The cells whose results a cell finds under a name in a run from the top: the last cell above that bound the
 * name, and the cells that have changed it since. This file knows no history of runs.
 */

import type { CellSummary } from './cell-summary.ts';

interface Writer {
  readonly at: number;
  readonly replaces: boolean;
  readonly deletes: boolean;
}

/** The current notebook, in page order. */
export class PageOrder {
  readonly cells: readonly CellSummary[];
  readonly #numbered: PageOrder | null;
  readonly #places: ReadonlyMap<string, number>;
  readonly #writers = new Map<string, Writer[]>();
  readonly #readers = new Map<string, number[]>();
  readonly #bound = new Set<string>();

  /** `numbered`: the notebook whose positions people use for its cells. */
  constructor(cells: readonly CellSummary[], numbered: PageOrder | null = null) {
    this.cells = cells;
    this.#numbered = numbered;
    this.#places = new Map(cells.map(({ cell }, at) => [cell, at]));
    for (const [at, { reads, changes, replaces, deletes, needs, binds }] of cells.entries()) {
      for (const name of binds) this.#bound.add(name);
      for (const name of new Set([...changes.keys(), ...deletes])) {
        const gone = deletes.has(name);
        const writer = { at, replaces: gone || replaces.has(name), deletes: gone };
        listOf(this.#writers, name).push(writer);
      }
      for (const name of new Set([...reads.keys(), ...needs])) listOf(this.#readers, name).push(at);
    }
  }

  /** The position of a cell, from 0; -1: it was deleted. */
  placeOf(cell: string): number {
    return this.#places.get(cell) ?? -1;
  }

  /** The name of the cell at a position for people: `cell 3`. */
  nameOf(at: number): string {
    const numbered = this.#numbered ?? this;
    return `cell ${numbered.placeOf(this.cells[at]!.cell) + 1}`;
  }

  /** Positions of the cells whose results the cell at a position should find under a name, in page order. */
  expected(name: string, at: number): readonly number[] {
    const writers = this.#writers.get(name);
    if (writers === undefined) return [];
    const found: number[] = [];
    for (let i = firstFrom(writers, at) - 1; i >= 0; i -= 1) {
      const writer = writers[i]!;
      if (!writer.deletes) found.push(writer.at);
      if (writer.replaces) break;
    }
    return found.reverse();
  }

  /** Whether any cell binds a name, modules included. */
  isBound(name: string): boolean {
    return this.#bound.has(name);
  }

  /** The position of the nearest cell above that binds a name, including modules. */
  binderAbove(name: string, at: number): number | null {
    for (let place = at - 1; place >= 0; place -= 1) if (this.cells[place]!.binds.has(name)) return place;
    return null;
  }

  /**
   * Positions of the cells above that may have bound a name for a position: the nearest one that surely has,
   * and the ones after it.
   */
  bindersAbove(name: string, at: number): readonly number[] {
    const found: number[] = [];
    for (let place = at - 1; place >= 0; place -= 1) {
      const { gives, replaces } = this.cells[place]!;
      if (gives.has(name)) found.push(place);
      if (replaces.has(name)) break;
    }
    return found;
  }

  /** Positions of the cells that take a name from outside, in page order. */
  readersOf(name: string): readonly number[] {
    return this.#readers.get(name) ?? [];
  }
}

function listOf<T>(lists: Map<string, T[]>, name: string): T[] {
  const known = lists.get(name);
  if (known !== undefined) return known;
  const made: T[] = [];
  lists.set(name, made);
  return made;
}

/** The first writer at a position or below it. */
function firstFrom(writers: readonly Writer[], at: number): number {
  let [low, high] = [0, writers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (writers[middle]!.at < at) low = middle + 1;
    else high = middle;
  }
  return low;
}
