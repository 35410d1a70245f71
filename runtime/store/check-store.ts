/** Checks a whole store: signatures, contents, and whether values come back as they were written. */

import { tmpdir } from 'node:os';
import { fileDigest } from './found-files.ts';
import type { StoreFolder } from './store-folder.ts';
import type { StoredRun } from './stored-run.ts';
import { ValuesChecker } from './values-checker.ts';

/** A removed entry, and why. */
export interface BadRun {
  readonly title: string;
  readonly reason: string;
}

/** Reads all values back, and removes entries with other values. */
export async function checkStore(
  store: StoreFolder,
): Promise<{ readonly good: number; readonly bad: readonly BadRun[] }> {
  const bad: BadRun[] = [];
  let good = 0;
  const checkers = new Map<string, ValuesChecker>();
  try {
    for (const found of store.all()) {
      const { run } = found;
      const reason =
        run === null
          ? 'it is damaged, or of somebody who may not write here'
          : await whyBad(store, run, checkers);
      if (reason === null) good += 1;
      else {
        bad.push({ title: run?.title ?? found.path, reason });
        store.remove(found);
      }
    }
  } finally {
    for (const checker of checkers.values()) checker.close();
  }
  return { good, bad };
}

async function whyBad(
  store: StoreFolder,
  { python, path, values, files, author }: StoredRun,
  checkers: Map<string, ValuesChecker>,
): Promise<string | null> {
  for (const { sha256, path: written } of files)
    if ((await fileDigest(store.valuePath(sha256))) !== sha256) return `the content of ${written} is damaged`;
  if (author !== undefined) {
    // (its author chose the interpreter in it, which may be any program)
    for (const { sha256, names } of values)
      if ((await fileDigest(store.valuePath(sha256))) !== sha256)
        return `the file of ${names.join(', ')} is damaged`;
    return null;
  }
  const key = JSON.stringify([python, path]);
  const checker = checkers.get(key) ?? new ValuesChecker(python, path, tmpdir());
  checkers.set(key, checker);
  for (const { sha256, size, fingerprint, names } of values) {
    const back = await checker.check(store.valuePath(sha256), sha256, size);
    if (back.fingerprint !== fingerprint)
      return `${names.join(', ')}: ${back.error ?? 'it comes back different'}`;
  }
  return null;
}
