/**
 * Counts vague words: words that make a reader look elsewhere for the thing they mean. This file counts in plain lines of text;
 * markdown-prose.mjs and doc-comments.mjs find the lines.
 */

const VAGUE = /^(?:what|who|that|it|those)(?:['’]s)?$/i;
const WORD = /\p{L}[\p{L}\p{N}'’-]*/gu;

/** The words of a text. A hyphenated word (`what-if`) is one word; a number is none. */
export function wordsIn(text) {
  return text.match(WORD) ?? [];
}

/** Words, vague words, vague words per 100 words, and the five lines with the most vague words. */
export function countVague(lines) {
  let words = 0;
  const perLine = lines.map((line) => {
    const found = wordsIn(line.text);
    words += found.length;
    return { ...line, vague: found.filter((word) => VAGUE.test(word)).length };
  });
  const vague = perLine.reduce((sum, each) => sum + each.vague, 0);
  const worst = perLine.filter((each) => each.vague > 0).sort((a, b) => b.vague - a.vague);
  return { words, vague, per100: words === 0 ? 0 : (100 * vague) / words, worst: worst.slice(0, 5) };
}
