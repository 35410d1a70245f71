/** Whether a source is a folder, which is searched for notebooks. */

import { statSync } from 'node:fs';

/** False where there is no telling (links in a circle, folders that may not be entered): who reads it says why. */
export function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  } catch {
    return false;
  }
}
