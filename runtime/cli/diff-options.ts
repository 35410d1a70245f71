/** The arguments of `sluice diff` and `sluice merge-driver`, also in the forms in which git gives them. */

import { resolve } from 'node:path';
import { SluiceError } from '../errors.ts';
import type { Values } from './option-values.ts';

/** The files to compare. `name`: the file's name in git; null: a person named two files. */
export type DiffSettings =
  | { readonly show: 'text'; readonly file: string }
  | {
      readonly show: 'difference';
      readonly before: string;
      readonly after: string;
      readonly name: string | null;
      readonly json: boolean;
    };

/** The versions to merge. `name`: for messages. */
export interface MergeSettings {
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
  readonly name: string;
}

/** git gives a diff driver: path, old file, hex, mode, new file, hex, mode; of a renamed file two more. */
const FROM_GIT = [7, 9];

/** The settings. @throws {SluiceError} 2 for another number of files. */
export function diffSettings(values: Values, files: readonly string[]): DiffSettings {
  if (files.includes('')) throw new SluiceError('sluice diff was given an empty name; name two notebooks');
  if (values.textconv === true) {
    if (files.length !== 1) throw new SluiceError('--textconv takes one notebook');
    if (values.json === true) throw new SluiceError('--json and --textconv cannot both be');
    return { show: 'text', file: resolve(files[0]!) };
  }
  const json = values.json === true;
  if (FROM_GIT.includes(files.length)) {
    const [name, before, , , after] = files as [string, string, string, string, string];
    return { show: 'difference', before: resolve(before), after: resolve(after), name, json };
  }
  if (files.length !== 2)
    throw new SluiceError(
      `sluice diff takes two notebooks: sluice diff A.ipynb B.ipynb (${files.length} given)`,
    );
  const [before, after] = files.map((file) => resolve(file)) as [string, string];
  return { show: 'difference', before, after, name: null, json };
}

/** The settings. @throws {SluiceError} 2 for another number of files. */
export function mergeSettings(files: readonly string[]): MergeSettings {
  if (files.length !== 3 && files.length !== 4)
    throw new SluiceError('sluice merge-driver takes BASE OURS THEIRS [NAME]; see: sluice help merge-driver');
  const [base, ours, theirs] = files.map((file) => resolve(file)) as [string, string, string];
  return { base, ours, theirs, name: files[3] ?? files[1]! };
}
