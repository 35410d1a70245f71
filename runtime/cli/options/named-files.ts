/** The files of a command's sources: the named files, and the notebooks of the named folders. It opens none of them. */

import { findNotebooks } from '../../sources/index.ts';
import { SluiceError } from '../../words/index.ts';
import { isFolder } from './is-folder.ts';

/** A file. `within`: the searched folder; null: the person named the file. */
export interface NamedFile {
  readonly path: string;
  readonly within: string | null;
}

/** The files, one at a time. @throws {SluiceError} 2 if a folder cannot be read. */
export function* namedFiles(sources: readonly string[]): Generator<NamedFile> {
  for (const path of sources) {
    if (!isFolder(path)) yield { path, within: null };
    else for (const found of findNotebooks(path)) yield { path: found, within: path };
  }
}

/** The notebooks of a folder. @throws {SluiceError} at the end if there were none */
export function* notebooksIn(folder: string): Generator<NamedFile> {
  let isEmpty = true;
  for (const file of namedFiles([folder])) {
    isEmpty = false;
    yield file;
  }
  if (isEmpty) throw new SluiceError(`${folder} has no notebooks (.ipynb)`);
}
