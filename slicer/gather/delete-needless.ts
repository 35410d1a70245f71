/**
 * Deletion search: the pieces of something that are left when none can go without losing a property (delta debugging, Zeller and
 * Hildebrandt 2002, by complements). It does not know what the pieces are.
 */

/** What a search found. */
export interface Deletion<T> {
  /** In their order. */
  readonly kept: readonly T[];
  /** How often the property was tested. */
  readonly tried: number;
  /** No single piece can go any more; false when the search was ended before it knew. */
  readonly minimal: boolean;
}

/**
 * Deletes pieces as long as `holds` says that the rest still has the property; all of them together must have it. Large groups
 * go first, from the end (what comes late has fewer dependents), then single pieces until none can go. `goOn` is asked before each test.
 */
export async function deleteNeedless<T>(
  pieces: readonly T[],
  holds: (kept: readonly T[]) => Promise<boolean>,
  goOn: () => boolean = () => true,
): Promise<Deletion<T>> {
  let kept = pieces.map((_, index) => index);
  const refused = new Set<string>();
  let tried = 0;
  const result = (minimal: boolean): Deletion<T> => {
    const left = new Set(kept);
    return { kept: pieces.filter((_, index) => left.has(index)), tried, minimal };
  };
  for (let size = Math.ceil(kept.length / 2); size > 0; ) {
    const before = kept.length;
    for (let end = kept.length; end > 0; end -= size) {
      const rest = [...kept.slice(0, Math.max(0, end - size)), ...kept.slice(end)];
      const key = rest.join(' ');
      if (refused.has(key)) continue;
      if (!goOn()) return result(false);
      tried += 1;
      if (await holds(rest.map((index) => pieces[index] as T))) kept = rest;
      else refused.add(key);
    }
    if (size > 1) size = Math.floor(size / 2);
    else if (kept.length === before) break;
  }
  return result(true);
}
