/**
 * Checks input (of pages, the agent, logs, child programs) against schemas. A schema names every field of its
 * type; a check drops all other fields. This file knows no message.
 */

import * as v from 'valibot';

/** Tells whether a value is a `T`. */
export type Schema<T> = v.GenericSchema<unknown, T>;

/** The result of a check: the value, or its fault in words. */
export type Checked<T> =
  | { readonly type: 'ok'; readonly value: T }
  | { readonly type: 'malformed'; readonly reason: string };

/** Checks a value. */
export function check<T>(schema: Schema<T>, value: unknown): Checked<T> {
  const found = v.safeParse(schema, value, { abortEarly: true });
  if (found.success) return { type: 'ok', value: found.output };
  const [issue] = found.issues;
  const path = v.getDotPath(issue as v.BaseIssue<unknown>);
  const reason = path === null ? issue.message : `${path}: ${issue.message}`;
  return { type: 'malformed', reason: reason.slice(0, LONGEST_REASON) };
}

const LONGEST_REASON = 200;

/** Checks JSON text. */
export function checkJson<T>(schema: Schema<T>, text: string): Checked<T> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { type: 'malformed', reason: 'it is not JSON' };
  }
  return check(schema, value);
}

/** An object with all fields of its type, the optional ones as {@link maybe}. */
export function object<T extends object>(
  entries: {
    readonly [K in keyof T]-?: Schema<Exclude<T[K], undefined>>;
  },
): Schema<T> {
  return v.object(entries as v.ObjectEntries) as unknown as Schema<T>;
}

/** A field that need not be there. */
export function maybe<T>(schema: Schema<T>): Schema<T> {
  return v.exactOptional(schema as never) as unknown as Schema<T>;
}

/** The checked value stays the same object, with all its fields in their order: for values that are signed as text. */
export function asItIs<T>(schema: Schema<T>): Schema<T> {
  return v.custom<T>((value) => v.is(schema, value), 'it has another form') as unknown as Schema<T>;
}

/** One of several kinds, which the text in a field tells apart. */
export function tagged<T extends object, K extends keyof T & string>(
  key: K,
  kinds: { readonly [Tag in T[K] & string]: Schema<T & { readonly [key in K]: Tag }> },
): Schema<T> {
  const known = new Map(Object.entries<Schema<T>>(kinds));
  const kindOf = (value: unknown): Schema<T> | undefined =>
    typeof value === 'object' && value !== null ? known.get((value as never)[key]) : undefined;
  const unknown = v.custom<T>(() => false, `it has no "${key}" that is known`);
  return v.lazy((value) => kindOf(value) ?? unknown) as unknown as Schema<T>;
}

export const text: Schema<string> = v.string();
export const flag: Schema<boolean> = v.boolean();
/** Times and durations. */
export const number: Schema<number> = v.pipe(v.number(), v.finite());
/** A count, from 0. */
export const count: Schema<number> = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
export const whole: Schema<number> = v.pipe(v.number(), v.safeInteger());

/** One of these texts. */
export function word<T extends string>(...words: readonly T[]): Schema<T> {
  return v.picklist(words) as unknown as Schema<T>;
}

/** This text only. */
export function only<T extends string | number | boolean>(value: T): Schema<T> {
  return v.literal(value) as unknown as Schema<T>;
}

export function list<T>(item: Schema<T>): Schema<readonly T[]> {
  return v.array(item) as unknown as Schema<readonly T[]>;
}

/** A list with this number of items. */
export function items<const T extends readonly unknown[]>(
  ...schemas: { readonly [K in keyof T]: Schema<T[K]> }
): Schema<T> {
  return v.tuple(schemas as never) as unknown as Schema<T>;
}

export function orNull<T>(schema: Schema<T>): Schema<T | null> {
  return v.nullable(schema) as unknown as Schema<T | null>;
}

/** Values by name. */
export function record<T>(value: Schema<T>): Schema<Readonly<Record<string, T>>> {
  return v.record(v.string(), value) as unknown as Schema<Readonly<Record<string, T>>>;
}

/** A text of this form. */
export function matching(form: RegExp, words: string): Schema<string> {
  return v.pipe(v.string(), v.regex(form, words));
}

/** A value that also passes this test. `words`: the fault of other values. */
export function such<T>(schema: Schema<T>, holds: (value: T) => boolean, words: string): Schema<T> {
  return v.pipe(schema, v.check(holds, words)) as unknown as Schema<T>;
}

/** Any JSON, but not so deep that a recursive writer runs out of stack. `T`: its type for the caller. */
export function json<T>(): Schema<T> {
  return v.custom<T>(isShallow, `it is nested more than ${DEEPEST} deep`);
}

/** A JSON object. */
export function jsonObject<T extends object>(): Schema<T> {
  const isObject = (value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) && isShallow(value);
  return v.custom<T>(isObject, `it is no JSON object, or nested more than ${DEEPEST} deep`);
}

/** The depth that notebooks may have, so that values from a notebook can return to the notebook. */
const DEEPEST = 900;

function isShallow(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEEPEST) return false;
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []));
  }
  return true;
}
