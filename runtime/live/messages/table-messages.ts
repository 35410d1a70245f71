/** Messages between pages and the server about tables. Types only; `messages.ts` has the rest. */

/** A test of the values of a column. `value` counts for comparisons and `contains`, as a person types it. */
export interface TableFilter {
  readonly column: number;
  readonly test: FilterTest;
  readonly value: string;
}

export type FilterTest = 'contains' | '==' | '!=' | '<' | '<=' | '>' | '>=' | 'missing' | 'present';

/** Which rows of a table are shown, in which order. */
export interface TableRows {
  /** In the order of a column; null: as they are. */
  readonly sort: { readonly column: number; readonly descending: boolean } | null;
  /** All of them hold for each shown row. */
  readonly filters: readonly TableFilter[];
  /** Words in any column; empty: no search. */
  readonly search: string;
}

/** A part of the shown rows: rows and columns from the first to before the last. */
export interface TablePart extends TableRows {
  readonly rows: readonly [number, number];
  readonly columns: readonly [number, number];
}

/** The kernel looks at values between runs only, so these questions have no answer while a cell runs. */
export type TableQuestion =
  | (TablePart & { readonly ask: 'table'; readonly id: number; readonly name: string })
  | {
      readonly ask: 'table-column';
      readonly id: number;
      readonly name: string;
      readonly column: number;
    }
  /** All shown rows, whole. */
  | (TableRows & {
      readonly ask: 'table-file';
      readonly id: number;
      readonly name: string;
      readonly form: TableForm;
    });

/** The form of a table as a file. */
export type TableForm = 'csv' | 'parquet';

/** A part of a table. Values are short texts; null: missing. */
export interface TablePage {
  readonly kind: string;
  /** Of the shown rows. */
  readonly shape: readonly [number, number];
  /** The number of rows without filters. */
  readonly allRows: number;
  /** Of the levels of the row labels; empty: without a name. */
  readonly indexNames: readonly string[];
  readonly header: readonly { readonly label: string; readonly dtype: string; readonly numeric: boolean }[];
  /** The labels of each row. */
  readonly index: readonly (readonly string[])[];
  readonly cells: readonly (readonly (string | null)[])[];
  /** The part's range within the table. */
  readonly rows: readonly [number, number];
  readonly columns: readonly [number, number];
  /** The code that filters and sorts the table as shown; null: nothing does, or no short code does. */
  readonly code?: string | null;
}

/** The content of a column. */
export interface ColumnSummary {
  readonly missing: number;
  /** Null: its values cannot be told apart. */
  readonly distinct: number | null;
  /** Facts such as the extremes and the mean, each as a name and a value. */
  readonly facts?: readonly (readonly [string, string])[];
  /** Counts of numbers in equal parts of their range. */
  readonly histogram?: readonly number[] | null;
  /** The commonest values, with their counts. */
  readonly top?: readonly (readonly [string, number])[];
}

export type TableAnswer =
  /** `version`: the session's version, which changes when a cell has run. */
  | { readonly to: 'table'; readonly version: number; readonly page: TablePage }
  | { readonly to: 'table-column'; readonly version: number; readonly summary: ColumnSummary }
  /** The text of CSV, or Parquet in base64. */
  | { readonly to: 'table-file'; readonly content: string };
