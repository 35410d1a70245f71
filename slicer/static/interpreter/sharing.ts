/** The names that a change can tell apart: collected cell by cell, complete after all cells. */
import type { AbstractObject } from './objects.ts';

/**
 * The names of an object, or of an object around it, at the time of a change. Names of unchanged objects
 * cannot be told apart.
 */
export class Sharing {
  readonly #changed = new Map<string, Set<AbstractObject>>();

  note(object: AbstractObject, names: readonly string[]): void {
    if (names.length < 2) return;
    for (const name of names) {
      const known = this.#changed.get(name);
      if (known) known.add(object);
      else this.#changed.set(name, new Set([object]));
    }
  }

  /** Whether an object with both names was changed. */
  has(name: string, other: string): boolean {
    const others = this.#changed.get(other);
    for (const object of this.#changed.get(name) ?? []) if (others?.has(object)) return true;
    return false;
  }
}
