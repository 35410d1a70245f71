/** What was made of texts lately, within bounds: the oldest are forgotten. It knows nothing of what is made. */

/** How many characters of texts are kept at least; twice as many at most. */
const ENOUGH = 400_000;

/** What was made of texts. */
export class RecentTexts<Made> {
  #young = new Map<string, Made>();
  #old = new Map<string, Made>();
  #size = 0;

  /** What is known of a text, or is made now. */
  of(text: string, make: (text: string) => Made): Made {
    const young = this.#young.get(text);
    if (young !== undefined) return young;
    const made = this.#old.get(text) ?? make(text);
    if (this.#size > ENOUGH) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#size = 0;
    }
    this.#young.set(text, made);
    this.#size += text.length;
    return made;
  }
}
