/**
 * The stored runs that cells may get when they run next, found without a kernel: by their texts and the files that they
 * have read. Only the walk through the cells knows the values of names.
 */

import type { CellId } from '../../slicer/index.ts';
import { needsWholeSession } from './session-with-store.ts';
import type { StoreFolder } from './store-folder.ts';
import { isForLive, otherFile } from './stored-lookup.ts';
import type { StoredRun } from './stored-run.ts';

/** By cell, the newest stored run that its text and files allow. `folder`: the notebook's; `sources`: the texts of all cells. */
export async function waitingRuns(
  store: StoreFolder,
  folder: string,
  sources: ReadonlyMap<CellId, string>,
): Promise<ReadonlyMap<CellId, StoredRun>> {
  const found = new Map<CellId, StoredRun>();
  if ([...sources.values()].some(needsWholeSession)) return found;
  for (const [cell, source] of sources) {
    const run = await waitingRun(store, folder, source);
    if (run !== null) found.set(cell, run);
  }
  return found;
}

async function waitingRun(store: StoreFolder, folder: string, source: string): Promise<StoredRun | null> {
  for (const run of store.candidates(source).filter(isForLive)) {
    if (store.hasAll(run) && (await otherFile(run, folder)) === null) return run;
  }
  return null;
}
