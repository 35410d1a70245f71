/**
 * The cells of a front end that sends no cell ids (nbclient, papermill, a console): told apart by their order
 * and their text.
 *
 * Imprecise: an edited cell counts as a new cell.
 */

import { type CellId, namesOfText } from '../../slicer/index.ts';

/**
 * Follows the runs. A text that follows the last cell again is this cell. A known text that sets a name is a
 * second run of its cell; one that only shows something (`df.head()`) often stands in a notebook twice, and
 * is a new cell.
 */
export class CellsByText {
  readonly #texts: string[] = [];
  /** The position of the last cell that ran. */
  #last = -1;

  /** The id of the cell with this text that runs now: `cell-1`, `cell-2`, … by the order of first runs. */
  identify(source: string): CellId {
    const text = source.trim();
    this.#last = this.#place(text);
    this.#texts[this.#last] = text;
    return `cell-${this.#last + 1}`;
  }

  #place(text: string): number {
    if (this.#texts[this.#last + 1] === text) return this.#last + 1;
    const known = this.#texts.lastIndexOf(text);
    const isNew = known < 0 || (this.#last === this.#texts.length - 1 && !setsNames(text));
    return isNew ? this.#texts.length : known;
  }
}

function setsNames(text: string): boolean {
  return namesOfText(text).writes.size > 0;
}
