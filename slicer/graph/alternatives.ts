/**
 * Dependences for which several statements would do. A name that was bound again to the object that it stood for (an import that
 * runs once more, the same number) has been bound by each of them, and a reader needs one. It knows no slices.
 */

/** By the source of a dependence: itself and the statements that would do in its place, in time order. */
export type Alternatives = ReadonlyMap<number, readonly number[]>;

/** Collects the alternatives for one statement's dependences. */
export class AlternativesOf {
  readonly #bySource = new Map<number, readonly number[]>();

  /** A dependence on `source` for one location, for which each of `alike` would do; none: only the source itself. What does for one location only does for no dependence. */
  add(source: number, alike: readonly number[]): void {
    const own = alike.includes(source) ? alike : [source];
    const known = this.#bySource.get(source);
    this.#bySource.set(source, known ? known.filter((index) => own.includes(index)) : own);
  }

  /** Those dependences that have alternatives. */
  found(): Alternatives {
    return new Map([...this.#bySource].filter(([, alike]) => alike.length > 1));
  }
}
