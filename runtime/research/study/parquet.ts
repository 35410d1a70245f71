/** Results as Apache Parquet, for tools that read tables of columns: a row for each. This file knows no kinds of results. */

import { saveAtomically } from '../../documents/index.ts';

type Cell = string | number | boolean | null;

/** Saves results; nested fields get a column of their own (`outputs_total`), lists are JSON texts. @throws {SluiceError} */
export async function saveParquet(path: string, results: readonly object[]): Promise<void> {
  // loaded on demand, because most commands write no Parquet
  const { parquetWriteBuffer } = await import('hyparquet-writer');
  const rows = results.map((result) => flattened(result));
  const names = [...new Set(rows.flatMap((row) => [...row.keys()]))];
  const columnData = names.map((name) => columnOf(name, rows));
  saveAtomically(path, Buffer.from(parquetWriteBuffer({ columnData })));
}

function flattened(result: object, before = '', into = new Map<string, Cell>()): Map<string, Cell> {
  for (const [key, value] of Object.entries(result) as [string, unknown][]) {
    const name = `${before}${key}`;
    if (value instanceof Map) into.set(name, JSON.stringify(Object.fromEntries(value)));
    else if (Array.isArray(value)) into.set(name, JSON.stringify(value));
    else if (typeof value === 'object' && value !== null) flattened(value, `${name}_`, into);
    else if (value !== undefined) into.set(name, value as Cell);
  }
  return into;
}

/** The values of a column with one type; values of several types as texts. */
function columnOf(name: string, rows: readonly ReadonlyMap<string, Cell>[]) {
  const data = rows.map((row) => row.get(name) ?? null);
  const kinds = new Set(data.flatMap((value) => (value === null ? [] : [typeof value])));
  const about = { name, nullable: true };
  if (kinds.size === 1 && kinds.has('number')) return { ...about, data, type: 'DOUBLE' as const };
  if (kinds.size === 1 && kinds.has('boolean')) return { ...about, data, type: 'BOOLEAN' as const };
  return {
    ...about,
    data: data.map((value) => (value === null ? null : String(value))),
    type: 'STRING' as const,
  };
}
