/** A person's own files below a folder, one at a time, so that a folder may hold any number. It opens none of them. */

import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Folders of copies, packages and histories. */
const LEFT_OUT = new Set([
  '.ipynb_checkpoints',
  '.sluice',
  '.git',
  '.hg',
  'node_modules',
  '__pycache__',
  'site-packages',
]);

/** A file, or a link: links to folders are not followed. */
export interface FileBelow {
  readonly path: string;
  readonly entry: Dirent;
}

/**
 * Files in order of their names, files of a folder before files of its subfolders. `unreadable` gets
 * unreadable folders.
 */
export function* filesBelow(
  root: string,
  unreadable: (folder: string, error: unknown) => void,
): Generator<FileBelow> {
  const folders = [root];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const below: string[] = [];
    for (const entry of entriesOf(folder, unreadable)) {
      const path = join(folder, entry.name);
      if (!entry.isDirectory()) yield { path, entry };
      else if (!LEFT_OUT.has(entry.name)) below.push(path);
    }
    folders.push(...below.reverse());
  }
}

function entriesOf(folder: string, unreadable: (folder: string, error: unknown) => void): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    unreadable(folder, error);
    return [];
  }
}
