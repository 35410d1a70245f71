/** Ranges in a text that was changed after its run. */

import type { Range } from '../static/syntax.ts';
import { lineAt } from '../words/line-at.ts';

/** The range in the present text for a range of the text that ran: the same words, or the same line. */
export function placeIn(text: string, ran: string, at: Range): Range {
  if (text === ran) return at;
  const words = ran.slice(at.from, at.to);
  const found = text.indexOf(words);
  if (found >= 0) return { from: found, to: found + words.length };
  const before = lineAt(ran, at.from) - 1;
  const from = text.split('\n').slice(0, before).join('\n').length;
  return { from: Math.min(from + (before > 0 ? 1 : 0), text.length), to: text.length };
}
