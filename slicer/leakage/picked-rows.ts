/**
 * The rows that an index selects: positions of a division, a slice, rows with a condition; or columns, which
 * keeps all rows.
 */
import type { Value } from '../static/index.ts';
import type { Facts } from './facts.ts';
import { divided, type RowStep, type Rows, type Site } from './rows.ts';

/** Comparisons with their opposites. */
const OPPOSITE: Readonly<Record<string, string>> = { '>=': '<', '>': '<=', '!=': '==' };

/** Rows after an index; the first argument: the facts of the data, `text`: its text, `index`: its value, `facts`: the facts of its value. */
export function pickedRows(
  { rows, learned }: Facts,
  text: string,
  index: Value,
  facts: Facts,
  site: Site,
  loops: number,
): readonly Rows[] {
  const { picks } = facts;
  if (picks !== null) {
    if (picks.key !== null) {
      const order = picks.ordered ? { ordered: picks.ordered } : {};
      const step = { type: 'split', key: picks.key, part: picks.part, ...order } as const;
      return rows.map((each) => divided(each, step, picks.site));
    }
    // labels of other rows: these rows, if they derive from them
    return rows.map((each) => picks.rows.find((row) => row.way().includes(each)) ?? each);
  }
  const numbers = positionsOf(rows, facts);
  if (numbers !== null) return rows.map((each) => each.after(numbers.step, numbers.site));
  const step = ofTurn(withConstants(stepOf(text, index, facts, loops), facts), facts, loops);
  const limits = facts.learned.filter((each) => !learned.includes(each));
  return step === null ? rows : rows.map((each) => each.after(step, site, limits));
}

/**
 * The part of a division of row numbers, `train_test_split(range(len(df)))`, that is the index; null: the
 * index is another value.
 */
function positionsOf(rows: readonly Rows[], facts: Facts): Rows | null {
  const [only, ...more] = facts.rows;
  if (only?.step.type !== 'split' || more.length > 0) return null;
  return rows.some((each) => each.way()[0] === only.way()[0]) ? null : only;
}

/** Adds constants to a condition: conditions with the same text and other constants are different. */
function withConstants(step: RowStep | null, { constants }: Facts): RowStep | null {
  if (step?.type !== 'condition' || constants.length === 0) return step;
  return { ...step, key: `${step.key} with ${constants.toSorted().join()}` };
}

/** The rows with the value of the loop's turn are one group: `for k in d.k.unique(): d[d.k == k]`. */
function ofTurn(step: RowStep | null, { learned, rows }: Facts, loops: number): RowStep | null {
  if (step?.type !== 'condition' || !step.holds || loops === 0 || !/^[^=]+==[^=]+$/.test(step.key))
    return step;
  const isOfValues = learned.some((each) => each.valuesOnly && each.rows.some((row) => rows.includes(row)));
  return isOfValues ? { type: 'grouped', key: step.key, turn: true } : step;
}

function stepOf(text: string, index: Value, facts: Facts, loops: number): RowStep | null {
  const slice = sliceOf(text);
  if (slice !== null) {
    const [from, to] = slice;
    if (from === '' && to === '') return null;
    return { type: 'slice', from, to, ...(loops > 0 && isWindow(from, to) ? { window: true } : {}) };
  }
  // names of columns
  if (
    index.length > 0 &&
    index.every(({ kind, meaning }) => meaning.type === 'atom' && kind === 'builtins.str')
  )
    return null;
  if (facts.rows.length === 0 || index.every(({ kind }) => kind === 'builtins.list')) return null;
  let [condition, holds] = [text, true];
  for (
    let match = /^[~-]\s*(.*)$/s.exec(condition);
    match !== null;
    match = /^[~-]\s*(.*)$/s.exec(condition)
  ) {
    condition = match[1]!.trim();
    holds = !holds;
  }
  condition = condition.replace(/^\((.*)\)$/s, '$1');
  const comparison = /^([^<>=!&|]*?)\s*(>=|<=|!=|==|>|<)\s*([^<>=!&|]*)$/s.exec(condition);
  if (comparison !== null) {
    const [, left, operator, right] = comparison as unknown as readonly [string, string, string, string];
    const positive = OPPOSITE[operator];
    const isFalse = right.trim() === 'False';
    const key = `${left}${positive ?? operator}${isFalse ? 'True' : right}`.replace(/\s+/g, '');
    return { type: 'condition', key, holds: holds === ((positive === undefined) !== isFalse) };
  }
  const key = condition.replace(/\s+/g, '').replace(/\.not(na|null)\(/, '.is$1(');
  return { type: 'condition', key, holds: holds === !/\.not(?:na|null)\(/.test(condition) };
}

/** Whether a slice is one of several that share rows: `i:i+10`, `i-10:i`, but not `i*10:(i+1)*10`. */
function isWindow(from: string, to: string): boolean {
  // batches follow each other
  if (/batch|chunk/i.test(to)) return false;
  const [start, end] = [from, to].map((text) => text.replace(/^\((.*)\)$/, '$1'));
  const isAfter = (text: string, base: string) => /^[^\W\d]\w*$/.test(base) && text.startsWith(`${base}+`);
  const isBefore = (text: string, base: string) => /^[^\W\d]\w*$/.test(base) && text.startsWith(`${base}-`);
  // `end = i + 10`, as many write it
  if (/^[ijk]$/.test(start!) && /^end/.test(end!)) return true;
  return isAfter(end!, start!) || isBefore(start!, end!);
}

/** From and to of `a:b`; null: the text is no slice. */
function sliceOf(text: string): readonly [string, string] | null {
  const parts = splitOutside(text, ':').map((part) => part.replace(/\s+/g, '').replace(/^0$/, ''));
  return parts.length < 2 ? null : [parts[0]!, parts[1]!];
}

/** The parts of a text in brackets: `[a:b, c]`. */
export function indexTexts(brackets: string): readonly string[] {
  const inner = /^\s*\[(.*)\]\s*$/s.exec(brackets)?.[1] ?? '';
  return splitOutside(inner, ',').map((part) => part.trim());
}

/** Splits a text at a character outside of brackets and strings. */
function splitOutside(text: string, at: string): readonly string[] {
  const parts = [''];
  let [depth, quote] = [0, ''];
  for (const character of text) {
    if (quote !== '') quote = character === quote ? '' : quote;
    else if (/["']/.test(character)) quote = character;
    else if (/[([{]/.test(character)) depth += 1;
    else if (/[)\]}]/.test(character)) depth -= 1;
    if (character === at && depth === 0 && quote === '') parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts;
}
