/** Paths within the opened folder: the only ones that the server reads or writes. It touches no file. */

import { realpathSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { describeFailure } from '../documents/index.ts';
import { isWithin } from '../platform/index.ts';
import { SluiceError } from '../words/index.ts';

/**
 * The absolute path of `inner`, which is relative to the folder with `/`. Symbolic links must not lead out
 * either. @throws {SluiceError} 2 when it is not within the folder.
 */
export function insideFolder(folder: string, inner: string): string {
  if (inner.includes('\0')) throw new SluiceError('a path holds a character that no path can hold');
  const root = realpathSync(folder);
  const path = resolve(root, `.${sep}${inner}`);
  if (!isWithin(path, root) || !isWithin(realPath(path, inner), root)) throw outside(inner);
  return path;
}

/**
 * The same for an entry of a folder itself: a symbolic link counts as inside its folder, with any target.
 * @throws {SluiceError} 2 also for the opened folder.
 */
export function entryInFolder(folder: string, inner: string): string {
  const path = resolve(realpathSync(folder), `.${sep}${inner}`);
  if (path === realpathSync(folder)) throw new SluiceError('the opened folder itself cannot be changed');
  return join(insideFolder(folder, innerPath(folder, dirname(path))), basename(path));
}

/** Refuses hidden files (`.ssh`, `.git`), as Jupyter does. @throws {SluiceError} 2 */
export function checkNotHidden(inner: string): void {
  if (inner.split(/[/\\]/).some((part) => part.startsWith('.') && part !== '.' && part !== '..')) {
    throw new SluiceError(`${inner} is hidden: its name begins with a dot`);
  }
}

function outside(inner: string): SluiceError {
  return new SluiceError(`${inner} is not in the folder that was opened`);
}

/** The path in the form for pages: relative to the folder, with `/`. */
export function innerPath(folder: string, path: string): string {
  return relative(realpathSync(folder), path).split(sep).join('/');
}

/** Checks a new file's name: one part of a path. @throws {SluiceError} 2 */
export function checkName(name: string): string {
  if (name === '' || name === '.' || name === '..' || /[/\\\0]/.test(name) || name.length > 255) {
    throw new SluiceError(`"${name.slice(0, 100)}" cannot be the name of a file`);
  }
  checkNotHidden(name);
  return name;
}

/** Whether a path is that of the opened folder, or of something in it, whether it exists or not. */
export function isInside(folder: string, path: string): boolean {
  return isWithin(path, realpathSync(folder));
}

/** The path without links; for a missing path, its nearest existing folder. */
function realPath(path: string, inner: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(path) === path) {
      throw new SluiceError(`${inner}: ${describeFailure(error)}`);
    }
    return join(realPath(dirname(path), inner), basename(path));
  }
}
