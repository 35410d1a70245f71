/**
 * Git repositories in private copies: the history can be read, and what is committed, fetched or collected stays in the copy. Its
 * objects are those of the original, which git reads and never writes when they are named as alternates; all else is copied.
 * What reaches other machines (`git push`) does so.
 */

import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { readPlainText } from '../../instrument/index.ts';

/** Files of git's that name something; larger ones are none. */
const SMALL = 1_000_000;

/** The repository that a file `.git` names, and whether by an absolute path; null: it names none. */
export function gitFolderOf(file: string): { readonly path: string; readonly isAbsolute: boolean } | null {
  try {
    const path = /^gitdir: (.+)$/m.exec(readPlainText(file, SMALL))?.[1];
    if (path === undefined) return null;
    return { path: resolve(dirname(file), path), isAbsolute: isAbsolute(path) };
  } catch {
    return null;
  }
}

/** Makes the folder `to` for new objects, beside which those of the repository are read. */
export function borrowObjects(from: string, to: string): void {
  mkdirSync(join(to, 'info'), { recursive: true });
  mkdirSync(join(to, 'pack'), { recursive: true });
  writeFileSync(join(to, 'info', 'alternates'), `${realpathSync(from)}\n`);
}

/** Makes a repository at `to` in place of the file `from`, which names one elsewhere: that of a work tree or a submodule. */
export function copyLinkedRepository(from: string, to: string): void {
  const found = gitFolderOf(from)?.path;
  if (found === undefined || !existsSync(join(found, 'HEAD'))) return;
  const common = commonFolder(found);
  copyState(common, to, new Set(['objects', 'worktrees', 'modules', 'lfs', 'annex']));
  // what a work tree has of its own: its head, its index
  if (common !== found) copyState(found, to, new Set(['gitdir', 'commondir']));
  borrowObjects(join(common, 'objects'), join(to, 'objects'));
  withoutWorkTree(join(to, 'config'));
}

function commonFolder(repository: string): string {
  const file = join(repository, 'commondir');
  return existsSync(file) ? resolve(repository, readPlainText(file, SMALL).trim()) : repository;
}

function copyState(from: string, to: string, except: ReadonlySet<string>): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (except.has(entry.name)) continue;
    if (entry.isDirectory()) copyState(join(from, entry.name), join(to, entry.name), new Set());
    else if (entry.isFile()) copyFileSync(join(from, entry.name), join(to, entry.name));
  }
}

/** Takes the absolute path of a work tree out of a copied `config`: git would write there. */
export function withoutWorkTree(file: string): void {
  if (basename(file) !== 'config' || !existsSync(join(dirname(file), 'HEAD'))) return;
  const text = lstatSync(file).size < SMALL ? readPlainText(file, SMALL) : '';
  const kept = text.replace(/^[ \t]*worktree[ \t]*=[ \t]*"?\/.*\n?/gim, '');
  if (kept !== text) writeFileSync(file, kept);
}
