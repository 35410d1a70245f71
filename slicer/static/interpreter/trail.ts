/**
 * Changes that can be undone, the last one first, and made again in their order (the trail of Warren's
 * abstract machine, 1983). It does not know the changed data.
 */
export class Trail {
  /** Null: nobody will undo changes. */
  readonly #changes: TrailedChange[] | null;

  constructor(isKept: boolean) {
    this.#changes = isKept ? [] : null;
  }

  /** The number of changes. */
  get length(): number {
    return this.#changes?.length ?? 0;
  }

  /** Notes how to undo a change, and how to make it again. */
  note(undo: () => void, again: () => void = NOTHING): void {
    this.#changes?.push({ undo, again });
  }

  /** Changes an entry of a map. */
  set<Key, Held>(map: Map<Key, Held>, key: Key, value: Held): void {
    if (this.#changes !== null) {
      const before = map.get(key);
      const wasThere = before !== undefined || map.has(key);
      this.#changes.push({
        undo: wasThere ? () => map.set(key, before!) : () => map.delete(key),
        again: () => this.set(map, key, value),
      });
    }
    map.set(key, value);
  }

  /** Takes an entry of a map away. */
  delete<Key, Held>(map: Map<Key, Held>, key: Key): void {
    const before = map.get(key);
    if (!map.delete(key)) return;
    this.#changes?.push({ undo: () => map.set(key, before!), again: () => this.delete(map, key) });
  }

  /** Adds to a set; returns whether the element is new. */
  add<Element>(set: Set<Element>, element: Element): boolean {
    if (set.has(element)) return false;
    set.add(element);
    this.#changes?.push({ undo: () => set.delete(element), again: () => this.add(set, element) });
    return true;
  }

  /** Takes an element out of a set. */
  remove<Element>(set: Set<Element>, element: Element): void {
    if (!set.delete(element)) return;
    this.#changes?.push({ undo: () => set.add(element), again: () => this.remove(set, element) });
  }

  /** Undoes the latest changes until this many are left; returns the undone changes in their order. */
  backTo(length: number): readonly TrailedChange[] {
    const undone = this.#changes?.splice(length) ?? [];
    for (let at = undone.length - 1; at >= 0; at--) undone[at]!.undo();
    return undone;
  }

  /** Forgets how to undo the changes so far. */
  forget(): void {
    if (this.#changes !== null) this.#changes.length = 0;
  }
}

const NOTHING = () => {};

/** A change on a trail. */
export interface TrailedChange {
  readonly undo: () => void;
  /** Makes the change again, which the trail notes as a new change. */
  readonly again: () => void;
}
