/**
 * Which texts of cells were changed here and may not be in the notebook's file yet, and what the file may have instead. Pure; it neither
 * sends nor keeps them.
 */

/** Texts that are remembered of one cell at most: the latest. */
const MOST = 20;

/** Texts that were changed here, by cell. */
export class UnsavedTexts {
  /** What the file may have: the text before, and those that were sent since. */
  readonly #known = new Map<string, readonly string[]>();

  get cells(): readonly string[] {
    return [...this.#known.keys()];
  }

  /** What the file may have of a cell; none: what is shown here. */
  knownOf(cell: string): readonly string[] {
    return this.#known.get(cell) ?? [];
  }

  /** A cell is changed here, whose text was `before`. */
  edited(cell: string, before: string): void {
    if (!this.#known.has(cell)) this.#known.set(cell, [before]);
  }

  /** The text of a cell was sent. One that is again as it was has nothing to be saved. */
  sent(cell: string, text: string): void {
    const known = this.#known.get(cell);
    if (known === undefined) return;
    const isAsBefore = known.length === 1 && known[0] === text;
    if (isAsBefore) this.#known.delete(cell);
    else this.#known.set(cell, [...known, text].slice(-MOST));
  }

  /** The file has all that the server has: of these cells, all that was changed. */
  saved(isConfirmed: (cell: string) => boolean): void {
    for (const cell of this.cells) if (isConfirmed(cell)) this.#known.delete(cell);
  }

  clear(): void {
    this.#known.clear();
  }
}
