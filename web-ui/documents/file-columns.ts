/** The columns of a table file, as its readers give them. Types and the texts of values only. */

/** A table file. */
export interface FileColumns {
  /** Such as "CSV file". */
  readonly kind: string;
  readonly rows: number;
  readonly header: readonly { readonly label: string; readonly dtype: string; readonly numeric: boolean }[];
  /** Why only part of the file is there; null: it is whole. */
  readonly note: string | null;
  /** Further arguments of the pandas function that reads the file, each after a comma. */
  readonly reading: string;
  /** Rows from the first to before the last, with these columns. */
  window(rows: readonly [number, number], columns: readonly [number, number]): Promise<readonly unknown[][]>;
  /** All values of a column. @throws when there are too many */
  column(index: number): Promise<readonly unknown[]>;
}

const MISSING: ReadonlySet<unknown> = new Set([null, undefined, '', 'NA', 'NaN', 'null']);

/** Whether a value counts as missing. */
export function isMissing(value: unknown): boolean {
  return MISSING.has(value) || (typeof value === 'number' && Number.isNaN(value));
}

/** A value as a number; NaN: it is none. */
export function numberOf(value: unknown): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'bigint') return Number(value);
  if (value instanceof Date) return value.getTime();
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
}

const LONGEST = 300;

/** A value as a text. */
export function wholeText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (value instanceof Date) {
    return value
      .toISOString()
      .replace('T', ' ')
      .replace(/(?:\.000)?Z$/, '');
  }
  if (value instanceof Uint8Array) return `${value.length} bytes`;
  if (typeof value !== 'object') return String(value);
  return JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? String(inner) : inner));
}

/** A value as a short text; null: missing. */
export function textOf(value: unknown): string | null {
  if (isMissing(value)) return null;
  const text = wholeText(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
