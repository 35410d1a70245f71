/**
 * Git repositories in private copies: programs can read the history, and new commits, fetches and collections
 * stay in the copy. The copy uses the original's objects as alternates, which git reads and never writes;
 * everything else is copied. Commands for other machines (`git push`) still reach them.
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

/** The limit for git's files with a path; larger ones have none. */
const LARGEST_NAMING_FILE = 1_000_000;

/** The repository named in a file `.git`, and whether its path is absolute; null: there is none. */
export function gitFolderOf(file: string): { readonly path: string; readonly isAbsolute: boolean } | null {
  try {
    const path = /^gitdir: (.+)$/m.exec(readPlainText(file, LARGEST_NAMING_FILE))?.[1];
    if (path === undefined) return null;
    return { path: resolve(dirname(file), path), isAbsolute: isAbsolute(path) };
  } catch {
    return null;
  }
}

/** Makes the folder `to` for new objects, next to the repository's readable ones. */
export function borrowObjects(from: string, to: string): void {
  mkdirSync(join(to, 'info'), { recursive: true });
  mkdirSync(join(to, 'pack'), { recursive: true });
  writeFileSync(join(to, 'info', 'alternates'), `${realpathSync(from)}\n`);
}

/** Replaces the file `from`, which names a repository of a work tree or a submodule, by a repository at `to`. */
export function copyLinkedRepository(from: string, to: string): void {
  const found = gitFolderOf(from)?.path;
  if (found === undefined || !existsSync(join(found, 'HEAD'))) return;
  const common = commonFolder(found);
  copyState(common, to, new Set(['objects', 'worktrees', 'modules', 'lfs', 'annex']));
  // a work tree's own files: its head, its index
  if (common !== found) copyState(found, to, new Set(['gitdir', 'commondir']));
  borrowObjects(join(common, 'objects'), join(to, 'objects'));
  withoutWorkTree(join(to, 'config'));
}

function commonFolder(repository: string): string {
  const file = join(repository, 'commondir');
  return existsSync(file) ? resolve(repository, readPlainText(file, LARGEST_NAMING_FILE).trim()) : repository;
}

function copyState(from: string, to: string, except: ReadonlySet<string>): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (except.has(entry.name)) continue;
    if (entry.isDirectory()) copyState(join(from, entry.name), join(to, entry.name), new Set());
    else if (entry.isFile()) copyFileSync(join(from, entry.name), join(to, entry.name));
  }
}

/** Removes the absolute path of a work tree from a copied `config`, because git would write there. */
export function withoutWorkTree(file: string): void {
  if (basename(file) !== 'config' || !existsSync(join(dirname(file), 'HEAD'))) return;
  const text = lstatSync(file).size < LARGEST_NAMING_FILE ? readPlainText(file, LARGEST_NAMING_FILE) : '';
  const kept = text.replace(/^[ \t]*worktree[ \t]*=[ \t]*"?\/.*\n?/gim, '');
  if (kept !== text) writeFileSync(file, kept);
}
