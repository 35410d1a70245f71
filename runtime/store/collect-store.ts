/** Keeps a store within its limit, and removes whatever killed processes have left. */

import { readdirSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { digestsOf, type FoundRun, type StoreFolder } from './store-folder.ts';

/** Files that a process is about to name are younger. */
const SETTLED_MS = 3_600_000;

/**
 * Removes entries that are damaged or of another version, then those that save the least time for each byte,
 * down to the limit, and files that no entry names. Gives the number of removed entries.
 */
export function collectStore(
  store: StoreFolder,
  limit: number = store.limit,
  now: number = Date.now(),
): number {
  const started = Date.now();
  const found = store.all();
  const removed = found.filter(({ run }) => run === null || !store.hasAll(run));
  const kept = found.filter((each) => !removed.includes(each)).sort((a, b) => worth(a) - worth(b));
  let bytes = kept.reduce((sum, each) => sum + each.bytes, 0);
  while (bytes > limit && kept.length > 0) {
    const [least] = kept.splice(0, 1);
    bytes -= least!.bytes;
    removed.push(least!);
  }
  for (const each of removed) store.remove(each);
  // (another process may have stored a run of the same values meanwhile)
  const named = digestsIn(removed.length === 0 ? kept : store.all());
  const given = digestsIn(removed);
  for (const folder of ['values', 'new']) {
    for (const { path, name, at } of entriesOf(join(store.path, folder))) {
      const isGivenUp = given.has(name) && at < started;
      if (!named.has(name) && (isGivenUp || isSettled(at, now))) remove(path);
    }
  }
  removeLeftParts(store, now);
  return removed.length;
}

/** Removes parts of files whose writers were killed, and folders without entries. */
function removeLeftParts({ path }: StoreFolder, now: number): void {
  const runs = join(path, 'runs');
  const sources = entriesOf(runs);
  for (const folder of [path, join(path, 'reports'), ...sources.map((source) => source.path)]) {
    for (const each of entriesOf(folder))
      if (each.name.endsWith('.tmp') && isSettled(each.at, now)) remove(each.path);
  }
  for (const source of sources) {
    if (!isSettled(source.at, now)) continue;
    try {
      rmdirSync(source.path);
    } catch {
      // (it has entries)
    }
  }
}

/** Seconds saved for each byte. */
function worth({ run, bytes }: FoundRun): number {
  return (run?.ms ?? 0) / (bytes + 1_000);
}

function digestsIn(all: readonly FoundRun[]): ReadonlySet<string> {
  return new Set(all.flatMap(({ run }) => (run === null ? [] : digestsOf(run).map(({ sha256 }) => sha256))));
}

/** Whether no living process made a file. A time to come is that of a clock that has been set back. */
function isSettled(at: number, now: number): boolean {
  return Math.abs(now - at) > SETTLED_MS;
}

interface Entry {
  readonly path: string;
  readonly name: string;
  /** When it was made or renamed. */
  readonly at: number;
}

function entriesOf(folder: string): readonly Entry[] {
  try {
    return readdirSync(folder).flatMap((name) => {
      const path = join(folder, name);
      const found = statSync(path, { throwIfNoEntry: false });
      // (a link to nothing has no times)
      return [{ path, name, at: found?.ctimeMs ?? 0 }];
    });
  } catch {
    return [];
  }
}

function remove(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // (nobody may remove it)
  }
}
