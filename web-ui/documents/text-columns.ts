/** CSV, TSV and JSON lines as columns. A long file is read in part: the page holds all of its rows. */

import Papa from 'papaparse';
import { readBytes } from '../files/files-api.ts';
import { decodeText, type Encoding } from './decode-text.ts';
import { type FileColumns, isMissing, numberOf } from './file-columns.ts';

/** The read part of a larger file. */
const MOST_BYTES = 32_000_000;
/** Parsing more rows would stop the page for seconds. */
const MOST_ROWS = 2_000_000;

/** The columns of a file. @throws when it holds none, with the reason */
export async function textColumns(path: string): Promise<FileColumns> {
  const { bytes, size } = await readBytes(path, 0, MOST_BYTES - 1);
  const isCut = size > bytes.byteLength;
  const { text: whole, encoding } = decodeText(bytes, isCut);
  const end = whole.lastIndexOf('\n') + 1;
  if (isCut && end === 0)
    throw new Error(`The first line has more than ${MOST_BYTES / 1e6} MB: the file is no table.`);
  const text = isCut ? whole.slice(0, end) : whole;
  const isLines = /\.(?:jsonl|ndjson)$/i.test(path);
  const { labels, rows, problem, form, hasMore = false } = isLines ? jsonLines(text) : delimited(text, path);
  const note = hasMore
    ? `The file has ${(size / 1e6).toFixed(0)} MB: its first ${MOST_ROWS / 1e6} million rows are shown.`
    : isCut
      ? `The file has ${(size / 1e6).toFixed(0)} MB: the rows of its first ${MOST_BYTES / 1e6} MB are shown.`
      : (problem ?? (encoding === 'utf-8' ? null : 'The file is not UTF-8: it is shown as Latin-1.'));
  const header = labels.map((label, at) => {
    const numeric = isNumeric(rows, at);
    return { label, dtype: numeric ? 'number' : 'text', numeric };
  });
  return {
    kind: isLines ? 'JSON lines' : /\.(?:tsv|tab)$/i.test(path) ? 'TSV file' : 'CSV file',
    rows: rows.length,
    header,
    note,
    reading: readingOf(form, encoding),
    async window([first, last], [left, right]) {
      return rows.slice(first, last).map((row) => row.slice(left, right));
    },
    async column(index) {
      return rows.map((row) => row[index]);
    },
  };
}

interface TextTable {
  readonly labels: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
  readonly problem: string | null;
  readonly form: TextForm;
  /** Whether the text has more rows than the table. */
  readonly hasMore?: boolean;
}

/** How the text writes its rows, where it differs from the usual. */
interface TextForm {
  readonly separator?: string;
  /** Whether numbers have a comma before their fraction. */
  readonly hasCommas?: boolean;
}

function readingOf({ separator = ',', hasCommas = false }: TextForm, encoding: Encoding): string {
  const separated = separator === ',' ? '' : `, sep='${separator === '\t' ? '\\t' : separator}'`;
  return `${separated}${hasCommas ? ", decimal=','" : ''}${encoding === 'utf-8' ? '' : `, encoding='${encoding}'`}`;
}

const COMMA_NUMBER = /^-?\d+(?:,\d+)?$/;

/** Writes numbers with a point in columns that have commas there; whether there are such columns. */
function pointCommas(rows: readonly string[][], width: number): boolean {
  let found = false;
  for (let column = 0; column < width; column += 1) {
    const values = rows.map((row) => row[column]).filter((value) => !isMissing(value));
    if (!values.some((value) => value?.includes(','))) continue;
    if (!values.every((value) => COMMA_NUMBER.test(value!))) continue;
    found = true;
    for (const row of rows) row[column] = row[column]?.replace(',', '.') ?? '';
  }
  return found;
}

function delimited(text: string, path: string): TextTable {
  const delimiter = /\.(?:tsv|tab)$/i.test(path) ? '\t' : '';
  const { data, errors, meta } = Papa.parse<string[]>(text, {
    delimiter,
    skipEmptyLines: 'greedy',
    preview: MOST_ROWS + 1,
  });
  const [labels = [], ...rows] = data;
  if (labels.length === 0) throw new Error('The file is empty.');
  const width = Math.max(labels.length, ...rows.slice(0, 1000).map((row) => row.length));
  const all = Array.from({ length: width }, (_, at) => labels[at] ?? `(column ${at + 1})`);
  // a file with one column has no delimiter to be found
  const first = errors.find(({ code }) => code !== 'UndetectableDelimiter');
  const line = first?.row === undefined ? '' : ` Row ${first.row + 1}:`;
  const form = { separator: meta.delimiter, hasCommas: meta.delimiter !== ',' && pointCommas(rows, width) };
  return {
    labels: all,
    rows,
    form,
    hasMore: meta.truncated,
    problem: first === undefined ? null : `${line} ${first.message}.`.trim(),
  };
}

function jsonLines(text: string): TextTable {
  const places = new Map<string, number>();
  const rows: unknown[][] = [];
  let bad = 0;
  let firstBad = 0;
  for (const [at, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      bad += 1;
      firstBad ||= at + 1;
      continue;
    }
    const record = typeof value === 'object' && value !== null && !Array.isArray(value) ? value : { value };
    const row: unknown[] = [];
    for (const [name, item] of Object.entries(record)) {
      const place = places.get(name) ?? places.size;
      places.set(name, place);
      row[place] = item;
    }
    rows.push(row);
  }
  if (rows.length === 0) throw new Error('No line of the file is JSON.');
  const problem =
    bad === 0
      ? null
      : `${bad === 1 ? 'One line is' : `${bad} lines are`} not JSON; the first is line ${firstBad}.`;
  return { labels: [...places.keys()], rows, problem, form: {} };
}

function isNumeric(rows: readonly (readonly unknown[])[], column: number): boolean {
  let some = false;
  for (const row of rows) {
    const value = row[column];
    if (isMissing(value)) continue;
    if (typeof value === 'boolean' || Number.isNaN(numberOf(value))) return false;
    some = true;
  }
  return some;
}
