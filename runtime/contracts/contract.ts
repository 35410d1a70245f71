/** A contract: a query that must give no rows. Other files run the query. */

import type { Severity } from '../../slicer/index.ts';

export interface Contract {
  readonly name: string;
  readonly query: string;
  /** The message for a row; `{path}` stands for the row's value in this column. Null: the row itself is the message. */
  readonly message: string | null;
  readonly severity: Severity;
  /** Patterns of the contract's notebooks; null: all. */
  readonly files: readonly string[] | null;
  /** The position of an offset of the query, as `sluice.toml:3:9`; null: the contract belongs to the notebook. */
  readonly placeOf: ((offset: number | null) => string) | null;
}

/** The settings of a contract. */
export const CONTRACT_KEYS = ['query', 'message', 'severity', 'files'] as const;

/** The possible severities of a broken contract. */
export const SEVERITIES: readonly Severity[] = ['error', 'warning', 'info'];

/** The characters of a name, which stands in comments, between commas. */
export const CONTRACT_NAME = /^[\w.-]+$/;
