/** The changed files since a revision of a git repository, and their former texts. This file changes nothing. */

import { realpathSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { runGit } from '../processes/index.ts';
import { SluiceError } from '../words/index.ts';

/** The changes of a work tree since a revision. */
export interface GitChange {
  /** The folder of the work tree, without links. */
  readonly root: string;
  /** Absolute paths of files that are new, changed or deleted. */
  readonly changed: ReadonlySet<string>;
  /** The text of a file at the revision; null: there was none. */
  before(path: string): Promise<string | null>;
}

const NO_FOREIGN_DIFF = ['--no-ext-diff', '--no-textconv', '--no-renames', '--ignore-submodules=all'];

/** The changes around a folder. @throws {SluiceError} 2 without a repository, or without the revision. */
export async function changeSince(folder: string, revision: string): Promise<GitChange> {
  const root = (await runGit(folder, ['rev-parse', '--show-toplevel']))?.trimEnd();
  if (!root)
    throw new SluiceError(`${folder} is in no git repository, so there is no revision to compare with`);
  const verify = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`];
  const commit = (await runGit(folder, verify))?.trim();
  if (!commit)
    throw new SluiceError(
      `--since ${revision}: the git repository ${root} has no such revision; see: git log`,
    );
  const compare = ['diff', '--name-only', '-z', ...NO_FOREIGN_DIFF, commit, '--'];
  const differing = await runGit(root, compare, await withoutFilters(root));
  const untracked = await runGit(root, ['ls-files', '--others', '--exclude-standard', '-z']);
  if (differing === null || untracked === null)
    throw new SluiceError(`git cannot compare ${root} with ${revision}; see: git diff ${revision}`);
  const real = realpathSync(root);
  const names = [...differing.split('\0'), ...untracked.split('\0')].filter((name) => name !== '');
  return {
    root: real,
    changed: new Set(names.map((name) => join(real, name))),
    before: (path) => {
      const name = relative(real, path).split(sep).join('/');
      return runGit(root, ['show', '--no-textconv', `${commit}:${name}`]);
    },
  };
}

/** Where git's settings are the user's own, as those of Git LFS: filters there may run. */
const OWN_SCOPES: ReadonlySet<string> = new Set(['system', 'global', 'command']);

/** Settings that turn off the filters of a repository: comparing a changed file would run its programs. */
async function withoutFilters(root: string): Promise<Record<string, string>> {
  const listed = await runGit(root, [
    'config',
    '--show-scope',
    '--name-only',
    '-z',
    '--get-regexp',
    '^filter\\.',
  ]);
  const parts = listed?.split('\0') ?? [];
  const settings: Record<string, string> = {};
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [scope, name] = [parts[at]!, parts[at + 1]!];
    if (OWN_SCOPES.has(scope)) continue;
    const filter = name.slice(0, name.lastIndexOf('.'));
    for (const key of ['clean', 'smudge', 'process']) settings[`${filter}.${key}`] = '';
    settings[`${filter}.required`] = 'false';
  }
  return settings;
}
