/** The result of a query as a table for people, as CSV (RFC 4180), and as JSON lines. It prints nothing. */

import type { SqlValue } from '../../slicer/index.ts';

export const RESULT_FORMATS = ['table', 'csv', 'json'] as const;
export type ResultFormatName = (typeof RESULT_FORMATS)[number];

type Rows = readonly (readonly SqlValue[])[];

/** A way to write a result. Each part is text for standard output. */
export interface ResultFormat {
  begin(columns: readonly string[]): string;
  rows(rows: Rows): string;
  end(): string;
}

/** Wider values are cut in tables. */
const WIDEST_VALUE = 60;
/** Later rows use the widths of the first ones, because rows are written as they come. */
const ROWS_FOR_WIDTHS = 1_000;

/** The format of a name. */
export function resultFormat(name: ResultFormatName): ResultFormat {
  if (name === 'table') return new TableFormat();
  return name === 'csv' ? CSV : new JsonFormat();
}

class TableFormat implements ResultFormat {
  #columns: readonly string[] = [];
  #kept: Rows[number][] = [];
  #widths: readonly number[] | null = null;
  #numeric: readonly boolean[] = [];

  begin(columns: readonly string[]): string {
    this.#columns = columns;
    return '';
  }

  rows(rows: Rows): string {
    if (this.#widths !== null) return this.#lines(rows);
    this.#kept.push(...rows);
    return this.#kept.length < ROWS_FOR_WIDTHS ? '' : this.#head();
  }

  end(): string {
    return this.#widths === null ? this.#head() : '';
  }

  #head(): string {
    const rows = this.#kept;
    this.#kept = [];
    this.#widths = this.#columns.map((name, at) =>
      rows.reduce((widest, row) => Math.max(widest, shown(row[at]!).length), name.length),
    );
    this.#numeric = this.#columns.map(
      (_, at) => rows.length > 0 && rows.every((row) => row[at] === null || typeof row[at] === 'number'),
    );
    const rule = this.#widths.map((width) => '─'.repeat(width)).join('  ');
    return `${this.#line(this.#columns)}${rule}\n${this.#lines(rows)}`;
  }

  #lines(rows: Rows): string {
    return rows.map((row) => this.#line(row.map(shown))).join('');
  }

  #line(texts: readonly string[]): string {
    const cells = texts.map((text, at) => {
      const width = this.#widths![at]!;
      return this.#numeric[at] ? text.padStart(width) : text.padEnd(width);
    });
    return `${cells.join('  ').trimEnd()}\n`;
  }
}

function shown(value: SqlValue): string {
  if (value === null) return '';
  const text = String(value)
    .trim()
    .replace(/\s*\n\s*/g, ' ↵ ')
    .replace(/\p{Cc}/gu, ' ');
  return text.length > WIDEST_VALUE ? `${text.slice(0, WIDEST_VALUE - 1)}…` : text;
}

const CSV: ResultFormat = {
  begin: (columns) => csvLine(columns),
  rows: (rows) => rows.map(csvLine).join(''),
  end: () => '',
};

function csvLine(values: readonly SqlValue[]): string {
  const texts = values.map((value) => {
    const text = value === null ? '' : String(value);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  });
  return `${texts.join(',')}\r\n`;
}

class JsonFormat implements ResultFormat {
  #columns: readonly string[] = [];

  begin(columns: readonly string[]): string {
    this.#columns = columns;
    return '';
  }

  rows(rows: Rows): string {
    return rows
      .map(
        (row) => `${JSON.stringify(Object.fromEntries(this.#columns.map((name, at) => [name, row[at]])))}\n`,
      )
      .join('');
  }

  end(): string {
    return '';
  }
}
