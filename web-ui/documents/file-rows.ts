/** Which rows of a table file are shown, in which order. Pure but for the reading of columns. */

import type { TableFilter, TableRows } from '../../runtime/index.ts';
import { isMissing, numberOf, textOf } from './file-columns.ts';

type Values = readonly unknown[];

/** The places of the shown rows; null: all as they are. `valuesOf`: all values of a column. */
export async function shownPlaces(
  { sort, filters, search }: TableRows,
  size: readonly [rows: number, columns: number],
  valuesOf: (column: number) => Promise<Values>,
): Promise<readonly number[] | null> {
  if (sort === null && filters.length === 0 && search === '') return null;
  const [rows, columns] = size;
  const kept = new Uint8Array(rows).fill(1);
  for (const filter of filters) {
    const holds = testOf(filter, await valuesOf(filter.column));
    for (let row = 0; row < rows; row += 1) if (!holds(row)) kept[row] = 0;
  }
  if (search !== '') {
    const found = new Uint8Array(rows);
    for (let column = 0; column < columns; column += 1) {
      const holds = containing(search, await valuesOf(column));
      for (let row = 0; row < rows; row += 1) if (kept[row] === 1 && holds(row)) found[row] = 1;
    }
    kept.set(found);
  }
  const places = sort === null ? kept.keys() : orderOf(await valuesOf(sort.column), sort.descending);
  return [...places].filter((place) => kept[place] === 1);
}

/** Whether all present values of a column are numbers. */
export function isNumeric(values: Values): boolean {
  return values.every((value) => isMissing(value) || !Number.isNaN(numberOf(value)));
}

function testOf({ test, value }: TableFilter, values: Values): (row: number) => boolean {
  if (test === 'missing') return (row) => isMissing(values[row]);
  if (test === 'present') return (row) => !isMissing(values[row]);
  if (test === 'contains') return containing(value, values);
  const numeric = isNumeric(values) && !values.some((one) => one instanceof Date);
  const wanted = numeric ? numberOf(value) : value;
  if (Number.isNaN(wanted)) throw new Error(`${value.trim() || 'nothing'} is no number`);
  return (row) => {
    const one = values[row];
    // as in pandas: what is missing differs from all values
    if (isMissing(one)) return test === '!=';
    const is = numeric ? numberOf(one) : textOf(one)!;
    switch (test) {
      case '==':
        return is === wanted;
      case '!=':
        return is !== wanted;
      case '<':
        return is < wanted;
      case '<=':
        return is <= wanted;
      case '>':
        return is > wanted;
      default:
        return is >= wanted;
    }
  };
}

function containing(words: string, values: Values): (row: number) => boolean {
  const wanted = words.toLowerCase();
  return (row) => (textOf(values[row]) ?? '').toLowerCase().includes(wanted);
}

/** The places of rows in the order of a column; missing values come last. */
function orderOf(values: Values, descending: boolean): readonly number[] {
  const numbers = values.map((value) => (isMissing(value) ? null : numberOf(value)));
  const keys: readonly (string | number | null)[] = isNumeric(values) ? numbers : values.map(textOf);
  const sign = descending ? -1 : 1;
  return keys
    .map((_, place) => place)
    .sort((a, b) => {
      const [x, y] = [keys[a]!, keys[b]!];
      if (x === null || y === null) return Number(x === null) - Number(y === null);
      return sign * (x < y ? -1 : x > y ? 1 : 0);
    });
}
