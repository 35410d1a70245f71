/**
 * Rewrites Python that @lezer/python 1.1.19 parses wrongly into Python that it parses correctly, without
 * changing the length. It works on one logical line; the lowering reads the meaning of rewritten ranges from
 * the original text.
 */
import type { EditText } from './edit-text.ts';
import type { LogicalLine, Token } from './tokens.ts';

type Tokens = readonly Token[];

const KEYWORDS = new Set(
  (
    'and as assert async await break class continue def del elif else except finally for from global if import in is ' +
    'lambda nonlocal not or pass raise return try while with yield'
  ).split(' '),
);
const HEADERS = new Set('if elif else while for try except finally with def class'.split(' '));

const isOp = (token: Token | undefined, value: string) => token?.type === 'op' && token.value === value;
const isWord = (token: Token | undefined, value: string) => token?.type === 'name' && token.value === value;

/** Index of the `:` at the end of a compound header (or of a lambda's parameters) that begins at `start`, or -1. */
export function headerColon(tokens: Tokens, start: number): number {
  const depth = tokens[start]!.depth;
  let lambdas = 0;
  for (let i = start; i < tokens.length; i++) {
    const token = tokens[i]!;
    if (token.depth !== depth) continue;
    if (i > start && isWord(token, 'lambda')) lambdas++;
    if (isOp(token, ':') && lambdas-- === 0) return i;
  }
  return -1;
}

/** Index of the closing bracket for the bracket at `open`, or -1. */
function closing(tokens: Tokens, open: number): number {
  const depth = tokens[open]!.depth;
  return tokens.findIndex((token, i) => i > open && token.depth === depth && /^[)\]}]$/.test(token.value));
}

/** Indices at which a statement of the line starts: its first token, after `;`, after a header's colon. */
export function statementStarts(tokens: Tokens): number[] {
  const starts = [0];
  const first = isWord(tokens[0], 'async') ? 1 : 0;
  const header = tokens[first]?.type === 'name' && HEADERS.has(tokens[first].value);
  const colon = header ? headerColon(tokens, first) : -1;
  if (colon >= 0 && colon + 1 < tokens.length) starts.push(colon + 1);
  for (const [i, token] of tokens.entries()) {
    if (token.depth === 0 && isOp(token, ';') && i + 1 < tokens.length) starts.push(i + 1);
  }
  return starts;
}

/** Whether a `*` or `**` unpacks, because no left operand stands before it. */
function isUnpacking(tokens: Tokens, i: number): boolean {
  const token = tokens[i]!;
  if (token.type !== 'op' || (token.value !== '*' && token.value !== '**')) return false;
  const before = tokens[i - 1];
  if (before === undefined) return true;
  if (before.type === 'name') return KEYWORDS.has(before.value);
  return before.type === 'op' && !/^[)\]}]$/.test(before.value) && before.value !== '...';
}

/** Numbers like `20.`, bare `yield`, soft keywords used as names, Python 2's `print x`. */
function fixWords(tokens: Tokens, starts: readonly number[], edit: EditText): void {
  for (const [i, token] of tokens.entries()) {
    const next = tokens[i + 1];
    if (token.type === 'number') {
      const point = token.value.indexOf('.');
      if (point >= 0 && !/[0-9]/.test(token.value[point + 1] ?? '')) edit.put(token.from + point, '0');
    } else if (token.type === 'name' && isOp(tokens[i - 1], '.')) {
      // An attribute may have any name.
    } else if (isWord(token, 'yield')) {
      if (next === undefined || /^(?:[)\]}:;,]|=)$/.test(next.value)) edit.put(token.from, 'None ');
    } else if (isWord(token, 'print')) {
      const printed = starts.includes(i) && next !== undefined && !/^(?:op|string-end)$/.test(next.type);
      const operator = next?.type === 'name' && /^(?:if|and|or|in|is|not|else|for)$/.test(next.value);
      edit.put(token.from, printed && !operator ? 'yield' : 'prinT');
    } else if (isWord(token, 'match') || isWord(token, 'case')) {
      edit.put(token.from, token.value.toUpperCase());
    } else if (isWord(token, 'type')) {
      const alias = starts.includes(i) && next?.type === 'name' && !KEYWORDS.has(next.value);
      if (!alias) edit.put(token.from, 'TYPE');
    }
  }
}

