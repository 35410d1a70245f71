/** Cells of a table in the clipboard, and the shown rows as a file. */

import type { TableForm } from '../../runtime/index.ts';
import { say } from '../page/notices.ts';
import type { ShownTable } from './table-state.ts';

const MOST_CELLS = 100_000;

type Range = readonly [number, number];

/** Copies cells as lines with tabs, which spreadsheets take; returns a word about it. */
export async function copyTexts(
  table: ShownTable,
  { rows, columns }: { readonly rows: Range; readonly columns: Range },
): Promise<string> {
  const count = (rows[1] - rows[0]) * (columns[1] - columns[0]);
  if (count > MOST_CELLS) return `${count.toLocaleString()} cells are too many to copy; save them as CSV.`;
  try {
    const texts = (await table.part(rows, columns)).cells;
    const lines = texts.map((row) => row.map((text) => (text ?? '').replace(/[\t\n]/g, ' ')).join('\t'));
    await navigator.clipboard.writeText(lines.join('\n'));
    return count === 1 ? 'Copied.' : `${count.toLocaleString()} cells copied.`;
  } catch (error) {
    return `Nothing is copied: ${(error as Error).message}`;
  }
}

/** Downloads the shown rows, with whole values. */
export async function saveTable(table: ShownTable, name: string, form: TableForm): Promise<void> {
  try {
    const link = document.createElement('a');
    const type = form === 'csv' ? 'text/csv' : 'application/vnd.apache.parquet';
    link.href = URL.createObjectURL(new Blob([await table.file(form)], { type }));
    link.download = `${name}.${form}`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  } catch (error) {
    say((error as Error).message, 'problem');
  }
}
