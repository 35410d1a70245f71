/** The entries to copy, breadth first: files, folders, links, git repositories. It copies nothing. */

import { type Dirent, lstatSync, readdirSync, readlinkSync, type Stats } from 'node:fs';
import { basename, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { isWithin } from '../platform/index.ts';
import type { CopiedRoots, Root } from './copied-roots.ts';
import { isCopy } from './copy-places.ts';
import { gitFolderOf } from './git-repository.ts';

/** An entry, and its path relative to the copy's base. */
export type CopiedEntry = { readonly to: string } & (
  | { readonly type: 'file' | 'folder'; readonly from: string; readonly stat: Stats }
  | { readonly type: 'link'; readonly text: string; readonly isChanged: boolean }
  /** The objects of a git repository, which the copy reads and adds to in a folder of its own. */
  | { readonly type: 'git-objects'; readonly from: string }
  /** A file `.git` whose repository is in another folder. */
  | { readonly type: 'git-link'; readonly from: string }
);

/**
 * The purpose of the entries. A `copy` leaves out folders of tools, unless they are named, and borrows git's
 * objects; an `overlay` shows both; `exact` is a copy of a copy, whose links and repositories are right
 * already.
 */
export type EntryChoice =
  | { readonly for: 'copy'; readonly names: ReadonlySet<string> }
  | { readonly for: 'overlay' }
  | { readonly for: 'exact' };

/** Environments, caches and installed packages: they hold no data, and imports in code work without them. */
const TOOLS =
  /^(?:node_modules|__pycache__|site-packages|\.ipynb_checkpoints|\.(?:mypy|pytest|ruff)_cache|\.tox|\.nox)$/;
const ENVIRONMENTS: readonly string[] = ['pyvenv.cfg', 'conda-meta'];

/**
 * The entries of all roots, including roots added by links on the way. Unreadable entries, sockets and pipes
 * are left out.
 */
export function* copiedEntries(roots: CopiedRoots, choice: EntryChoice): Generator<CopiedEntry> {
  for (const root of roots.all) {
    const stat = statOf(root.from);
    if (stat === null || root.only !== undefined) continue;
    if (root.type === 'file') yield { type: 'file', from: root.from, to: root.to, stat };
    else yield* entriesBelow(root, stat, roots, choice);
  }
}

function* entriesBelow(
  root: Root,
  rootStat: Stats,
  roots: CopiedRoots,
  choice: EntryChoice,
): Generator<CopiedEntry> {
  const folders: { from: string; to: string; stat: Stats }[] = [
    { from: root.from, to: root.to, stat: rootStat },
  ];
  for (const { from, to, stat } of folders) {
    const entries = readFolder(from);
    if (entries === null) continue;
    const names = new Set(entries.map(({ name }) => name));
    if (from !== root.from && isLeftOut(basename(from), names, choice)) continue;
    yield { type: 'folder', from, to, stat };
    const borrows = choice.for === 'copy' && ['HEAD', 'objects', 'refs'].every((name) => names.has(name));
    for (const entry of entries) {
      const [original, copy] = [join(from, entry.name), join(to, entry.name)];
      if (entry.isSymbolicLink()) {
        const text = readLink(original);
        if (text === null) continue;
        const changed = choice.for === 'exact' ? text : roots.linkText(original, text, root);
        yield { type: 'link', to: copy, text: changed, isChanged: text !== changed };
      } else if (entry.isDirectory()) {
        const below = isCopy(original) ? null : statOf(original);
        if (below === null || isOtherRoot(original, root, roots)) continue;
        if (!borrows) folders.push({ from: original, to: copy, stat: below });
        else if (entry.name === 'objects') yield { type: 'git-objects', from: original, to: copy };
        // a copy does not need the repository's other work trees
        else if (entry.name !== 'worktrees') folders.push({ from: original, to: copy, stat: below });
      } else if (entry.isFile()) {
        const found = statOf(original);
        if (found === null) continue;
        const isGitLink =
          entry.name === '.git' && choice.for !== 'exact' && isElsewhere(gitFolderOf(original), root.from);
        if (isGitLink) yield { type: 'git-link', from: original, to: copy };
        else yield { type: 'file', from: original, to: copy, stat: found };
      }
    }
  }
}

/** Whether a folder is another root: a disk mounted there, in an overlay. */
function isOtherRoot(folder: string, root: Root, roots: CopiedRoots): boolean {
  return roots.all.some((other) => other !== root && other.from === folder && other.only === undefined);
}

function isLeftOut(name: string, holds: ReadonlySet<string>, choice: EntryChoice): boolean {
  if (choice.for !== 'copy' || choice.names.has(name)) return false;
  return TOOLS.test(name) || ENVIRONMENTS.some((mark) => holds.has(mark));
}

/** Whether the file `.git` names a repository outside of the copy. */
function isElsewhere(named: ReturnType<typeof gitFolderOf>, root: string): boolean {
  return named !== null && (named.isAbsolute || !isWithin(named.path, root));
}

function readFolder(folder: string): Dirent[] | null {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    return null;
  }
}

function readLink(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null;
  }
}

function statOf(path: string): Stats | null {
  try {
    return lstatSync(path);
  } catch {
    return null;
  }
}

const TURN_MS = 20;

/** Passes values on, and yields to other work from time to time, because pages wait while a folder is read. */
export async function* inTurns<T>(given: Iterable<T>): AsyncGenerator<T> {
  let since = performance.now();
  for (const one of given) {
    yield one;
    if (performance.now() - since < TURN_MS) continue;
    await setImmediate();
    since = performance.now();
  }
}
