/** A cache of results by text, of limited size: it forgets the oldest texts. It knows nothing about the results. */

/** The minimum of cached characters; the maximum is twice as high. */
const LEAST_CHARACTERS = 400_000;

/** Cached results by text. */
export class RecentTexts<Made> {
  #young = new Map<string, Made>();
  #old = new Map<string, Made>();
  #size = 0;

  /** The result for a text, from the cache or made now. */
  of(text: string, make: (text: string) => Made): Made {
    const young = this.#young.get(text);
    if (young !== undefined) return young;
    const made = this.#old.get(text) ?? make(text);
    if (this.#size > LEAST_CHARACTERS) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#size = 0;
    }
    this.#young.set(text, made);
    this.#size += text.length;
    return made;
  }
}
