/** What is said between a query and the thread that its database is in. Types only. */

import type { SqlValue } from '../../slicer/index.ts';
import type { AskedQuery, Parameters } from './facts-database.ts';

/** To the thread; each has one answer, in order. */
export type ToThread =
  | { readonly type: 'inspect'; readonly sql: string }
  | { readonly type: 'fill'; readonly table: string; readonly rows: readonly (readonly SqlValue[])[] }
  | {
      readonly type: 'begin';
      readonly sql: string;
      readonly parameters: Parameters;
      readonly limitMs: number;
    }
  /** Some more rows of what was begun. */
  | { readonly type: 'more' };

/** From it. */
export type FromThread =
  | { readonly type: 'asked'; readonly query: AskedQuery }
  | { readonly type: 'done' }
  | { readonly type: 'rows'; readonly rows: readonly (readonly SqlValue[])[]; readonly isLast: boolean }
  | { readonly type: 'mistake'; readonly message: string; readonly sql: string; readonly at: number | null };
