/** Whether a source is a folder, in which notebooks are searched. */

import { statSync } from 'node:fs';

/** False if unknown (links in a circle, folders without access): a later read reports the reason. */
export function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  } catch {
    return false;
  }
}
