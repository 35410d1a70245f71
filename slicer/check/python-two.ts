/** Code of Python 2: syntax that the editor's grammar accepts, and names of Python 2 only. */

import type { Range } from '../static/syntax.ts';
import { logicalLines, tokenize } from '../static/tokens.ts';

const OPERATORS = /^(?:in|is|and|or|not|if|else|for)$/;

/** Builtins of Python 2 only, and their replacements. */
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

/** The replacement in Python 3 for a builtin of Python 2; null: it was never one. */
export function pythonThreeName(name: string): string | null {
  return Object.hasOwn(BUILTINS, name) ? BUILTINS[name]! : null;
}

/** The first `print` with an argument without brackets; null: there is none. */
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
