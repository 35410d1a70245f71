/** The order in which sets and dictionaries are written. */

import { isPlain, rewriteParts } from '../shown.ts';
import type { Normalizer } from './normalizer.ts';

/** Longer texts are no displayed set. */
const LONGEST_SET = 200_000;

export const SETS: Normalizer = {
  name: 'sets',
  takes: 'the order of sets and dictionaries (`{…}`, `dict_keys([…])`)',
  hides: 'a dependence on this order',
  rewrite: (form) => rewriteParts(form, (text, kind) => (isPlain(kind) ? sortBraces(text) : text)),
};

interface Open {
  readonly closes: string;
  readonly sorts: boolean;
  readonly items: string[];
  item: string;
}

/** The text with sorted content of braces, innermost first. A text with unmatched brackets stays. */
function sortBraces(text: string): string {
  if (!/[{]|dict_/.test(text) || text.length > LONGEST_SET) return text;
  const stack: Open[] = [{ closes: '', sorts: false, items: [], item: '' }];
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at]!;
    const top = stack.at(-1)!;
    if (char === "'" || char === '"') {
      const end = endOfString(text, at, char);
      top.item += text.slice(at, end);
      at = end - 1;
    } else if (char === '{' || char === '[' || char === '(') {
      const sorts =
        char === '{' || (char === '[' && /dict_\w+\($/.test(text.slice(Math.max(0, at - 12), at)));
      top.item += char;
      stack.push({ closes: { '{': '}', '[': ']', '(': ')' }[char], sorts, items: [], item: '' });
    } else if (char === top.closes && stack.length > 1) {
      stack.pop();
      stack.at(-1)!.item += `${inside(top)}${char}`;
    } else if (char === ',' && stack.length > 1) {
      top.items.push(top.item);
      top.item = '';
    } else top.item += char;
  }
  return stack.length === 1 ? inside(stack[0]!) : text;
}

function inside({ items, item, sorts }: Open): string {
  if (!sorts) return [...items, item].join(',');
  return [...items, item]
    .map((each) => each.trim())
    .sort()
    .join(', ');
}

/** The offset after the string that begins at `start`; an apostrophe without a partner in its line begins no string. */
function endOfString(text: string, start: number, quote: string): number {
  for (let at = start + 1; at < text.length && text[at] !== '\n'; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === quote) return at + 1;
  }
  return start + 1;
}
