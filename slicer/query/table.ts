/** What a table of facts is: its columns with their meaning, and where its rows come from. It knows no SQL engine. */

import type { QueriedNotebook } from './queried-notebook.ts';

/** A value in a row, as SQL has them; true is 1. */
export type SqlValue = string | number | null;

/** The type of a column. `flag`: 1 or 0. */
export type ColumnType = 'text' | 'integer' | 'real' | 'flag';

/** A column. */
export interface Column {
  readonly name: string;
  readonly type: ColumnType;
  /** What it says, as a phrase. */
  readonly what: string;
}

/** What rows are made of; a column that is left out is null. */
export type RowFacts = Readonly<Record<string, SqlValue | boolean>>;

/** A table. Every one begins with the column `file`. */
export interface Table {
  readonly name: string;
  /** What a row is. */
  readonly what: string;
  readonly columns: readonly Column[];
  /** The rows of a notebook, without `file`. */
  rows(notebook: QueriedNotebook): Iterable<RowFacts>;
}

/** A query with a name that can be asked like a table. */
export interface View {
  readonly name: string;
  readonly what: string;
  readonly columns: readonly Column[];
  readonly sql: string;
}

/** The first column of all tables. */
export const FILE_COLUMN: Column = {
  name: 'file',
  type: 'text',
  what: 'the path of the notebook or session, as you wrote it',
};

/** The columns that a text lists, one a line: `name type what it says`. */
export function columnsOf(text: string): readonly Column[] {
  const lines = text.trim().split('\n');
  return [
    FILE_COLUMN,
    ...lines.map((line): Column => {
      const [, name = '', type, what = ''] = /^\s*(\w+) (text|integer|real|flag) (.+)$/.exec(line) ?? [];
      return { name, type: type as ColumnType, what };
    }),
  ];
}

/** The values of a row in the order of the columns. */
export function rowOf({ columns }: Table, file: string, facts: RowFacts): SqlValue[] {
  return columns.map(({ name }) => {
    const value = name === FILE_COLUMN.name ? file : (facts[name] ?? null);
    return typeof value === 'boolean' ? Number(value) : value;
  });
}
