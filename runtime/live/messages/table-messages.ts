/** Messages between pages and the server about tables. Types only; `messages.ts` has the rest. */

/** A part of a table: rows and columns from the first to before the last, in the order of a column if one is given. */
export interface TablePart {
  readonly rows: readonly [number, number];
  readonly columns: readonly [number, number];
  readonly sort: { readonly column: number; readonly descending: boolean } | null;
}

/** The kernel looks at values between runs only, so these questions have no answer while a cell runs. */
export type TableQuestion =
  | (TablePart & { readonly ask: 'table'; readonly id: number; readonly name: string })
  | {
      readonly ask: 'table-column';
      readonly id: number;
      readonly name: string;
      readonly column: number;
    };

/** A part of a table. Values are short texts; null: missing. */
export interface TablePage {
  readonly kind: string;
  readonly shape: readonly [number, number];
  /** Of the levels of the row labels; empty: without a name. */
  readonly indexNames: readonly string[];
  readonly header: readonly { readonly label: string; readonly dtype: string; readonly numeric: boolean }[];
  /** The labels of each row. */
  readonly index: readonly (readonly string[])[];
  readonly cells: readonly (readonly (string | null)[])[];
  /** The part's range within the table. */
  readonly rows: readonly [number, number];
  readonly columns: readonly [number, number];
  /** The code that sorts the table as it is shown; null: it is not sorted, or no short code does. */
  readonly code?: string | null;
}

/** The content of a column. */
export interface ColumnSummary {
  readonly missing: number;
  /** Null: its values cannot be told apart. */
  readonly distinct: number | null;
  /** Names with values: extremes, mean. */
  readonly facts?: readonly (readonly [string, string])[];
  /** Counts of numbers in equal parts of their range. */
  readonly histogram?: readonly number[] | null;
  /** The commonest values, with their counts. */
  readonly top?: readonly (readonly [string, number])[];
}

export type TableAnswer =
  /** `version`: the session's version, which changes when a cell has run. */
  | { readonly to: 'table'; readonly version: number; readonly page: TablePage }
  | { readonly to: 'table-column'; readonly version: number; readonly summary: ColumnSummary };
