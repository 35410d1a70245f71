/**
 * Changes that can be undone, the last one first (the trail of Warren's abstract machine, 1983). It does not
 * know the changed data.
 */
export class Trail {
  /** Null: nobody will undo changes. */
  readonly #undo: (() => void)[] | null;

  constructor(isKept: boolean) {
    this.#undo = isKept ? [] : null;
  }

  /** The number of changes. */
  get length(): number {
    return this.#undo?.length ?? 0;
  }

  /** Notes how to undo a change. */
  note(undo: () => void): void {
    this.#undo?.push(undo);
  }

  /** Changes an entry of a map. */
  set<Key, Held>(map: Map<Key, Held>, key: Key, value: Held): void {
    if (this.#undo !== null) {
      const before = map.get(key);
      const wasThere = before !== undefined || map.has(key);
      this.#undo.push(wasThere ? () => map.set(key, before!) : () => map.delete(key));
    }
    map.set(key, value);
  }

  /** Takes an entry of a map away. */
  delete<Key, Held>(map: Map<Key, Held>, key: Key): void {
    const before = map.get(key);
    if (map.delete(key)) this.#undo?.push(() => map.set(key, before!));
  }

  /** Adds to a set; returns whether the element is new. */
  add<Element>(set: Set<Element>, element: Element): boolean {
    if (set.has(element)) return false;
    set.add(element);
    this.#undo?.push(() => set.delete(element));
    return true;
  }

  /** Undoes the latest changes until this many are left. */
  backTo(length: number): void {
    while (this.length > length) this.#undo!.pop()!();
  }
}
