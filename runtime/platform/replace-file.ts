/**
 * Renames a file over another one that a program may have open. Windows refuses this for as long as the program
 * reads, such as a virus scanner or an indexer: the rename is tried again for two seconds.
 */

import { renameSync } from 'node:fs';
import { HERE } from './platform.ts';

/** Milliseconds between trials. */
const WAITS = [10, 20, 50, 100, 200, 400, 500, 720] as const;
const IN_USE: readonly unknown[] = ['EPERM', 'EACCES', 'EBUSY'];

/** Renames `from` to `to`, which may exist. @throws the error of the last trial */
export function replaceFile(
  from: string,
  to: string,
  platform = HERE,
  rename: (from: string, to: string) => void = renameSync,
): void {
  for (const wait of platform === 'win32' ? WAITS : []) {
    try {
      rename(from, to);
      return;
    } catch (error) {
      if (!IN_USE.includes((error as NodeJS.ErrnoException).code)) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, wait);
    }
  }
  rename(from, to);
}
