/**
 * Checks of what comes from elsewhere (pages, the agent, logs, programs that we start) against schemas. A schema names every field of the
 * type that it stands for; fields that it does not name are left out of what comes of a check. It knows no message.
 */

import * as v from 'valibot';

/** Says of any value whether it is a `T`. */
export type Schema<T> = v.GenericSchema<unknown, T>;

/** What came of a check: the value, or in words what is wrong with it. */
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

/** What is checked stays the very value, with all its fields in their order: for what is signed as text. */
export function asItIs<T>(schema: Schema<T>): Schema<T> {
  return v.custom<T>((value) => v.is(schema, value), 'it has another form') as unknown as Schema<T>;
}

/** One of several kinds, told apart by the text in a field of theirs. */
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
/** What is counted: from 0. */
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

/** A list of that many items. */
export function items<const T extends readonly unknown[]>(
  ...schemas: { readonly [K in keyof T]: Schema<T[K]> }
): Schema<T> {
  return v.tuple(schemas as never) as unknown as Schema<T>;
}

export function orNull<T>(schema: Schema<T>): Schema<T | null> {
  return v.nullable(schema) as unknown as Schema<T | null>;
}

/** By names. */
export function record<T>(value: Schema<T>): Schema<Readonly<Record<string, T>>> {
  return v.record(v.string(), value) as unknown as Schema<Readonly<Record<string, T>>>;
}

/** Of that form. */
export function matching(form: RegExp, words: string): Schema<string> {
  return v.pipe(v.string(), v.regex(form, words));
}

/** Also with this. `words`: what is wrong otherwise. */
export function such<T>(schema: Schema<T>, holds: (value: T) => boolean, words: string): Schema<T> {
  return v.pipe(schema, v.check(holds, words)) as unknown as Schema<T>;
}

/** Any JSON, but not so deep that whoever writes it recursively has no stack left. `T`: what it is called where it is used. */
export function json<T>(): Schema<T> {
  return v.custom<T>(isShallow, `it is nested more than ${DEEPEST} deep`);
}

/** A JSON object. */
export function jsonObject<T extends object>(): Schema<T> {
  const isObject = (value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) && isShallow(value);
  return v.custom<T>(isObject, `it is no JSON object, or nested more than ${DEEPEST} deep`);
}

/** As deep as notebooks may be, so that what came out of one may go back. */
const DEEPEST = 900;

function isShallow(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEEPEST) return false;
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []));
  }
  return true;
}
