/** Code of Python 2: what the grammar of the editor takes, and names that only it had. */

import type { Range } from '../static/syntax.ts';
import { logicalLines, tokenize } from '../static/tokens.ts';

const OPERATORS = /^(?:in|is|and|or|not|if|else|for)$/;

/** Builtins of Python 2 alone, and what to write instead. */
const BUILTINS: Readonly<Record<string, string>> = {
  xrange: 'range',
  raw_input: 'input',
  unicode: 'str',
  basestring: 'str',
  long: 'int',
  unichr: 'chr',
  reduce: 'functools.reduce',
  reload: 'importlib.reload',
  file: 'open',
};

/** What Python 3 has in place of a builtin of Python 2; null: it never was one. */
export function pythonThreeName(name: string): string | null {
  return Object.hasOwn(BUILTINS, name) ? BUILTINS[name]! : null;
}

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
