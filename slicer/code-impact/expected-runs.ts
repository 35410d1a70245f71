/**
 * Whose work a cell finds under a name when the notebook runs from the top: the cell above that bound it last, and those that have
 * changed it since. It knows nothing of what has run.
 */

import type { CellSummary } from './cell-summary.ts';

interface Writer {
  readonly at: number;
  readonly replaces: boolean;
  readonly deletes: boolean;
}

/** The notebook as it stands, in page order. */
export class PageOrder {
  readonly cells: readonly CellSummary[];
  readonly #numbered: PageOrder | null;
  readonly #places: ReadonlyMap<string, number>;
  readonly #writers = new Map<string, Writer[]>();
  readonly #readers = new Map<string, number[]>();
  readonly #bound = new Set<string>();

  /** `numbered`: the notebook by whose places people call its cells. */
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

  /** The place of a cell, from 0; -1: it is not there any more. */
  placeOf(cell: string): number {
    return this.#places.get(cell) ?? -1;
  }

  /** What people call the cell at a place: `cell 3`. */
  nameOf(at: number): string {
    const numbered = this.#numbered ?? this;
    return `cell ${numbered.placeOf(this.cells[at]!.cell) + 1}`;
  }

  /** Places of the cells whose work a cell at a place should find under a name, in page order. */
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

  /** The place of the nearest cell above that binds a name, modules included. */
  binderAbove(name: string, at: number): number | null {
    for (let place = at - 1; place >= 0; place -= 1) if (this.cells[place]!.binds.has(name)) return place;
    return null;
  }

  /** Places of the cells above that may have bound what a name means at a place: the nearest one that surely has, and those after it. */
  bindersAbove(name: string, at: number): readonly number[] {
    const found: number[] = [];
    for (let place = at - 1; place >= 0; place -= 1) {
      const { gives, replaces } = this.cells[place]!;
      if (gives.has(name)) found.push(place);
      if (replaces.has(name)) break;
    }
    return found;
  }

  /** Places of the cells that take a name from outside, in page order. */
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

/** The first writer at a place or below it. */
function firstFrom(writers: readonly Writer[], at: number): number {
  let [low, high] = [0, writers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (writers[middle]!.at < at) low = middle + 1;
    else high = middle;
  }
  return low;
}
