/**
 * The meaning of a cell's text: the text without comments, blank lines, spacing, line breaks inside brackets,
 * the kind of quotes and trailing commas. Two texts with the same meaning run alike.
 * Imprecise: redundant parentheses count as a change of a cell.
 * Unsound: a new comment does not make code stale, even if the code reads its own source or line numbers
 * (`inspect`, tracebacks).
 */

import { type Token, tokenize } from './tokens.ts';

const SEPARATOR = '\u0001';

/** A text that two cells share if only their formatting or comments differ. */
export function meaningOf(source: string): string {
  if (/^\s*%%/.test(source)) return source.trimEnd();
  const parts: string[] = [];
  const indents = [0];
  let lineStart = true;
  const tokens = tokenize(source).filter(({ type }) => type !== 'comment' && type !== 'continuation');
  tokens.forEach((token, position) => {
    if (token.type === 'newline') {
      if (!lineStart) parts.push('\n');
      lineStart = true;
      return;
    }
    if (lineStart) {
      const column = columnOf(source, token.from);
      while (column < (indents.at(-1) ?? 0)) indents.pop();
      if (column > (indents.at(-1) ?? 0)) indents.push(column);
      parts.push('\t'.repeat(indents.length - 1));
      lineStart = false;
    }
    if (!isTrailingComma(tokens, position)) parts.push(spelled(token), SEPARATOR);
  });
  while (parts.at(-1) === '\n') parts.pop();
  return parts.join('');
}

function columnOf(source: string, from: number): number {
  const start = Math.max(source.lastIndexOf('\n', from - 1), source.lastIndexOf('\r', from - 1)) + 1;
  return source.slice(start, from).replaceAll('\t', '        ').length;
}

function spelled({ type, value }: Token): string {
  const plain = type === 'string' ? /^'([^'"\\\n]*)'$/.exec(value) : null;
  return plain ? `"${plain[1]}"` : value;
}

/** Whether a comma before a closing bracket has no meaning; in a tuple of one element it has. */
function isTrailingComma(tokens: readonly Token[], position: number): boolean {
  if (tokens[position]?.value !== ',') return false;
  let next = position + 1;
  while (tokens[next]?.type === 'newline') next += 1;
  const closing = tokens[next]?.value;
  if (closing === ']') return !opensSubscript(tokens, position);
  if (closing === '}') return true;
  if (closing !== ')') return false;
  const opening = openingOf(tokens, position);
  return isOperand(tokens[opening - 1]) || hasComma(tokens, opening, position);
}

/** `x[1,]` is a tuple as well. */
function opensSubscript(tokens: readonly Token[], position: number): boolean {
  const opening = openingOf(tokens, position);
  return isOperand(tokens[opening - 1]) && !hasComma(tokens, opening, position);
}

function openingOf(tokens: readonly Token[], position: number): number {
  const depth = tokens[position]?.depth ?? 0;
  let opening = position;
  while (opening > 0 && (tokens[opening]?.depth ?? 0) >= depth) opening -= 1;
  return opening;
}

function hasComma(tokens: readonly Token[], opening: number, position: number): boolean {
  const depth = tokens[position]?.depth;
  return tokens.slice(opening + 1, position).some((token) => token.value === ',' && token.depth === depth);
}

const KEYWORDS =
  /^(?:in|and|or|not|is|if|else|elif|return|yield|lambda|for|while|assert|del|with|await|import)$/;

function isOperand(token: Token | undefined): boolean {
  if (token === undefined) return false;
  return token.type === 'name' ? !KEYWORDS.test(token.value) : /^[)\]]$/.test(token.value);
}
