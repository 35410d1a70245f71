/** The notebooks below a folder, one at a time, so that a folder may hold any number. It opens none of them. */

import { opendirSync } from 'node:fs';
import { join } from 'node:path';
import { describeFailure } from '../documents/index.ts';
import { SluiceError } from '../errors.ts';

/** Folders that hold copies, packages and histories. */
const LEFT_OUT = new Set([
  '.ipynb_checkpoints',
  '.git',
  '.hg',
  'node_modules',
  '__pycache__',
  'site-packages',
]);

/** Paths of `*.ipynb` below a folder, in order of their names. Links to folders are not followed. Throws if the folder itself cannot be read. */
export function* findNotebooks(folder: string, isRoot = true): Generator<string> {
  const [files, folders] = [[], []] as [string[], string[]];
  try {
    const entries = opendirSync(folder);
    try {
      for (let entry = entries.readSync(); entry !== null; entry = entries.readSync()) {
        if (entry.isDirectory()) {
          if (!LEFT_OUT.has(entry.name)) folders.push(entry.name);
        } else if (/\.ipynb$/i.test(entry.name)) files.push(entry.name);
      }
    } finally {
      entries.closeSync();
    }
  } catch (error) {
    if (isRoot) throw new SluiceError(`cannot read ${folder}: ${describeFailure(error)}`);
    return;
  }
  for (const name of files.sort()) yield join(folder, name);
  for (const name of folders.sort()) yield* findNotebooks(join(folder, name), false);
}
