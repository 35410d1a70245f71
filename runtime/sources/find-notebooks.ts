/** Finds a person's own notebooks below a folder, one at a time. It opens none of them. */

import { describeFailure } from '../documents/index.ts';
import { SluiceError } from '../words/index.ts';
import { filesBelow } from './files-below.ts';

/**
 * Paths of `*.ipynb` below a folder. @throws {SluiceError} 2 if the folder itself cannot be read; unreadable
 * subfolders are left out.
 */
export function* findNotebooks(root: string): Generator<string> {
  const below = filesBelow(root, (folder, error) => {
    if (folder === root) throw new SluiceError(`cannot read ${root}: ${describeFailure(error)}`);
  });
  for (const { path, entry } of below) if (/\.ipynb$/i.test(entry.name)) yield path;
}
