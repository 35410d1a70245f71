/**
 * Rows between two bounds, as texts of code give them: `[140:]`, `.loc[:'2019-12']`, `year < 2018`. It compares bounds, and knows no ways
 * of rows.
 */

/** From, and before: positions, numbers, dates. `of`: the values that are bounded. */
interface Interval {
  readonly of: string;
  readonly from: number;
  readonly before: number;
}

const FIRST = Number.NEGATIVE_INFINITY;
const LAST = Number.POSITIVE_INFINITY;

/** The least that is more than a bound: labels and `<=` include their bound. */
const AFTER = 0.5;

/** The rows of a slice; null: the text does not show them. */
export function sliced({ from, to }: { readonly from: string; readonly to: string }): Interval | null {
  if (/^['"]/.test(from) || /^['"]/.test(to)) {
    const [first, last] = [from === '' ? FIRST : dateOf(from, '0'), to === '' ? LAST : dateOf(to, '9')];
    return first === null || last === null ? null : { of: 'dates', from: first, before: last + AFTER };
  }
  if (!/^-?\d*$/.test(from) || !/^-?\d*$/.test(to)) return null;
  if (![from, to].some((text) => text.startsWith('-')))
    return { of: 'start', from: Number(from), before: to === '' ? LAST : Number(to) };
  const isFromEnd = [from, to].every((text) => text === '' || text.startsWith('-'));
  return isFromEnd
    ? { of: 'end', from: from === '' ? FIRST : Number(from), before: to === '' ? 0 : Number(to) }
    : null;
}

/** The rows with a condition on one value, from its text without spaces: `(d.year>=2010)&(d.year<2018)`. */
export function meant({ key, holds }: { readonly key: string; readonly holds: boolean }): Interval | null {
  const parts = key.replace(/ with .*$/s, '').split('&');
  if (parts.length > 1 && !holds) return null;
  const each = parts.map((part) => comparedIn(part, holds));
  if (!each.every((one) => one !== null && one.of === each[0]!.of)) return null;
  const from = Math.max(...each.map((one) => one!.from));
  return { of: each[0]!.of, from, before: Math.min(...each.map((one) => one!.before)) };
}

function comparedIn(text: string, holds: boolean): Interval | null {
  const match = /^([^<>=!|]+?)(<=|>=|<|>|==)([^<>=!|]+)$/.exec(text.replace(/^\(+|\)+$/g, ''));
  if (match === null) return null;
  const [, of, operator, literal] = match as unknown as readonly [string, string, string, string];
  const isBelow = operator.startsWith('<') === holds;
  // the bound itself belongs to `<=`, and to the opposite of `<`
  const includes = operator.endsWith('=') === holds;
  if (operator === '==') {
    const at = numberOf(literal, '0');
    return at === null || !holds ? null : { of, from: at, before: at + AFTER };
  }
  const at = numberOf(literal, isBelow === includes ? '9' : '0');
  if (at === null) return null;
  return isBelow
    ? { of, from: FIRST, before: includes ? at + AFTER : at }
    : { of, from: includes ? at : at + AFTER, before: LAST };
}

const numberOf = (text: string, fill: string): number | null =>
  /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : dateOf(text, fill);

/** A date as a number; `fill`: the digit of missing parts. `'2019-07'` with 0 is 20190700. */
function dateOf(text: string, fill: string): number | null {
  const match = /^(['"])(\d{4})(?:-(\d\d)(?:-(\d\d))?)?\1$/.exec(text);
  return match === null
    ? null
    : Number([match[2], match[3] ?? fill + fill, match[4] ?? fill + fill].join(''));
}

/**
 * How two intervals meet. `same`: one holds the other, so that some of the trained rows are looked at; `unknown`: they bound different
 * values.
 */
export function compare(x: Interval | null, y: Interval | null): 'same' | 'crossing' | 'apart' | 'unknown' {
  if (x === null || y === null || x.of !== y.of) return 'unknown';
  if (x.before <= y.from || y.before <= x.from) return 'apart';
  const isWithin = (a: Interval, b: Interval) => a.from >= b.from && a.before <= b.before;
  return isWithin(x, y) || isWithin(y, x) ? 'same' : 'crossing';
}
