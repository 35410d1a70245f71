/** Whether a source is a folder, which is searched for notebooks. */

import { statSync } from 'node:fs';

export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
