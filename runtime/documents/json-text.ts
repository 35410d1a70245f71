/**
 * Parses JSON into a tree with the offsets of each value in the text, so that a change can replace one value
 * and leave every other byte alone. It does not write JSON (`json-style.ts`) and knows nothing of notebooks.
 */

/** A JSON value in memory. Numbers may be `NaN` or infinite: Python's `json` writes and reads them. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;

/** A JSON object in memory. */
export type JsonObject = { readonly [key: string]: JsonValue };

/** A parsed value; `start` and `end` are UTF-16 offsets into the text, `end` exclusive. */
export type JsonNode =
  | { readonly type: 'object'; readonly start: number; readonly end: number; readonly members: JsonMember[] }
  | { readonly type: 'array'; readonly start: number; readonly end: number; readonly items: JsonNode[] }
  | { readonly type: 'string'; readonly start: number; readonly end: number; readonly value: string }
  | { readonly type: 'number'; readonly start: number; readonly end: number; readonly value: number }
  | {
      readonly type: 'literal';
      readonly start: number;
      readonly end: number;
      readonly value: boolean | null;
    };

/** One `"key": value` of an object; `start` is where the key's opening quote stands. */
export interface JsonMember {
  readonly key: string;
  readonly start: number;
  readonly keyEnd: number;
  readonly value: JsonNode;
}

/** The tree, or the error with its offset. `cutOff`: the text ends before the value does. */
export type JsonParse =
  | { readonly type: 'parsed'; readonly root: JsonNode }
  | { readonly type: 'invalid'; readonly offset: number; readonly reason: string; readonly cutOff: boolean };

/** The limit of depth: Python's own by default; it also keeps our recursion within the stack. */
const DEEPEST = 1000;

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const LITERALS: readonly (readonly [string, boolean | null])[] = [
  ['null', null],
  ['true', true],
  ['false', false],
];
const PYTHON_NUMBERS: readonly (readonly [string, number])[] = [
  ['NaN', Number.NaN],
  ['Infinity', Number.POSITIVE_INFINITY],
  ['-Infinity', Number.NEGATIVE_INFINITY],
];

/** Thrown and caught within this file only. */
class Invalid extends Error {
  readonly offset: number;
  constructor(reason: string, offset: number) {
    super(reason);
    this.offset = offset;
  }
}

/** Parses the whole of `text` as one JSON value, like Python's `json.loads`. Never throws. */
export function parseJson(text: string): JsonParse {
  return parseFrom(text, 0, true);
}

/** The JSON value that begins at an offset of a text, whatever follows; null: there is none. */
export function jsonAt(text: string, offset: number): JsonNode | null {
  const parse = parseFrom(text, offset, false);
  return parse.type === 'parsed' ? parse.root : null;
}

