/** Code of Python 2, which the grammar of the editor takes. */

import type { Range } from '../static/syntax.ts';
import { logicalLines, tokenize } from '../static/tokens.ts';

const OPERATORS = /^(?:in|is|and|or|not|if|else|for)$/;

/** The first `print` with something behind it that no bracket holds; null: there is none. */
export function pythonTwoPrint(source: string): Range | null {
  if (!/\bprint[ \t]+[^(=\s]/.test(source)) return null;
  for (const { tokens } of logicalLines(source, tokenize(source))) {
    const [first, second] = tokens;
    if (first?.value !== 'print' || second === undefined || second.from === first.to) continue;
    const isValue = /^(?:string|string-start|number)$/.test(second.type);
    if (isValue || (second.type === 'name' && !OPERATORS.test(second.value)))
      return { from: first.from, to: tokens.at(-1)!.to };
  }
  return null;
}
