/** Edits of a string of a JSON text: unchanged parts keep their escapes. It does not know the meaning of strings. */
import { type JsonStyle, writeJson } from './json-style.ts';
import type { JsonNode } from './json-text.ts';

type StringNode = Extract<JsonNode, { readonly type: 'string' }>;

/** Text to put in place of `start` to `end`. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The offset in the text for a UTF-16 unit of a string's value. */
export function offsetInString(node: JsonNode, unit: number, text: string): number {
  let at = node.start + 1;
  for (let passed = 0; passed < unit && at < node.end - 1; passed += 1) {
    at += text[at] !== '\\' ? 1 : text[at + 1] === 'u' ? 6 : 2;
  }
  return at;
}

/** The edit that turns a string into another; none if they are equal. */
export function editString(node: StringNode, now: string, text: string, style: JsonStyle): Edit[] {
  const { value: old } = node;
  if (old === now) return [];
  const [before, after] = commonEnds(old, now);
  const start = offsetInString(node, before, text);
  const end = offsetInString(node, old.length - after, text);
  const written = writeJson(now.slice(before, now.length - after), style, '').slice(1, -1);
  return [{ start, end, text: written }];
}

/** The lengths of the common beginning and end of two texts. Neither divides a surrogate pair. */
export function commonEnds(a: string, b: string): readonly [number, number] {
  const most = Math.min(a.length, b.length);
  let before = 0;
  while (before < most && a[before] === b[before]) before += 1;
  if (isHighSurrogate(a.charCodeAt(before - 1))) before -= 1;
  let after = 0;
  while (after < most - before && a.at(-1 - after) === b.at(-1 - after)) after += 1;
  if (isLowSurrogate(a.charCodeAt(a.length - after))) after -= 1;
  return [before, after];
}

/** Whether a unit of UTF-16 is the first half of a character. */
export function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000;
}