/** `lambda a, /, b,: …`: no `/` and no trailing comma in the grammar. */
function fixLambdas(tokens: Tokens, edit: EditText): void {
  for (const [i, token] of tokens.entries()) {
    if (!isWord(token, 'lambda') || isOp(tokens[i - 1], '.')) continue;
    const colon = headerColon(tokens, i);
    if (colon < 0) continue;
    for (let j = i + 1; j < colon; j++) {
      const part = tokens[j]!;
      const separated = isOp(tokens[j - 1], ',') && (isOp(tokens[j + 1], ',') || j + 1 === colon);
      if (part.depth === token.depth && isOp(part, '/') && separated) edit.put(part.from, '_');
    }
    if (isOp(tokens[colon - 1], ',')) edit.blank(tokens[colon - 1]!.from, tokens[colon - 1]!.to);
  }
}

/** Unpacking where the grammar has none: subscripts, `for … in *a, *b`, comprehension targets, `x += *a, b`, `*args: *Ts`. */
function fixUnpacking(tokens: Tokens, edit: EditText): void {
  const brackets: string[] = [];
  let loop: number | null = null;
  let update = false;
  for (const [i, token] of tokens.entries()) {
    const before = tokens[i - 1];
    if (token.type === 'op' && /^[([{]$/.test(token.value)) {
      const word = before?.type === 'name' && !KEYWORDS.has(before.value);
      const called = word || /^(?:[)\]}])$/.test(before?.value ?? '') || /string/.test(before?.type ?? '');
      brackets.push(token.value === '[' && called ? 'subscript' : token.value);
    } else if (token.type === 'op' && /^[)\]}]$/.test(token.value)) brackets.pop();
    if (isWord(token, 'for') && !isOp(before, '.')) loop = token.depth;
    else if (isWord(token, 'in') && token.depth === loop && loop > 0) loop = null;
    if (token.type === 'op' && /^[^<>=!:]+=$/.test(token.value) && token.depth === 0) update = true;
    if (!isUnpacking(tokens, i)) continue;
    const inLoop = loop !== null && token.depth === loop;
    const inSubscript = brackets.at(-1) === 'subscript';
    if (inSubscript || inLoop || (update && token.depth === 0) || isOp(before, ':')) {
      edit.blank(token.from, token.to);
    }
  }
}

/** `except A, B:` (3.14) is a tuple of types; the grammar takes B for Python 2's target. */
function fixExcept(tokens: Tokens, edit: EditText): void {
  const colon = headerColon(tokens, 0);
  const header = tokens.slice(0, Math.max(colon, 0)).filter((token) => token.depth === 0);
  if (header.some((token) => isWord(token, 'as'))) return;
  for (const token of header) if (isOp(token, ',')) edit.put(token.from, '|');
}

/** Type parameters: no defaults in the grammar, no bound with a star. They become bounds: all are lazily evaluated. */
function fixTypeParameters(tokens: Tokens, start: number, edit: EditText): void {
  const open = start + 2;
  if (tokens[start + 1]?.type !== 'name' || !isOp(tokens[open], '[')) return;
  const close = closing(tokens, open);
  const depth = tokens[open]!.depth + 1;
  let bound = false;
  for (let i = open + 1; i < close; i++) {
    const token = tokens[i]!;
    if (token.depth !== depth) continue;
    if (isUnpacking(tokens, i)) edit.blank(token.from, token.to);
    else if (isOp(token, ',')) bound = false;
    else if (isOp(token, ':')) bound = true;
    else if (isOp(token, '=')) edit.put(token.from, bound ? '|' : ':');
  }
}

/** `with (a as b, c as d):`, and targets that are not plain names (their `as` becomes a comma). */
function fixWith(tokens: Tokens, start: number, edit: EditText): void {
  const colon = headerColon(tokens, start);
  if (colon < 0) return;
  let from = start + 1;
  let to = colon;
  if (isOp(tokens[from], '(') && closing(tokens, from) === colon - 1) {
    const inner = tokens[from]!.depth + 1;
    const items = tokens.slice(from + 1, colon - 1);
    if (items.some((token) => token.depth === inner && isWord(token, 'as'))) {
      // The brackets go, and with them their line breaks and comments.
      const kept = items.filter((token) => token.type !== 'comment');
      const ranges = [tokens[from]!, ...kept, tokens[colon]!];
      for (const [i, token] of ranges.entries()) {
        if (i > 0) edit.blank(ranges[i - 1]!.to, token.from);
      }
      edit.blank(tokens[from]!.from, tokens[from]!.to);
      from += 1;
      to -= 1;
    }
  }
  const depth = tokens[from]?.depth;
  for (let i = from; i < to; i++) {
    if (tokens[i]!.depth !== depth || !isWord(tokens[i], 'as')) continue;
    const plain = tokens[i + 1]?.type === 'name' && (i + 2 === to || isOp(tokens[i + 2], ','));
    if (!plain) edit.put(tokens[i]!.from, ', ');
  }
}

