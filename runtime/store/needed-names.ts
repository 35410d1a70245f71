/**
 * The names that a cell may use in its run: words of its text, of the text of the used functions and classes, and of
 * strings in the cells behind its other values (`formula = 'y ~ z'`). Pure.
 *
 * Unsound: code puts a name together from parts, and looks the name up without one of the usual functions. If the
 * record of the run has such a name, or the error tells the name, the notebook runs again from the top.
 */

import { mayUseAnyName, wordsInStrings, wordsOf } from './doubtful-text.ts';

/** The binding cells of names. */
export class NameSources {
  /** By name: the texts of its binding cells. */
  readonly #texts = new Map<string, Set<string>>();
  /** Names that lead to functions, classes or generators of the notebook. */
  readonly #code = new Set<string>();

  bound(names: Iterable<string>, source: string): void {
    for (const name of names) {
      const texts = this.#texts.get(name) ?? new Set();
      this.#texts.set(name, texts.add(source));
    }
  }

  leadsToCode(names: Iterable<string>): void {
    for (const name of names) this.#code.add(name);
  }

  /** The texts of the code that these names lead to, and that this code uses. */
  codeOf(names: Iterable<string>): ReadonlySet<string> {
    const texts = new Set<string>();
    const pending = [...names].filter((name) => this.#code.has(name));
    for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
      for (const text of this.#texts.get(name) ?? []) {
        if (texts.has(text)) continue;
        texts.add(text);
        pending.push(...[...wordsOf(text)].filter((word) => this.#code.has(word)));
      }
    }
    return texts;
  }

  /** The names that a text may use; null: any. */
  neededBy(source: string): ReadonlySet<string> | null {
    const code = this.codeOf(wordsOf(source));
    const texts = [source, ...code];
    if (texts.some(mayUseAnyName)) return null;
    const found = new Set(texts.flatMap((text) => [...wordsOf(text)]));
    const pending = [...found];
    const strings = new Set<string>();
    for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
      for (const text of this.#texts.get(name) ?? []) {
        if (strings.has(text)) continue;
        strings.add(text);
        for (const word of wordsInStrings(text)) found.add(word);
        pending.push(...wordsOf(text));
      }
    }
    return found;
  }
}
