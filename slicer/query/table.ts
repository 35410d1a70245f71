/** A table of facts: columns with their meaning, and the origin of the rows. No SQL engine is known here. */

import type { QueriedNotebook } from './queried-notebook.ts';

/** A value in a row, as SQL has them; true is 1. */
export type SqlValue = string | number | null;

/** The type of a column. `flag`: 1 or 0. */
export type ColumnType = 'text' | 'integer' | 'real' | 'flag';

export interface Column {
  readonly name: string;
  readonly type: ColumnType;
  /** Its meaning, as a phrase. */
  readonly what: string;
}

/** The values of a row; a missing column is null. */
export type RowFacts = Readonly<Record<string, SqlValue | boolean>>;

/** A table. Every one begins with the column `file`. */
export interface Table {
  readonly name: string;
  /** The meaning of a row. */
  readonly what: string;
  readonly columns: readonly Column[];
  /** The rows of a notebook, without `file`. */
  rows(notebook: QueriedNotebook): Iterable<RowFacts>;
}

/** A query with a name, usable like a table. */
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

/** The columns listed in a text, one a line: `name type meaning`. */
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
