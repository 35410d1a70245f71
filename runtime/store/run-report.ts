/** What the last run of a notebook with a store said of the cells. */

import { items, list, maybe, object, orNull, type Schema, text, word } from '../../instrument/index.ts';
import { PLACE, type Place } from './store-answers.ts';

/** What the last run of a notebook said of a cell. */
export interface CellReport {
  readonly cell: string;
  readonly fate: 'stored' | 'restored' | 'not stored';
  readonly why: string;
  /** The digest of the text, and the key, of the stored run. */
  readonly run?: readonly [source: string, key: string];
}

/** The last run of a notebook. `origin`: where its session was saved, if a saved session was opened. */
export interface RunReport {
  readonly cells: readonly CellReport[];
  readonly place: Place | null;
  readonly origin?: Place;
}

export const CELL_REPORT: Schema<CellReport> = object<CellReport>({
  cell: text,
  fate: word('stored', 'restored', 'not stored'),
  why: text,
  run: maybe(items<readonly [string, string]>(text, text)),
});

export const RUN_REPORT: Schema<RunReport> = object<RunReport>({
  cells: list(CELL_REPORT),
  place: orNull(PLACE),
  origin: maybe(PLACE),
});
