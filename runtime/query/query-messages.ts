/** What is said between a query and the thread that its database is in. Types only. */

import type { MessagePort } from 'node:worker_threads';
import type { SqlValue } from '../../slicer/index.ts';
import type { AskedQuery, Parameters } from './facts-database.ts';

/** To the thread; each has one answer, in order. */
export type ToThread =
  | { readonly type: 'inspect'; readonly sql: string }
  | { readonly type: 'fill'; readonly table: string; readonly rows: readonly (readonly SqlValue[])[] }
  /** Empties all tables, and fills these. */
  | { readonly type: 'refill'; readonly tables: ReadonlyMap<string, readonly (readonly SqlValue[])[]> }
  | {
      readonly type: 'begin';
      readonly sql: string;
      readonly parameters: Parameters;
      readonly limitMs: number;
    }
  /** Some more rows of what was begun. */
  | { readonly type: 'more' }
  /** The first rows of a query, whose values are cut to `longest` characters. */
  | {
      readonly type: 'first';
      readonly sql: string;
      readonly parameters: Parameters;
      readonly most: number;
      readonly longest: number;
      readonly limitMs: number;
    };

/** What a thread is given by somebody who waits for its answers: where they go, and what they are counted in. */
export interface WaitingData {
  readonly port: MessagePort;
  readonly answers: Int32Array;
}

/** From it. */
export type FromThread =
  | { readonly type: 'asked'; readonly query: AskedQuery }
  | { readonly type: 'done' }
  | { readonly type: 'rows'; readonly rows: readonly (readonly SqlValue[])[]; readonly isLast: boolean }
  | { readonly type: 'mistake'; readonly message: string; readonly sql: string; readonly at: number | null };
