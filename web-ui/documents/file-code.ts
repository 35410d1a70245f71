/** The code that reads a table file with pandas, and filters and sorts the rows as they are shown. */

import type { TableFilter, TableRows } from '../../runtime/index.ts';

interface Column {
  readonly label: string;
  readonly numeric: boolean;
}

/** The code, two lines. `path`: from the folder of the notebook; `reading`: further arguments of the function that reads. */
export function fileCode(
  path: string,
  reading: string,
  header: readonly Column[],
  { sort, filters, search }: TableRows,
): string {
  const tests = filters.map((filter) => testCode(filter, header[filter.column]!));
  if (search !== '') {
    const contains = `column.astype('string').str.contains(${quoted(search)}, case=False, regex=False, na=False)`;
    tests.push(`table.apply(lambda column: ${contains}).any(axis=1)`);
  }
  const all = tests.length < 2 ? tests.join('') : tests.map((test) => `(${test})`).join(' & ');
  const kept = all === '' ? '' : `.loc[lambda table: ${all}]`;
  const down = sort?.descending ? ', ascending=False' : '';
  const sorted = sort === null ? '' : `.sort_values(${quoted(header[sort.column]!.label)}${down})`;
  return `import pandas as pd\n${readCode(path, reading)}${kept}${sorted}`;
}

function readCode(path: string, reading: string): string {
  if (/\.(?:parquet|pq)$/i.test(path)) return `pd.read_parquet(${quoted(path)})`;
  if (/\.(?:jsonl|ndjson)$/i.test(path)) return `pd.read_json(${quoted(path)}, lines=True${reading})`;
  return `pd.read_csv(${quoted(path)}${reading})`;
}

function testCode({ test, value }: TableFilter, { label, numeric }: Column): string {
  const column = `table[${quoted(label)}]`;
  if (test === 'missing') return `${column}.isna()`;
  if (test === 'present') return `${column}.notna()`;
  if (test !== 'contains') return `${column} ${test} ${numeric ? value.trim() : quoted(value)}`;
  const text = numeric ? `${column}.astype('string')` : column;
  return `${text}.str.contains(${quoted(value)}, case=False, regex=False, na=False)`;
}

/** A text as Python writes it. */
function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;
}
