/** Which objects global names stand for, and have stood for: names outlive objects, so what was made anew is known by them. */

const NONE: ReadonlySet<string> = new Set();

/** Objects by name, and names by object. */
export class ObjectNames {
  readonly #objects = new Map<string, string>();
  readonly #names = new Map<string, Set<string>>();

  /** A name stands for an object from now on. */
  bind(name: string, object: string): void {
    this.#objects.set(name, object);
    const names = this.#names.get(object);
    if (names) names.add(name);
    else this.#names.set(object, new Set([name]));
  }

  /** A name stands for something that is not followed, or for nothing. */
  unbind(name: string): void {
    this.#objects.delete(name);
  }

  /** The object that a name stands for now, if it is followed. */
  objectOf(name: string): string | undefined {
    return this.#objects.get(name);
  }

  /** All names that have stood for an object. */
  of(object: string): ReadonlySet<string> {
    return this.#names.get(object) ?? NONE;
  }

  clear(): void {
    this.#objects.clear();
    this.#names.clear();
  }
}
