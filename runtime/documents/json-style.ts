/**
 * Detects the layout of a JSON text (indentation, separators, line ends, escaping, key order) and writes
 * values in this layout. It does not decide what to write.
 */
import { isJsonArray, type JsonNode, type JsonValue } from './json-text.ts';

/** The layout of a JSON text. */
export interface JsonStyle {
  /** One level of indentation; null if the text is on one line. */
  readonly indent: string | null;
  readonly newline: '\n' | '\r\n';
  /** Between the items of a one-line text: `,` or `, `. */
  readonly separator: string;
  /** Between key and value. */
  readonly colon: string;
  /** Non-ASCII text is written as `\uXXXX` (Python's `ensure_ascii=True`). */
  readonly ascii: boolean;
  readonly sortKeys: boolean;
}

/** How nbformat itself writes: `json.dumps(indent=1, sort_keys=True, ensure_ascii=False)`. */
export const NBFORMAT_STYLE: JsonStyle = {
  indent: ' ',
  newline: '\n',
  separator: ', ',
  colon: ': ',
  ascii: false,
  sortKeys: true,
};

const found = new WeakMap<JsonNode, JsonStyle>();

/**
 * The style of a text whose tree is `root`: always the same object. For details not visible in the text,
 * nbformat's own style.
 */
export function findJsonStyle(text: string, root: JsonNode): JsonStyle {
  const style = found.get(root) ?? styleOf(text, root);
  found.set(root, style);
  return style;
}

function styleOf(text: string, root: JsonNode): JsonStyle {
  if (root.type !== 'object' || root.members.length === 0) return NBFORMAT_STYLE;
  const first = root.members[0]!;
  const second = root.members[1];
  const opening = text.slice(root.start + 1, first.start);
  const gap = second ? text.slice(first.value.end, second.start) : ', ';
  const hasEscapes = /\\u(?!00[0-7])[0-9a-fA-F]{4}/.test(text);
  return {
    indent: opening.includes('\n') ? opening.slice(opening.lastIndexOf('\n') + 1) : null,
    newline: opening.includes('\r\n') ? '\r\n' : '\n',
    separator: opening.includes('\n') ? ', ' : gap,
    colon: text.slice(first.keyEnd, first.value.start),
    ascii: hasEscapes && !/[\u0080-\uffff]/.test(text),
    sortKeys: hasSortedKeys(root),
  };
}

function hasSortedKeys(node: JsonNode): boolean {
  if (node.type === 'array') return node.items.every(hasSortedKeys);
  if (node.type !== 'object') return true;
  const keys = node.members.map((member) => member.key);
  return (
    keys.every((key, i) => i === 0 || keys[i - 1]! <= key) &&
    node.members.every((m) => hasSortedKeys(m.value))
  );
}

/** Writes a value; `outer` is the indentation of its first line. */
export function writeJson(value: JsonValue, style: JsonStyle, outer: string): string {
  if (typeof value === 'string') return writeString(value, style);
  if (typeof value === 'number') return Number.isFinite(value) ? JSON.stringify(value) : String(value);
  if (value === null || typeof value === 'boolean') return String(value);
  const inner = outer + (style.indent ?? '');
  if (isJsonArray(value)) {
    return writeItems(
      value.map((item) => writeJson(item, style, inner)),
      style,
      outer,
    );
  }
  const members = Object.entries(value).map(([key, each]) => [key, writeJson(each, style, inner)]);
  return writeMembers(Object.fromEntries(members), style, outer);
}

/**
 * Writes an object whose members are already JSON text, written for the indentation one level inside `outer`.
 */
export function writeMembers(
  texts: Readonly<Record<string, string>>,
  style: JsonStyle,
  outer: string,
): string {
  const keys = style.sortKeys ? Object.keys(texts).sort() : Object.keys(texts);
  const members = keys.map((key) => writeString(key, style) + style.colon + texts[key]!);
  return enclose('{', members, '}', style, outer);
}

/**
 * Writes an array whose items are already JSON text, written for the indentation one level inside `outer`.
 */
export function writeItems(items: readonly string[], style: JsonStyle, outer: string): string {
  return enclose('[', items, ']', style, outer);
}

function enclose(
  open: string,
  parts: readonly string[],
  close: string,
  style: JsonStyle,
  outer: string,
): string {
  if (parts.length === 0) return open + close;
  if (style.indent === null) return open + parts.join(style.separator) + close;
  const inner = style.newline + outer + style.indent;
  return open + inner + parts.join(`,${inner}`) + style.newline + outer + close;
}

function writeString(value: string, style: JsonStyle): string {
  const text = JSON.stringify(value);
  if (!style.ascii) return text;
  return text.replace(/[\u007f-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
