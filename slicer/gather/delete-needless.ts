/**
 * Deletion search: deletes pieces until no piece can go without losing a property (delta debugging, Zeller
 * and Hildebrandt 2002, by complements). The search does not know the meaning of the pieces.
 */

/** The result of a search. */
export interface Deletion<T> {
  /** The remaining pieces, in their order. */
  readonly kept: readonly T[];
  /** How often the property was tested. */
  readonly tried: number;
  /** Whether no single piece can go; false if the search ended too early to know. */
  readonly minimal: boolean;
}

/**
 * Deletes pieces as long as `holds` says that the rest has the property; all pieces together must have it.
 * The search deletes large groups first, from the end (later pieces have fewer dependents), then single
 * pieces. It asks `goOn` before each test.
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
