/**
 * Texts of cells changed here that the notebook's file may lack, and the possible texts in the file. Pure; it
 * neither sends nor stores them.
 */

/** The limit of remembered texts of one cell: the latest ones. */
const MOST_TEXTS = 20;

/** Texts changed here, by cell. */
export class UnsavedTexts {
  /** The possible texts in the file: the text before, and texts sent since. */
  readonly #known = new Map<string, readonly string[]>();

  get cells(): readonly string[] {
    return [...this.#known.keys()];
  }

  /** The possible texts of a cell in the file; empty: the shown text. */
  knownOf(cell: string): readonly string[] {
    return this.#known.get(cell) ?? [];
  }

  /** Notes a change of a cell whose text was `before`. */
  edited(cell: string, before: string): void {
    if (!this.#known.has(cell)) this.#known.set(cell, [before]);
  }

  /** Notes a sent text of a cell. A text changed back needs no saving. */
  sent(cell: string, text: string): void {
    const known = this.#known.get(cell);
    if (known === undefined) return;
    const isAsBefore = known.length === 1 && known[0] === text;
    if (isAsBefore) this.#known.delete(cell);
    else this.#known.set(cell, [...known, text].slice(-MOST_TEXTS));
  }

  /** Notes a save: the file has all confirmed texts. */
  saved(isConfirmed: (cell: string) => boolean): void {
    for (const cell of this.cells) if (isConfirmed(cell)) this.#known.delete(cell);
  }

  clear(): void {
    this.#known.clear();
  }
}
