/** The string at a position of a text that is being typed, and the table that it may name a column of. */

import { type Token, tokenize } from './tokens.ts';

/** An open string. */
export interface StringAt {
  /** The beginning of the text between the quotes. */
  readonly from: number;
  /** The text up to the position. */
  readonly text: string;
  readonly quote: string;
  /** The name whose element or method takes the string: `df` of `df["a` and `df.groupby("a`; null: none. */
  readonly owner: string | null;
  /** Whether the string is a subscript of the owner. */
  readonly isKey: boolean;
}

/** The string; null: the position is in code. F-strings are none of these. */
export function stringAt(source: string, offset: number): StringAt | null {
  const tokens = tokenize(source.slice(0, offset)).filter(({ type }) => type !== 'continuation');
  const last = tokens.findLastIndex(({ type }) => type !== 'newline');
  const token = tokens[last];
  if (token?.type !== 'string' || token.to !== offset) return null;
  const [start, quote] = /^[A-Za-z]*('''|"""|'|")/.exec(token.value) as unknown as [string, string];
  const rest = token.value.slice(start.length);
  if (rest.endsWith(quote) || token.value.length < start.length) return null;
  const found = ownerBefore(tokens.slice(0, last));
  return {
    from: token.from + start.length,
    text: rest,
    quote,
    owner: found?.owner ?? null,
    isKey: found?.isKey ?? false,
  };
}

/** The name at the root of the expression before the innermost open bracket. */
function ownerBefore(tokens: readonly Token[]): { readonly owner: string; readonly isKey: boolean } | null {
  let at = openBracketBefore(tokens, tokens.length - 1);
  // `df[["a`, `df.groupby(["a`
  while (tokens[at]?.value === '[' && !endsExpression(tokens[at - 1])) at = openBracketBefore(tokens, at - 1);
  const bracket = tokens[at]?.value;
  if (bracket !== '[' && bracket !== '(') return null;
  const isCall = bracket === '(';
  if (isCall && tokens[at - 2]?.value !== '.') return null;
  const owner = rootBefore(tokens, isCall ? at - 3 : at - 1);
  return owner === null ? null : { owner, isKey: !isCall };
}

/** The position of the bracket that is still open there; -1: none. */
function openBracketBefore(tokens: readonly Token[], from: number): number {
  let depth = 0;
  for (let at = from; at >= 0; at -= 1) {
    const { type, value } = tokens[at]!;
    if (type !== 'op') continue;
    if (CLOSING.has(value)) depth += 1;
    if (OPENING.has(value)) {
      if (depth === 0) return at;
      depth -= 1;
    }
  }
  return -1;
}

/** The first name of `name.attribute[…](…)` that ends there; null: it begins with another expression. */
function rootBefore(tokens: readonly Token[], end: number): string | null {
  let at = end;
  for (;;) {
    while (CLOSING.has(tokens[at]?.value ?? '')) at = openBracketBefore(tokens, at - 1) - 1;
    const token = tokens[at];
    if (token?.type !== 'name') return null;
    if (tokens[at - 1]?.value !== '.') return token.value;
    at -= 2;
  }
}

function endsExpression(token: Token | undefined): boolean {
  return (
    token !== undefined && (token.type === 'name' || CLOSING.has(token.value) || token.type === 'string')
  );
}

const OPENING: ReadonlySet<string> = new Set(['(', '[', '{']);
const CLOSING: ReadonlySet<string> = new Set([')', ']', '}']);
