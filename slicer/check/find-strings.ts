/** The strings in a cell's code, from its tokens, so without comments and commands. It decodes no escapes. */

import { normalizeCell } from '../static/normalize.ts';
import type { FoundString } from './facts.ts';

/** Strings in order of the text; for a formatted string, the text before its first field. */
export function findStrings(source: string): FoundString[] {
  const { tokens, cellMagic } = normalizeCell(source);
  if (cellMagic?.opaque) return [];
  const found: FoundString[] = [];
  let after = '';
  tokens.forEach((token, position) => {
    if (token.type === 'string') {
      const [prefix = '', quote = ''] = /^([A-Za-z]*)('''|"""|'|")/.exec(token.value)?.slice(1) ?? [];
      const start = prefix.length + quote.length;
      const closed = token.value.length >= start + quote.length && token.value.endsWith(quote);
      const at = { from: token.from + start, to: closed ? token.to - quote.length : token.to };
      found.push({ text: source.slice(at.from, at.to), at, raw: /r/i.test(prefix), whole: true, after });
    } else if (token.type === 'string-start') {
      const [text, end] = [tokens[position + 1], tokens[position + 2]];
      if (text?.type === 'text') {
        const at = { from: text.from, to: text.to };
        const whole = end?.type === 'string-end';
        found.push({ text: text.value, at, raw: /r/i.test(token.value), whole, after });
      }
    }
    if (token.type === 'newline') after = '';
    else if (token.type !== 'comment' && token.type !== 'continuation') after = token.value;
  });
  return found;
}