/** Decorators become `~expression` statements before the definition; the grammar has only `@a.b(…)`. */
function fixDecorator(tokens: Tokens, edit: EditText): void {
  edit.put(tokens[0]!.from, '~');
}

/**
 * Whether a decorator cannot be an operand of `~` (`@lambda f: f`, `@f if x else g`), so that it needs a
 * parse of its own.
 */
export function isLooseDecorator({ tokens }: LogicalLine): boolean {
  if (!isOp(tokens[0], '@')) return false;
  const outer = tokens.slice(1).filter((token) => token.depth === tokens[0]!.depth);
  const isPlain = ({ type, value }: Token) =>
    type === 'name' ? !KEYWORDS.has(value) : type !== 'op' || /^[.()[\]{}]$/.test(value);
  return outer.length > 0 && !outer.every(isPlain);
}

/** `:=` where the grammar has none (sets, match subjects, guards) becomes `or`. */
function fixWalrus(tokens: Tokens, edit: EditText): void {
  const brackets: string[] = [];
  for (const token of tokens) {
    if (token.type !== 'op') continue;
    if (/^[([{]$/.test(token.value)) brackets.push(token.value);
    else if (/^[)\]}]$/.test(token.value)) brackets.pop();
    else if (token.value === ':=' && brackets.at(-1) === '{') edit.put(token.from, 'or');
  }
}

/** Fixes one logical line outside of `match` headers. */
export function fixLine(line: LogicalLine, edit: EditText): void {
  const { tokens } = line;
  const starts = statementStarts(tokens);
  fixWords(tokens, starts, edit);
  fixLambdas(tokens, edit);
  fixUnpacking(tokens, edit);
  fixWalrus(tokens, edit);
  if (isOp(tokens[0], '@')) fixDecorator(tokens, edit);
  if (isWord(tokens[0], 'except')) fixExcept(tokens, edit);
  for (const start of starts) {
    const at = isWord(tokens[start], 'async') ? start + 1 : start;
    if (isWord(tokens[at], 'with')) fixWith(tokens, at, edit);
    if (/^(?:def|class|type)$/.test(tokens[at]?.value ?? '')) fixTypeParameters(tokens, at, edit);
  }
}

/** `match` and `case` headers become `with` headers: the subject and the patterns are read back as expressions. */
export function fixMatchHeader(tokens: Tokens, edit: EditText): void {
  const keyword = tokens[0]!;
  const colon = headerColon(tokens, 0);
  edit.put(keyword.from, keyword.value === 'match' ? 'with ' : 'with');
  for (let i = 1; i < colon; i++) {
    const token = tokens[i]!;
    if (token.depth === keyword.depth) {
      // A comma before the colon stays only where it makes a sequence of one pattern: `with a, b,:` is no
      // header.
      if (i === colon - 1 && i > 2 && isOp(token, ',')) edit.blank(token.from, token.to);
      if (isUnpacking(tokens, i) || (i === 1 && isOp(token, '*'))) edit.blank(token.from, token.to);
      else if (isOp(token, ':=')) edit.put(token.from, 'or');
      else if (keyword.value === 'case' && isWord(token, 'if')) edit.put(token.from, ', ');
    }
    if (keyword.value === 'case' && isWord(token, 'as')) edit.put(token.from, 'or');
  }
}

/** The logical lines that are headers of `match` statements and of their cases. */
export function matchHeaders(lines: readonly LogicalLine[]): Set<LogicalLine> {
  const headers = new Set<LogicalLine>();
  const isCase = (line: LogicalLine | undefined) => {
    const tokens = line?.tokens;
    return (
      tokens !== undefined && isWord(tokens[0], 'case') && tokens.length > 2 && headerColon(tokens, 0) > 1
    );
  };
  for (const [i, line] of lines.entries()) {
    const { tokens, indent } = line;
    const block = lines[i + 1];
    if (!isWord(tokens[0], 'match') || tokens.length < 3 || headerColon(tokens, 0) !== tokens.length - 1)
      continue;
    if (block === undefined || block.indent <= indent || !isCase(block)) continue;
    headers.add(line);
    for (let j = i + 1; j < lines.length && lines[j]!.indent > indent; j++) {
      if (lines[j]!.indent === block.indent && isCase(lines[j])) headers.add(lines[j]!);
    }
  }
  return headers;
}
