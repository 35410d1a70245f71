/**
 * The positions of the package and of built files on disk: the same code runs from the sources and from
 * `dist/`, at different depths.
 */

import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MOST_OF_SETTINGS, readPlainText } from './plain-file.ts';

/** The folder of our own package.json. Throws when the installation is broken. */
export function findPackageRoot(): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    const manifest = join(folder, 'package.json');
    if (existsSync(manifest)) {
      const name = (JSON.parse(readPlainText(manifest, MOST_OF_SETTINGS)) as { name?: unknown }).name;
      if (name === 'sluice') return folder;
    }
    if (folder === dirname(folder)) {
      throw new Error(
        'the installation is broken: no package.json named "sluice" was found; install it again',
      );
    }
  }
}

/** The path of a built file; `path` is as in the sources. Programs that are started by their file run from there. */
export function builtFile(path: string): string {
  return join(findPackageRoot(), 'dist', path);
}
