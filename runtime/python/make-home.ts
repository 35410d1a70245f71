/** The folder for environments: existing, writable and with room, or an error at once. It installs nothing. */

import { accessSync, constants, mkdirSync, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { SluiceError } from '../words/index.ts';
import { diskFull, explainWriteFailure } from './install-failures.ts';

/** Makes the folder if it is missing. `bytes`: the space for the next writes. @throws {SluiceError} 3, one line. */
export function makeHome(home: string, bytes: number): void {
  let free: number;
  try {
    makeFolder(home);
    accessSync(home, constants.W_OK | constants.X_OK);
    const { bavail, bsize } = statfsSync(home);
    free = bavail * bsize;
  } catch (error) {
    throw new SluiceError(explainWriteFailure(home, error), 3);
  }
  if (free < bytes) throw new SluiceError(diskFull(home, bytes), 3);
}

/** Step by step: where a file system refuses folders, as /proc does, Node's own recursion never ends. */
function makeFolder(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  const parent = dirname(path);
  if (parent !== path) makeFolder(parent);
  try {
    mkdirSync(path);
  } catch (error) {
    // another process was faster
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}
