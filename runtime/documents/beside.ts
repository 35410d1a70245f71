/**
 * Files that are written beside others before they take their place, and those of them that killed processes have left. It does not
 * write.
 */

import { readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { nanoid } from 'nanoid';
import { isRunning } from './running.ts';

const BESIDE = /^\..*\.(\d+)-[\w-]{8}\.tmp$/;

/** Where to write what is to become `path`; nobody else writes there. */
export function besideOf(path: string): string {
  // names have at most 255 bytes
  return join(dirname(path), `.${basename(path).slice(0, 60)}.${process.pid}-${nanoid(8)}.tmp`);
}

/** Deletes what processes that are no more have left beside the files of a folder. */
export function removeLeftBeside(folder: string): void {
  try {
    for (const name of readdirSync(folder)) {
      const [, pid] = BESIDE.exec(name) ?? [];
      if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(folder, name), { force: true });
    }
  } catch {
    // a folder that cannot be read or changed keeps them
  }
}
