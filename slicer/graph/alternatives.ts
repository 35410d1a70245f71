/**
 * Dependences with several equally good sources. If several statements bound a name to the same object (an
 * import that ran again, the same number), a reader needs only one of them. This file knows no slices.
 */

/** By the source of a dependence: the source and the statements that can replace it, in time order. */
export type Alternatives = ReadonlyMap<number, readonly number[]>;

/** Collects the alternatives for one statement's dependences. */
export class AlternativesOf {
  readonly #bySource = new Map<number, readonly number[]>();

  /**
   * Adds a dependence on `source` for one location. Each statement of `alike` can replace the source; if
   * `alike` is empty, none can. A replacement must hold for all locations of the dependence.
   */
  add(source: number, alike: readonly number[]): void {
    const own = alike.includes(source) ? alike : [source];
    const known = this.#bySource.get(source);
    this.#bySource.set(source, known ? known.filter((index) => own.includes(index)) : own);
  }

  /** The dependences with alternatives. */
  found(): Alternatives {
    return new Map([...this.#bySource].filter(([, alike]) => alike.length > 1));
  }
}