function parseFrom(text: string, offset: number, isWhole: boolean): JsonParse {
  let at = offset;

  function skipSpace(): void {
    for (;;) {
      const code = text.charCodeAt(at);
      if (code !== 32 && code !== 10 && code !== 13 && code !== 9) return;
      at += 1;
    }
  }

  function parseValue(depth: number): JsonNode {
    if (depth > DEEPEST) throw new Invalid(`nested more than ${DEEPEST} levels deep`, at);
    const first = text[at];
    if (first === '{') return parseObject(depth);
    if (first === '[') return parseArray(depth);
    const start = at;
    if (first === '"') {
      const value = parseString();
      return { type: 'string', start, end: at, value };
    }
    for (const [word, value] of LITERALS) {
      if (takeWord(word)) return { type: 'literal', start, end: at, value };
    }
    for (const [word, value] of PYTHON_NUMBERS) {
      if (takeWord(word)) return { type: 'number', start, end: at, value };
    }
    NUMBER.lastIndex = at;
    const digits = NUMBER.exec(text);
    if (!digits) throw new Invalid('expected a value', at);
    at += digits[0].length;
    return { type: 'number', start, end: at, value: Number(digits[0]) };
  }

  function takeWord(word: string): boolean {
    if (!text.startsWith(word, at)) return false;
    at += word.length;
    return true;
  }

  function parseObject(depth: number): JsonNode {
    const start = at;
    const members: JsonMember[] = [];
    at += 1;
    skipSpace();
    if (text[at] !== '}') {
      for (;;) {
        if (text[at] !== '"') throw new Invalid('expected a key in double quotes', at);
        const keyStart = at;
        const key = parseString();
        const keyEnd = at;
        skipSpace();
        if (text[at] !== ':') throw new Invalid('expected ":" after the key', at);
        at += 1;
        skipSpace();
        members.push({ key, start: keyStart, keyEnd, value: parseValue(depth + 1) });
        skipSpace();
        if (text[at] === '}') break;
        if (text[at] !== ',') throw new Invalid('expected "," or "}"', at);
        at += 1;
        skipSpace();
      }
    }
    at += 1;
    return { type: 'object', start, end: at, members };
  }

  function parseArray(depth: number): JsonNode {
    const start = at;
    const items: JsonNode[] = [];
    at += 1;
    skipSpace();
    if (text[at] !== ']') {
      for (;;) {
        items.push(parseValue(depth + 1));
        skipSpace();
        if (text[at] === ']') break;
        if (text[at] !== ',') throw new Invalid('expected "," or "]"', at);
        at += 1;
        skipSpace();
      }
    }
    at += 1;
    return { type: 'array', start, end: at, items };
  }

  /** `at` stands on the opening quote; afterwards behind the closing one. */
  function parseString(): string {
    const start = at;
    let close = at;
    do {
      close = text.indexOf('"', close + 1);
      if (close < 0) throw new Invalid('a string is never closed', text.length);
    } while (isEscaped(text, close));
    at = close + 1;
    const quoted = text.slice(start, at);
    try {
      return JSON.parse(quoted) as string;
    } catch {
      throw badString(quoted, start);
    }
  }

  try {
    skipSpace();
    const root = parseValue(0);
    skipSpace();
    if (isWhole && at < text.length) throw new Invalid('unexpected text after the end of the JSON', at);
    return { type: 'parsed', root };
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    const { offset, message } = error;
    return { type: 'invalid', offset, reason: message, cutOff: offset >= text.length };
  }
}

function isEscaped(text: string, quote: number): boolean {
  let slashes = 0;
  while (text[quote - 1 - slashes] === '\\') slashes += 1;
  return slashes % 2 === 1;
}

function badString(quoted: string, start: number): Invalid {
  for (let i = 1; i < quoted.length - 1; i += 1) {
    if (quoted.charCodeAt(i) < 32)
      return new Invalid('a control character (such as a line end) in a string', start + i);
    if (quoted[i] !== '\\') continue;
    if (!/^\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/.test(quoted.slice(i, i + 6))) {
      return new Invalid('an invalid escape in a string', start + i);
    }
    i += 1;
  }
  return new Invalid('an invalid string', start);
}

/** The plain value of a node. Numbers become doubles; keep the node where their text must survive. */
export function toValue(node: JsonNode): JsonValue {
  if (node.type === 'object') {
    // fromEntries defines own properties, so a "__proto__" key is an ordinary key; of a repeated key the last
    // counts.
    return Object.fromEntries(node.members.map((member) => [member.key, toValue(member.value)]));
  }
  if (node.type === 'array') return node.items.map(toValue);
  return node.value;
}

/** The member of an object node; where a key is repeated the last counts, as in Python. */
export function findMember(node: JsonNode, key: string): JsonMember | undefined {
  return node.type === 'object' ? node.members.findLast((member) => member.key === key) : undefined;
}

/** Where `offset` is, as an editor counts: lines and columns from 1. */
export function lineAndColumn(
  text: string,
  offset: number,
): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset).split(/\r\n|\n|\r/);
  return { line: before.length, column: before.at(-1)!.length + 1 };
}

/** Whether two values are the same JSON, in any order of keys. */
export function sameJson(a: JsonValue, b: JsonValue): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (isJsonArray(a) || isJsonArray(b)) {
    if (!isJsonArray(a) || !isJsonArray(b) || a.length !== b.length) return false;
    return a.every((item, i) => sameJson(item, b[i]!));
  }
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => Object.hasOwn(b, key) && sameJson(a[key]!, b[key]!));
}

/** `Array.isArray` for readonly JSON, which TypeScript does not narrow by itself. */
export function isJsonArray(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** Whether the value is a JSON object (not null, not an array). */
export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
