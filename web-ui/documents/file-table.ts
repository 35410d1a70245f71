/** The source of the table viewer for a file: parts, orders and summaries from its columns. */

import Papa from 'papaparse';
import type { ColumnSummary, TableRows } from '../../runtime/index.ts';
import type { TableSource } from '../tables/table-state.ts';
import { fileCode } from './file-code.ts';
import { type FileColumns, isMissing, numberOf, textOf, wholeText } from './file-columns.ts';
import { shownPlaces } from './file-rows.ts';

const BINS = 20;
const MOST_SORTED = 2_000_000;
/** Cells that are saved as CSV. */
const MOST_WRITTEN = 20_000_000;

/** The source of a file's table. `path`: from the folder of the notebook that may take its code. */
export function fileTable(columns: FileColumns, path: string): TableSource {
  const { kind, rows, header, reading } = columns;
  const known = new Map<number, Promise<readonly unknown[]>>();
  const valuesOf = (index: number) => {
    const values = known.get(index) ?? columns.column(index);
    known.set(index, values);
    return values;
  };
  let kept: { readonly key: string; readonly places: readonly number[] | null } | null = null;
  const placesOf = async (wanted: TableRows) => {
    const { sort, filters, search } = wanted;
    const key = JSON.stringify([sort, filters, search]);
    if (kept?.key === key) return kept.places;
    const isPlain = sort === null && filters.length === 0 && search === '';
    if (!isPlain && rows > MOST_SORTED)
      throw new Error('The file has too many rows to be sorted or filtered here.');
    const places = await shownPlaces(wanted, [rows, header.length], valuesOf);
    kept = { key, places };
    return places;
  };
  return {
    async page(part) {
      const all = await placesOf(part);
      const count = all?.length ?? rows;
      const [first, last] = [Math.min(part.rows[0], count), Math.min(part.rows[1], count)];
      const right = Math.min(part.columns[1], header.length);
      const left = Math.min(part.columns[0], right);
      const places = all?.slice(first, last) ?? Array.from({ length: last - first }, (_, at) => first + at);
      let cells: readonly (readonly unknown[])[];
      if (all === null) cells = await columns.window([first, last], [left, right]);
      else {
        const shown = await Promise.all(Array.from({ length: right - left }, (_, at) => valuesOf(left + at)));
        cells = places.map((place) => shown.map((values) => values[place]));
      }
      const page = {
        kind,
        shape: [count, header.length],
        allRows: rows,
        indexNames: [''],
        header: header.slice(left, right),
        index: places.map((place) => [String(place)]),
        cells: cells.map((row) => Array.from({ length: right - left }, (_, at) => textOf(row[at]))),
        rows: [first, last],
        columns: [left, right],
        code: all === null ? null : fileCode(path, reading, header, part),
      } as const;
      return { page, version: 0 };
    },
    forms: ['csv'],
    async file(wanted) {
      const places = await placesOf(wanted);
      if (rows * header.length > MOST_WRITTEN)
        throw new Error('The file is too large to be saved from here.');
      const all = await Promise.all(header.map((_, column) => valuesOf(column)));
      const labels = header.map(({ label }) => label);
      const data = (places ?? [...Array(rows).keys()]).map((row) =>
        all.map((values) => wholeText(values[row])),
      );
      return Papa.unparse([labels, ...data], { newline: '\n' });
    },
    async column(index) {
      if (rows > MOST_SORTED) return null;
      return { summary: summaryOf(await valuesOf(index), header[index]!.numeric), version: 0 };
    },
  };
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
