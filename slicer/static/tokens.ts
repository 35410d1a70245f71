/**
 * Splits a cell into Python tokens, tolerant of broken code and aware of IPython's escaped lines. It does not
 * parse: the normalisation needs it to recognise strings, brackets and line starts.
 */

/**
 * `escape` is an IPython command (`%magic …`, `!shell`, `?help`) up to the end of its line; `text` is the literal
 * part of an f-string (also format specs and conversions); `newline` ends a logical line.
 */
export type TokenType =
  | 'name'
  | 'number'
  | 'string'
  | 'string-start'
  | 'text'
  | 'string-end'
  | 'op'
  | 'comment'
  | 'continuation'
  | 'newline'
  | 'escape';

/** One token. Offsets are UTF-16 units; `depth` is the bracket depth outside the token. */
export interface Token {
  readonly type: TokenType;
  readonly from: number;
  readonly to: number;
  readonly depth: number;
  readonly value: string;
}

const NAME = /[A-Za-z_\u{a1}-\u{10ffff}][\w\u{a1}-\u{10ffff}]*/uy;
const NUMBER =
  /0[xX][\da-fA-F_]+|0[oO][0-7_]+|0[bB][01_]+|(?:\d[\d_]*(?:\.(?:\d[\d_]*)?)?|\.\d[\d_]*)(?:[eE][+-]?\d[\d_]*)?[jJ]?/y;
