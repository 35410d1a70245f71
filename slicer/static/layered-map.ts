/**
 * Maps whose versions all stay available, such as the meaning of names after each cell. A change costs as
 * much as the recent changes, not as the whole map.
 */

/** The limit of changes on top of a map before it is copied. */
const MOST_CHANGES = 64;

/** The map without some keys, and with others. */
export function changedMap<Value>(
  before: ReadonlyMap<string, Value>,
  gone: readonly string[],
  fresh: readonly (readonly [string, Value])[],
): ReadonlyMap<string, Value> {
  const [base, over] = before instanceof LayeredMap ? before.layers : [before, new Map()];
  const changes = new Map<string, { readonly value: Value } | null>(over);
  for (const key of gone) changes.set(key, null);
  for (const [key, value] of fresh) changes.set(key, { value });
  const after = new LayeredMap<Value>(base, changes);
  return changes.size > MOST_CHANGES ? new Map(after) : after;
}

class LayeredMap<Value> implements ReadonlyMap<string, Value> {
  readonly #base: ReadonlyMap<string, Value>;
  /** Null: the key is gone. */
  readonly #over: ReadonlyMap<string, { readonly value: Value } | null>;
  readonly size: number;

  constructor(base: ReadonlyMap<string, Value>, over: ReadonlyMap<string, { readonly value: Value } | null>) {
    this.#base = base;
    this.#over = over;
    let { size } = base;
    for (const [key, change] of over) size += (change === null ? 0 : 1) - (base.has(key) ? 1 : 0);
    this.size = size;
  }

  get layers(): readonly [ReadonlyMap<string, Value>, ReadonlyMap<string, { readonly value: Value } | null>] {
    return [this.#base, this.#over];
  }

  get(key: string): Value | undefined {
    const change = this.#over.get(key);
    return change === undefined ? this.#base.get(key) : change?.value;
  }

  has(key: string): boolean {
    const change = this.#over.get(key);
    return change === undefined ? this.#base.has(key) : change !== null;
  }

  *entries(): MapIterator<[string, Value]> {
    for (const entry of this.#base) if (!this.#over.has(entry[0])) yield entry;
    for (const [key, change] of this.#over) if (change !== null) yield [key, change.value];
  }

  *keys(): MapIterator<string> {
    for (const [key] of this.entries()) yield key;
  }

  *values(): MapIterator<Value> {
    for (const [, value] of this.entries()) yield value;
  }

  [Symbol.iterator](): MapIterator<[string, Value]> {
    return this.entries();
  }

  forEach(visit: (value: Value, key: string, map: ReadonlyMap<string, Value>) => void): void {
    for (const [key, value] of this.entries()) visit(value, key, this);
  }
}
