/** Checks, before anything runs, that `-o` names a path where a result can be saved. It saves nothing. */

import { accessSync, constants, type Stats, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { describeFailure } from '../../documents/index.ts';
import { SluiceError } from '../../words/index.ts';
import { isFolder } from './is-folder.ts';

/** Throws a SluiceError if `out` cannot be made, or is the `source`, which must not be overwritten (null: may be). */
export function checkOutputPath(out: string, source: string | null): void {
  const folder = dirname(out);
  if (!isFolder(folder)) {
    throw new SluiceError(`cannot save ${out}: there is no folder ${folder}; make it first`);
  }
  const existing = statOf(out);
  if (existing?.isDirectory()) throw new SluiceError(`cannot save ${out}: it is a folder; name a file`);
  if (source !== null && (resolve(source) === out || isSame(existing, source))) {
    throw new SluiceError(`-o ${out} would overwrite the source; name another file`);
  }
  try {
    // saving writes beside the file and then replaces it
    for (const path of existing ? [folder, out] : [folder]) accessSync(path, constants.W_OK);
  } catch (error) {
    throw new SluiceError(`cannot save ${out}: ${describeFailure(error)}`);
  }
}

/** @throws {SluiceError} if unknown, as for links in a circle */
function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    throw new SluiceError(`cannot use ${path}: ${describeFailure(error)}`);
  }
}

function isSame(
  existing: { readonly dev: number; readonly ino: number } | undefined,
  source: string,
): boolean {
  const other = statOf(source);
  return existing !== undefined && existing.ino === other?.ino && existing.dev === other.dev;
}
