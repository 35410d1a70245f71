/** Which names could be told apart by a change: found out cell by cell, and known when all are interpreted. */
import type { AbstractObject } from './objects.ts';

/**
 * Which names have meant an object, or something that holds it, when it was changed. Names of what never changes are not told apart by
 * anything.
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

  /** Whether an object was changed that both names stood for. */
  has(name: string, other: string): boolean {
    const others = this.#changed.get(other);
    for (const object of this.#changed.get(name) ?? []) if (others?.has(object)) return true;
    return false;
  }
}