const OPERATOR = /\*\*=|\/\/=|>>=|<<=|\.\.\.|\*\*|\/\/|>>|<<|<=|>=|==|!=|->|[-+*/%&|^@:]=|<>|[^\s]/uy;
const STRING_START = /([A-Za-z]{0,2})('''|"""|'|")/y;
const PREFIX = /^(?:[bfrtu]|br|rb|fr|rf|tr|rt)?$/i;
const ESCAPED_LINE = /[%!?,;/]/;

/** End of a logical escaped command: its line, and the continuation lines after a backslash. */
function escapeEnd(source: string, from: number): number {
  let end = from;
  for (;;) {
    while (end < source.length && source[end] !== '\n' && source[end] !== '\r') end++;
    const line = source.slice(from, end);
    if (!line.endsWith('\\') || end >= source.length) return end;
    end += source[end] === '\r' && source[end + 1] === '\n' ? 2 : 1;
  }
}

class Scanner {
  readonly tokens: Token[] = [];
  readonly source: string;
  pos = 0;
  depth = 0;

  constructor(source: string) {
    this.source = source;
  }

  push(type: TokenType, from: number, to: number, depth = this.depth): void {
    this.tokens.push({ type, from, to, depth, value: this.source.slice(from, to) });
    this.pos = to;
  }

  match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.pos;
    return pattern.exec(this.source);
  }

  breakLength(at: number): number {
    const char = this.source[at];
    if (char === '\n') return 1;
    return char === '\r' ? (this.source[at + 1] === '\n' ? 2 : 1) : 0;
  }

  /** Scans a string literal; an f-string whose fields do not close is taken as plain text up to its line's end. */
  string(prefix: string, quote: string): void {
    const from = this.pos;
    const raw = /r/i.test(prefix);
    if (/[ft]/i.test(prefix)) {
      const mark = this.tokens.length;
      this.push('string-start', from, from + prefix.length + quote.length);
      if (this.formatText(quote, raw, false)) return;
      this.tokens.length = mark;
    }
    let at = from + prefix.length + quote.length;
    while (at < this.source.length) {
      if (this.source[at] === '\\') at += 1 + Math.max(1, this.breakLength(at + 1));
      else if (this.source.startsWith(quote, at)) break;
      else if (quote.length === 1 && this.breakLength(at) > 0) break;
      else at++;
    }
    const closed = this.source.startsWith(quote, at);
    this.push('string', from, Math.min(this.source.length, closed ? at + quote.length : at));
  }

  /** The text of an f-string or of a format spec, with its fields, to the closing quote (spec: brace). */
  formatText(quote: string, raw: boolean, spec: boolean): boolean {
    const { source } = this;
    let start = this.pos;
    const flush = (at: number) => {
      if (at > start) this.push('text', start, at);
      this.pos = at;
    };
    for (let at = this.pos; at < source.length; ) {
      const char = source[at];
      if (source.startsWith(quote, at)) {
        flush(at);
        if (spec) return false;
        this.push('string-end', at, at + quote.length);
        return true;
      }
      if (char === '\\' && (raw || source[at + 1] !== '{')) {
        if (!raw && source.startsWith('N{', at + 1)) {
          const close = source.indexOf('}', at);
          at = close < 0 ? source.length : close + 1;
        } else {
          const next = source[at + 1];
          at += next === '{' || next === '}' ? 1 : 1 + Math.max(1, this.breakLength(at + 1));
        }
      } else if (quote.length === 1 && this.breakLength(at) > 0) return false;
      else if (char === '{' && source[at + 1] === '{' && !spec) at += 2;
      else if (char === '{') {
        flush(at);
        if (!this.field(quote, raw)) return false;
        at = this.pos;
        start = at;
      } else if (char === '}' && spec) {
        flush(at);
        return true;
      } else at++;
    }
    return false;
  }

  /** A replacement field: the expression's tokens one level deeper, then conversion and spec as text. */
  field(quote: string, raw: boolean): boolean {
    const { source } = this;
    const base = this.depth;
    this.push('op', this.pos, this.pos + 1);
    this.depth++;
    const close = () => {
      this.depth = base;
      this.push('op', this.pos, this.pos + 1);
      return true;
    };
    while (this.pos < source.length) {
      const char = source[this.pos];
      const top = this.depth === base + 1;
      if (top && char === '}') return close();
      if (top && (char === '!' || char === '=')) {
        const rest = /(?:=\s*)?(?:!\s*\w+\s*)?(?=[:}])/y;
        rest.lastIndex = this.pos;
        const found = rest.exec(source);
        if (found !== null && found[0] !== '') {
          this.push('text', this.pos, this.pos + found[0].length);
          continue;
        }
      }
      if (top && char === ':') {
        this.push('op', this.pos, this.pos + 1);
        if (!this.formatText(quote, raw, true)) return false;
        return close();
      }
      if (top && quote.length === 1 && source.startsWith(quote, this.pos)) {
        // A quote here ends the string before 3.12, and opens a nested one from 3.12: only a quote with an
        // end is nested.
        const end = source.indexOf(quote, this.pos + 1);
        const line = source.indexOf('\n', this.pos);
        if (end < 0 || (line >= 0 && end > line)) return false;
      }
      this.token();
    }
    return false;
  }

  /** One token at the position, or white space skipped. */
  token(): void {
    const { source, pos } = this;
    const char = source[pos]!;
    const lineBreak = this.breakLength(pos);
    if (lineBreak > 0) {
      if (this.depth === 0) this.push('newline', pos, pos + lineBreak);
      else this.pos += lineBreak;
    } else if (char === '#') {
      let end = pos;
      while (end < source.length && this.breakLength(end) === 0) end++;
      this.push('comment', pos, end);
    } else if (char === '\\' && this.breakLength(pos + 1) > 0) {
      this.push('continuation', pos, pos + 1 + this.breakLength(pos + 1));
    } else if (/\s/.test(char)) {
      this.pos++;
    } else {
      const quoted = this.match(STRING_START);
      if (quoted !== null && PREFIX.test(quoted[1]!)) {
        this.string(quoted[1]!, quoted[2]!);
        return;
      }
      const word = this.match(NAME);
      if (word !== null) {
        this.push('name', pos, pos + word[0].length);
        return;
      }
      const digits = this.match(NUMBER);
      if (digits !== null) {
        this.push('number', pos, pos + digits[0].length);
        return;
      }
      this.operator();
    }
  }

  operator(): void {
    const { pos, source } = this;
    const value = this.match(OPERATOR)?.[0] ?? source[pos]!;
    if (value === '(' || value === '[' || value === '{') {
      this.push('op', pos, pos + 1);
      this.depth++;
    } else if (value === ')' || value === ']' || value === '}') {
      this.depth = Math.max(0, this.depth - 1);
      this.push('op', pos, pos + 1);
    } else {
      this.push('op', pos, pos + value.length);
      if (value === '=' && this.depth === 0) this.assignedEscape();
    }
  }

  /** `x = !ls` and `x = %magic`: IPython looks for them after the first `=` outside brackets. */
  assignedEscape(): void {
    const found = this.match(/[ \t]*(?=!|%[A-Za-z_])/y);
    if (found === null) return;
    const from = this.pos + found[0].length;
    this.push('escape', from, escapeEnd(this.source, from));
  }

  run(): void {
    let lineStart = true;
    while (this.pos < this.source.length) {
      if (lineStart && this.depth === 0) {
        const blank = this.match(/[ \t\f\ufeff]*/y)![0].length;
        this.pos += blank;
        const char = this.source[this.pos];
        if (char === undefined) break;
        if (ESCAPED_LINE.test(char)) {
          this.push('escape', this.pos, escapeEnd(this.source, this.pos));
          lineStart = false;
          continue;
        }
      }
      this.token();
      lineStart = this.tokens.at(-1)?.type === 'newline' && this.tokens.at(-1)?.to === this.pos;
    }
  }
}

/** The tokens of a cell in order. Never fails: other characters become `op` tokens of one character. */
export function tokenize(source: string): Token[] {
  const scanner = new Scanner(source);
  scanner.run();
  return scanner.tokens;
}

/** A logical line: its significant tokens (no comments, continuations, line breaks). Never empty. */
export interface LogicalLine {
  readonly tokens: readonly Token[];
  /** Column of the first token: tabs to multiples of eight as CPython counts them. */
  readonly indent: number;
}

function columnOf(source: string, at: number): number {
  let start = at;
  while (start > 0 && /[ \t\f]/.test(source[start - 1]!)) start--;
  let column = 0;
  for (let i = start; i < at; i++) {
    if (source[i] === '\t') column += 8 - (column % 8);
    else column = source[i] === '\f' ? 0 : column + 1;
  }
  return column;
}

/** Groups tokens into logical lines. */
export function logicalLines(source: string, tokens: readonly Token[]): LogicalLine[] {
  const lines: LogicalLine[] = [];
  let current: Token[] = [];
  const flush = () => {
    const first = current[0];
    if (first !== undefined) lines.push({ tokens: current, indent: columnOf(source, first.from) });
    current = [];
  };
  for (const token of tokens) {
    if (token.type === 'newline') flush();
    else if (token.type !== 'comment' && token.type !== 'continuation') current.push(token);
  }
  flush();
  return lines;
}
