/**
 * The edits that turn one JSON value of a text into another: unchanged members and items keep their bytes. It
 * knows nothing of notebooks.
 */
import { type Edit, editString } from './json-string.ts';
import { type JsonStyle, writeItems, writeJson, writeMembers } from './json-style.ts';
import { isJsonArray, isJsonObject, type JsonNode, type JsonValue, sameJson, toValue } from './json-text.ts';

/** The part of a text between two offsets, after the edits inside it. */
export function applyEdits(text: string, edits: readonly Edit[], start = 0, end = text.length): string {
  const parts: string[] = [];
  let at = start;
  // Cells come in order, but the members of one cell stand in any order. The sort is stable.
  for (const edit of edits.toSorted((a, b) => a.start - b.start)) {
    parts.push(text.slice(at, edit.start), edit.text);
    at = edit.end;
  }
  parts.push(text.slice(at, end));
  return parts.join('');
}

/** The edits of the value at `node`; `outer` is the indentation of its first line. */
export function editJson(
  node: JsonNode,
  now: JsonValue,
  text: string,
  style: JsonStyle,
  outer: string,
): Edit[] {
  if (sameJson(toValue(node), now)) return [];
  const inner = outer + (style.indent ?? '');
  const replaced = (by: string): Edit[] => [{ start: node.start, end: node.end, text: by }];
  /** The text of a part: the old text, edited, if there is one. */
  const part = (old: JsonNode | undefined, value: JsonValue): string =>
    old === undefined
      ? writeJson(value, style, inner)
      : applyEdits(text, editJson(old, value, text, style, inner), old.start, old.end);
  if (node.type === 'string' && typeof now === 'string') return editString(node, now, text, style);
  if (node.type === 'object' && isJsonObject(now)) {
    // of a repeated key the last counts
    const members = new Map(node.members.map(({ key, value }) => [key, value]));
    const keys = Object.keys(now);
    if (keys.length === members.size && keys.every((key) => members.has(key))) {
      return [...members].flatMap(([key, old]) => editJson(old, now[key]!, text, style, inner));
    }
    const kept = [...members.keys()].filter((key) => Object.hasOwn(now, key));
    const all = [...kept, ...keys.filter((key) => !members.has(key))];
    const parts = all.map((key) => [key, part(members.get(key), now[key]!)]);
    return replaced(writeMembers(Object.fromEntries(parts), style, outer));
  }
  if (node.type === 'array' && isJsonArray(now)) {
    if (node.items.length === now.length) {
      return node.items.flatMap((old, i) => editJson(old, now[i]!, text, style, inner));
    }
    return replaced(
      writeItems(
        now.map((value, i) => part(node.items[i], value)),
        style,
        outer,
      ),
    );
  }
  return replaced(writeJson(now, style, outer));
}
