/** Messages between a query and the thread of its database. Types only. */

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
  /** Further rows of the current query. */
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

/** The data of a thread whose caller blocks: the port for answers, and their counter. */
export interface WaitingData {
  readonly port: MessagePort;
  readonly answers: Int32Array;
}

/** From the thread. */
export type FromThread =
  | { readonly type: 'asked'; readonly query: AskedQuery }
  | { readonly type: 'done' }
  | { readonly type: 'rows'; readonly rows: readonly (readonly SqlValue[])[]; readonly isLast: boolean }
  | { readonly type: 'mistake'; readonly message: string; readonly sql: string; readonly at: number | null };
