/** Files that a cell wrote: their content in the store, and back in place of a run of the cell. */

import { randomUUID } from 'node:crypto';
import { chmodSync, copyFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { besideOf } from '../documents/index.ts';
import { fileDigest } from './found-files.ts';
import { pathInKey, pathOfKey } from './path-in-key.ts';
import type { StoreFolder } from './store-folder.ts';
import type { StoredFile, StoredRun } from './stored-run.ts';

/** The longest file that is stored. */
const MOST_BYTES = 2_000_000_000;

/** Keeps the content of files that a run wrote. @throws with the reason against storing the run. */
export async function takeFiles(
  store: StoreFolder,
  written: Iterable<string>,
  folder: string,
): Promise<readonly StoredFile[]> {
  const found: StoredFile[] = [];
  for (const path of written) {
    const state = statSync(path, { throwIfNoEntry: false });
    if (state === undefined || !state.isFile()) throw new Error(`it changes ${path}, which is no plain file`);
    if (state.size > MOST_BYTES) throw new Error(`${path} is too large`);
    const copy = store.newFile(randomUUID());
    let sha256: string | null = null;
    try {
      copyFileSync(path, copy);
      sha256 = await fileDigest(copy);
      if (sha256 === null) throw new Error(`${path} cannot be read`);
      store.takeValue(copy, sha256);
    } finally {
      // (a full disk leaves a part)
      store.dropNew([copy]);
    }
    found.push({ path: pathInKey(path, folder), sha256, size: state.size, mode: state.mode & 0o777 });
  }
  return found;
}

/** Puts the files that a run wrote, where they are others. Whether all of them are there. */
export async function putFiles(store: StoreFolder, { files }: StoredRun, folder: string): Promise<boolean> {
  for (const { path: name, sha256, mode } of files) {
    const path = pathOfKey(name, folder);
    if ((await fileDigest(path)) === sha256) continue;
    const beside = besideOf(path);
    try {
      copyFileSync(store.valuePath(sha256), beside);
      // (of the copy: nobody changes it between this look and its new name)
      if ((await fileDigest(beside)) !== sha256) return false;
      chmodSync(beside, mode);
      renameSync(beside, path);
    } catch {
      return false;
    } finally {
      rmSync(beside, { force: true });
    }
  }
  return true;
}
