/**
 * Temporary files beside others, before they replace them, and the removal of such files left by killed
 * processes. It does not write.
 */

import { readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { nanoid } from 'nanoid';
import { isRunning } from '../platform/index.ts';

const BESIDE = /^\..*\.(\d+)-[\w-]{8}\.tmp$/;

/** A temporary path for the new content of `path`, used by no other process. */
export function besideOf(path: string): string {
  // names have at most 255 bytes
  return join(dirname(path), `.${basename(path).slice(0, 60)}.${process.pid}-${nanoid(8)}.tmp`);
}

/** Deletes temporary files of dead processes in a folder. */
export function removeLeftBeside(folder: string): void {
  try {
    for (const name of readdirSync(folder)) {
      const [, pid] = BESIDE.exec(name) ?? [];
      if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(folder, name), { force: true });
    }
  } catch {
    // a folder without access keeps them
  }
}
