/** The similarity of two texts, from the words that they share. It knows nothing of cells. */

/** A text with its words counted, so that one text can be compared with many. */
export interface CountedText {
  readonly text: string;
  readonly words: ReadonlyMap<string, number>;
  readonly size: number;
}

/** Counts the words and the marks of a text. */
export function countWords(text: string): CountedText {
  const words = new Map<string, number>();
  let size = 0;
  for (const [word] of text.matchAll(/[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu)) {
    words.set(word, (words.get(word) ?? 0) + 1);
    size += 1;
  }
  return { text, words, size };
}

/** The Dice coefficient of the words: 1 for equal texts, 0 for texts without a common word. */
export function similarity(a: CountedText, b: CountedText): number {
  if (a.text === b.text) return 1;
  if (a.size + b.size === 0) return 1;
  let shared = 0;
  const [few, many] = a.words.size <= b.words.size ? [a.words, b.words] : [b.words, a.words];
  for (const [word, count] of few) shared += Math.min(count, many.get(word) ?? 0);
  return (2 * shared) / (a.size + b.size);
}
