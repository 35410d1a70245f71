/** Live and dead names of cells' texts, with functions defined by earlier executions; results are cached per text. */

import { shippedLibrary } from '../../instrument/index.ts';
import { type CellNames, type LibraryKnowledge, RunNames } from '../../slicer/index.ts';

/** Follows executions, so that a call of a notebook function adds the names that its body reads. */
export class CellLiveness {
  readonly #library: LibraryKnowledge;
  #names: RunNames;
  readonly #known = new Map<string, CellNames>();
  /** Texts asked for since the last definition by a cell: other texts belong to no cell any more. */
  readonly #asked = new Set<string>();

  constructor(library: LibraryKnowledge = shippedLibrary()) {
    this.#library = library;
    this.#names = new RunNames(library);
  }

  /** The names of a source if it ran now. */
  namesOf(source: string): CellNames {
    this.#asked.add(source);
    const known = this.#known.get(source);
    if (known) return known;
    const { live, dead } = this.#names.of(source);
    const names = { live, dead };
    this.#known.set(source, names);
    return names;
  }

  /** Notes a run of a cell, whose definitions count from now on. */
  ran(source: string): void {
    const changed = this.#names.redefines(source);
    if (changed.size === 0) return;
    for (const text of this.#known.keys()) {
      const words = text.match(/[\p{L}\p{N}_]+/gu) ?? [];
      if (!this.#asked.has(text) || words.some((word) => changed.has(word))) this.#known.delete(text);
    }
    this.#asked.clear();
  }

  /** The kernel forgot everything. */
  restart(): void {
    this.#names = new RunNames(this.#library);
    this.#known.clear();
    this.#asked.clear();
  }
}
