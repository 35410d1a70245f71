/** What pages and the server say to each other about tables that names stand for. Types only; `messages.ts` has the rest. */

/** A part of a table: rows and columns from the first to before the last, in the order of a column if one is given. */
export interface TablePart {
  readonly rows: readonly [number, number];
  readonly columns: readonly [number, number];
  readonly sort: { readonly column: number; readonly descending: boolean } | null;
}

/** None of these is answered while a cell runs: the kernel looks at a value between runs only. */
export type TableQuestion =
  | (TablePart & { readonly ask: 'table'; readonly id: number; readonly name: string })
  | {
      readonly ask: 'table-column';
      readonly id: number;
      readonly name: string;
      readonly column: number;
    };

/** A part of a table as it is. Values are short texts; null: missing. */
export interface TablePage {
  readonly kind: string;
  readonly shape: readonly [number, number];
  /** Of the levels of the row labels; empty: without a name. */
  readonly indexNames: readonly string[];
  readonly header: readonly { readonly label: string; readonly dtype: string; readonly numeric: boolean }[];
  /** The labels of each row. */
  readonly index: readonly (readonly string[])[];
  readonly cells: readonly (readonly (string | null)[])[];
  /** What it is a part of: within the table. */
  readonly rows: readonly [number, number];
  readonly columns: readonly [number, number];
}

/** What a column holds. */
export interface ColumnSummary {
  readonly missing: number;
  /** Null: its values cannot be told apart. */
  readonly distinct: number | null;
  /** Names with values: extremes, mean. */
  readonly facts?: readonly (readonly [string, string])[];
  /** How many numbers are in each of equal parts of their range. */
  readonly histogram?: readonly number[] | null;
  /** The commonest values, with how often they come. */
  readonly top?: readonly (readonly [string, number])[];
}

export type TableAnswer =
  /** `version`: of the session; another one when something has run since. */
  | { readonly to: 'table'; readonly version: number; readonly page: TablePage }
  | { readonly to: 'table-column'; readonly version: number; readonly summary: ColumnSummary };
