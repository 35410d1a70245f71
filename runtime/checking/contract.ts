/** What a contract is: a query that must give no rows. It is asked elsewhere. */

import type { Severity } from '../../slicer/index.ts';

/** A contract. */
export interface Contract {
  readonly name: string;
  readonly query: string;
  /** What is wrong where it gives a row; `{path}` stands for the row's value in that column. Null: the row says it. */
  readonly message: string | null;
  readonly severity: Severity;
  /** Patterns of the notebooks that it is for; null: all. */
  readonly files: readonly string[] | null;
  /** Where an offset of the query stands, as `sluice.toml:3:9`; null: it is the notebook's own. */
  readonly placeOf: ((offset: number | null) => string) | null;
}

/** What a contract can say of itself, beside its query. */
export const CONTRACT_KEYS = ['query', 'message', 'severity', 'files'] as const;

/** How bad it is to break one. */
export const SEVERITIES: readonly Severity[] = ['error', 'warning', 'info'];

/** What a name can be made of: it stands in comments, between commas. */
export const CONTRACT_NAME = /^[\w.-]+$/;
