/**
 * The objects of global names, now and earlier. Names outlive objects, so they identify an object that was
 * made anew.
 */

const NONE: ReadonlySet<string> = new Set();

/** Objects by name, and names by object. */
export class ObjectNames {
  readonly #objects = new Map<string, string>();
  readonly #names = new Map<string, Set<string>>();

  /** Binds a name to an object. */
  bind(name: string, object: string): void {
    this.#objects.set(name, object);
    const names = this.#names.get(object);
    if (names) names.add(name);
    else this.#names.set(object, new Set([name]));
  }

  /** Unbinds a name: it stands for an untracked value, or for nothing. */
  unbind(name: string): void {
    this.#objects.delete(name);
  }

  /** The tracked object of a name now. */
  objectOf(name: string): string | undefined {
    return this.#objects.get(name);
  }

  /** All names, present and past, of an object. */
  of(object: string): ReadonlySet<string> {
    return this.#names.get(object) ?? NONE;
  }

  clear(): void {
    this.#objects.clear();
    this.#names.clear();
  }
}
