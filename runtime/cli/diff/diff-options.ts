/** The arguments of `sluice diff` and `sluice merge-driver`, also in the forms in which git gives them. */

import { resolve } from 'node:path';
import { SluiceError } from '../../words/index.ts';
import type { CommandDeclaration } from '../command-declaration.ts';
import { COMMON } from '../options/common-options.ts';
import type { Values } from '../options/option-values.ts';

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

/** The declaration of `sluice diff`. */
export const DIFF = {
  options: { json: COMMON.json, help: COMMON.help, textconv: { type: 'boolean' } },
  help: {
    usage: `sluice diff A.ipynb B.ipynb [--json]
sluice diff --textconv FILE.ipynb`,
    does: 'the differences of two notebooks: cells by similarity, text by lines, outputs by kind',
    more: `  --json              an object for each cell that differs, and a last one with the counts
  --textconv          print one notebook as plain text for git: cells and outputs, without the numbers of runs

A cell that moved or changed is paired with its former self, by its id or by its text. Numbers of runs do not count as a difference.
git calls it as a diff driver, too; docs/ci.md has the lines of git config.
Exit code 1: the notebooks differ; 0 always when git calls it.`,
  },
  read(values, files): DiffSettings & { readonly type: 'diff' } {
    return { type: 'diff', ...diffSettings(values, files) };
  },
} satisfies CommandDeclaration;

/** The declaration of `sluice merge-driver`. */
export const MERGE_DRIVER = {
  options: { help: COMMON.help },
  help: {
    usage: 'sluice merge-driver BASE OURS THEIRS [NAME]',
    does: 'merge two versions of a notebook cell by cell, for git',
    more: `Writes the merged notebook to OURS, as git asks of a merge driver; NAME is the name of the file, for messages. docs/ci.md has the
lines of git config. A conflict stands in the text of its cell, between the marks <<<<<<< and >>>>>>>: the file is always a
notebook that opens. Outputs stay where the text of their cell stays. If one of the three is no notebook, OURS stays as it is.
Exit code 1: there are conflicts.`,
  },
  read(_, files): MergeSettings & { readonly type: 'merge-driver' } {
    return { type: 'merge-driver', ...mergeSettings(files) };
  },
} satisfies CommandDeclaration;
