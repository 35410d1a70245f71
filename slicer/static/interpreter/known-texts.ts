/** Texts whose parts are known: concatenations, formatted strings and paths. It evaluates nothing else. */
import type { Range } from '../syntax.ts';
import type { Value } from './objects.ts';

/** The longest text that is put together. */
const LONGEST = 500;

/** The text of a value with one known string or number; null: there is none. */
export function constantText(value: Value): string | null {
  const [only, ...others] = value;
  if (only === undefined || others.length > 0) return null;
  const { constant } = only;
  return typeof constant === 'string' || (typeof constant === 'number' && Number.isInteger(constant))
    ? String(constant)
    : null;
}

/** Parts of a path, joined as `os.path.join` does: an absolute part drops the parts before. */
export function joinPaths(parts: readonly string[]): string | undefined {
  const joined = parts.reduce((path, part) => {
    if (part.startsWith('/') || path === '') return part;
    return path.endsWith('/') ? path + part : `${path}/${part}`;
  }, '');
  return joined.length > LONGEST ? undefined : joined;
}

/** The text of `a + b`; undefined: it is not known. */
export function joinTexts(a: Value, b: Value): string | undefined {
  const [left, right] = [a, b].map((value) =>
    value[0]?.kind === 'builtins.str' ? constantText(value) : null,
  );
  if (typeof left !== 'string' || typeof right !== 'string') return undefined;
  return left.length + right.length > LONGEST ? undefined : left + right;
}

/** The text of `f'{a}/b.csv'`; undefined: it is not known. `source`: the code with the string; `parts`: the embedded expressions. */
export function formatTexts(
  source: string,
  { from, to }: Range,
  parts: readonly Range[],
  values: readonly Value[],
): string | undefined {
  const open = /^[fF]("(?!"")|'(?!''))/.exec(source.slice(from, from + 4));
  if (open === null || source.slice(from, to).includes('\\')) return undefined;
  let text = '';
  let at = from + open[0].length;
  for (const [i, part] of parts.entries()) {
    const value = constantText(values[i]!);
    const before = source.slice(at, part.from);
    if (value === null || !/^[^{}]*\{$/.test(before) || source[part.to] !== '}') return undefined;
    text += before.slice(0, -1) + value;
    at = part.to + 1;
  }
  const end = source.slice(at, to - 1);
  return /[{}]/.test(end) || source[to - 1] !== open[1] || text.length > LONGEST ? undefined : text + end;
}
