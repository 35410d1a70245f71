/** The global names that have stood for an object. They outlive it: what was made anew is known by them. */

import type { Location } from '../model.ts';

const NONE: ReadonlySet<string> = new Set();

/** Names by object. */
export class ObjectNames {
  readonly #names = new Map<string, Set<string>>();

  /** A name stands for an object. */
  note(name: string, object: string): void {
    const names = this.#names.get(object);
    if (names) names.add(name);
    else this.#names.set(object, new Set([name]));
  }

  /** All names that have stood for an object. */
  of(object: string): ReadonlySet<string> {
    return this.#names.get(object) ?? NONE;
  }

  /** All names that have stood for the objects of these locations. */
  ofAll(locations: readonly Location[]): ReadonlySet<string> {
    return new Set(locations.flatMap(({ object }) => [...this.of(object)]));
  }

  clear(): void {
    this.#names.clear();
  }
}
