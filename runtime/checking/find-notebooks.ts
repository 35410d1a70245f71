/** The notebooks below a folder that are somebody's own, one at a time. It opens none of them. */

import { describeFailure } from '../documents/index.ts';
import { SluiceError } from '../errors.ts';
import { filesBelow } from '../sources/index.ts';

/** Paths of `*.ipynb` below a folder. @throws {SluiceError} 2 if the folder itself cannot be read; those in it are left out then. */
export function* findNotebooks(root: string): Generator<string> {
  const below = filesBelow(root, (folder, error) => {
    if (folder === root) throw new SluiceError(`cannot read ${root}: ${describeFailure(error)}`);
  });
  for (const { path, entry } of below) if (/\.ipynb$/i.test(entry.name)) yield path;
}
