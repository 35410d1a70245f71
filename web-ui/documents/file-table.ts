/** The source of the table viewer for a file: parts, orders and summaries from its columns. */

import type { ColumnSummary } from '../../runtime/index.ts';
import type { TableSource } from '../tables/table-state.ts';
import { type FileColumns, isMissing, numberOf, textOf } from './file-columns.ts';

const BINS = 20;
const MOST_SORTED = 2_000_000;

/** The source of a file's table. */
export function fileTable(columns: FileColumns): TableSource {
  const { kind, rows, header } = columns;
  const known = new Map<number, Promise<readonly unknown[]>>();
  const valuesOf = (index: number) => {
    const values = known.get(index) ?? columns.column(index);
    known.set(index, values);
    return values;
  };
  let sorted: { readonly key: string; readonly order: readonly number[] } | null = null;
  return {
    async page({ rows: [from, to], columns: [left, to_], sort }) {
      const [first, last] = [Math.min(from, rows), Math.min(to, rows)];
      const right = Math.min(to_, header.length);
      let places = Array.from({ length: last - first }, (_, at) => first + at);
      let cells: readonly (readonly unknown[])[];
      if (sort === null) cells = await columns.window([first, last], [left, right]);
      else {
        if (rows > MOST_SORTED) throw new Error('The file has too many rows to be sorted here.');
        const key = JSON.stringify(sort);
        const order =
          sorted?.key === key ? sorted.order : orderOf(await valuesOf(sort.column), sort.descending);
        sorted = { key, order };
        places = order.slice(first, last);
        const shown = await Promise.all(Array.from({ length: right - left }, (_, at) => valuesOf(left + at)));
        cells = places.map((place) => shown.map((values) => values[place]));
      }
      const page = {
        kind,
        shape: [rows, header.length],
        indexNames: [''],
        header: header.slice(left, right),
        index: places.map((place) => [String(place)]),
        cells: cells.map((row) => Array.from({ length: right - left }, (_, at) => textOf(row[at]))),
        rows: [first, last],
        columns: [left, right],
      } as const;
      return { page, version: 0 };
    },
    async column(index) {
      if (rows > MOST_SORTED) return null;
      return { summary: summaryOf(await valuesOf(index), header[index]!.numeric), version: 0 };
    },
  };
}

/** The places of rows in the order of a column; missing values come last. */
function orderOf(values: readonly unknown[], descending: boolean): readonly number[] {
  const numbers = values.map((value) => (isMissing(value) ? null : numberOf(value)));
  const isNumeric = numbers.every((number) => number === null || !Number.isNaN(number));
  const keys: readonly (string | number | null)[] = isNumeric ? numbers : values.map(textOf);
  const sign = descending ? -1 : 1;
  return keys
    .map((_, place) => place)
    .sort((a, b) => {
      const [x, y] = [keys[a]!, keys[b]!];
      if (x === null || y === null) return Number(x === null) - Number(y === null);
      return sign * (x < y ? -1 : x > y ? 1 : 0);
    });
}

function summaryOf(values: readonly unknown[], numeric: boolean): ColumnSummary {
  const counts = new Map<string, number>();
  let missing = 0;
  for (const value of values) {
    const text = textOf(value);
    if (text === null) missing += 1;
    else counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const shared = { missing, distinct: counts.size };
  if (!numeric) {
    const top = [...counts].sort((a, b) => b[1] - a[1]).slice(0, 3);
    return { ...shared, top };
  }
  const numbers = values.filter((value) => !isMissing(value)).map(numberOf);
  if (numbers.length === 0) return shared;
  let [min, max, sum] = [Infinity, -Infinity, 0];
  for (const number of numbers) {
    min = Math.min(min, number);
    max = Math.max(max, number);
    sum += number;
  }
  const histogram = Array.from({ length: BINS }, () => 0);
  const width = (max - min) / BINS || 1;
  for (const number of numbers) histogram[Math.min(BINS - 1, Math.floor((number - min) / width))]! += 1;
  const facts = [
    ['min', numberText(min)],
    ['mean', numberText(sum / numbers.length)],
    ['max', numberText(max)],
  ] as const;
  return { ...shared, facts, histogram };
}

function numberText(value: number): string {
  return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(5)));
}
