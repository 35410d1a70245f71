/** The words of a text: a text without a word does not depend on the meaning of the word. */

/** All words of a text: names, keywords, words in strings and comments. */
export function wordsOf(source: string): ReadonlySet<string> {
  return new Set(source.match(/[\p{L}\p{N}_]+/gu));
}
