/** The report of a notebook in the store: what its last session said, and where the session came from. */

import { realpathSync } from 'node:fs';
import { collectStore } from './collect-store.ts';
import { digestOf } from './known-state.ts';
import type { ReactiveStore } from './reactive-store.ts';
import type { SessionWithStore } from './session-with-store.ts';
import type { Place } from './store-answers.ts';
import type { StoreFolder } from './store-folder.ts';

/** The name of a notebook's report in the store. */
export function reportName(path: string): string {
  return digestOf(realpathSync(path));
}

/** Where the session of a notebook was saved, if it was opened from a file. `path`: of the notebook. */
export function originOf(store: StoreFolder, path: string): Place | null {
  return store.report(reportName(path))?.origin ?? null;
}

/** Waits until all values are stored, writes the report, and keeps the store within its limit. `path`: of the notebook. */
export async function endSession(
  store: StoreFolder,
  session: SessionWithStore | ReactiveStore,
  path: string,
): Promise<void> {
  await session.finish();
  const { reports: cells, place } = session;
  if (cells.length > 0) {
    const origin = originOf(store, path);
    store.writeReport(reportName(path), { cells, place, ...(origin === null ? {} : { origin }) });
  }
  collectStore(store);
}
