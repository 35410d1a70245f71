/** Reads parts of JSON from other programs, with any content. */

import type { JsonObject, JsonValue } from '../../kernel/index.ts';

/** An object; an empty one in place of anything else. */
export function objectIn(value: JsonValue | undefined): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}

/** A list; an empty one in place of anything else. */
export function listIn(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}

/** The path of a binary part in a widget's state. */
export function pathIn(value: JsonValue | undefined): readonly (string | number)[] {
  return listIn(value).filter((part) => typeof part === 'string' || typeof part === 'number');
}
