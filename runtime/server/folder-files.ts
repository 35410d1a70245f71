/** The actions of a file browser in the opened folder. `inside-folder.ts` has checked every path. It speaks no HTTP. */

import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  type Stats,
  statSync,
} from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { readPlainHead } from '../../instrument/index.ts';
import {
  checkLeadsInside,
  describeFailure,
  isPercent,
  newNotebook,
  saveAtomically,
} from '../documents/index.ts';
import { keptAnswersOf, sessionLogOf } from '../live/index.ts';
import { SluiceError } from '../words/index.ts';
import type { FileChange, FileEntry } from './file-messages.ts';
import { checkName, entryInFolder, innerPath, insideFolder } from './inside-folder.ts';
import { checkFree, freeName, moveToTrash, takeFromTrash } from './trash.ts';

/** The checked bytes of a possible session. */
const SESSION_HEAD = 4096;

/** The entries of a folder: folders first, by name; hidden ones are left out. */
export function listFolder(root: string, inner: string): FileEntry[] {
  const folder = insideFolder(root, inner);
  const names = attempt(inner, () => readdirSync(folder)).filter((name) => !name.startsWith('.'));
  const entries = names.flatMap((name) => fileEntry(folder, inner, name) ?? []);
  const byName = new Intl.Collator(undefined, { numeric: true });
  return entries.sort(
    (a, b) => Number(b.type === 'folder') - Number(a.type === 'folder') || byName.compare(a.name, b.name),
  );
}

/** The entry with a name in `folder`, which is `inner` for pages; null: it is gone. */
export function fileEntry(folder: string, inner: string, name: string): FileEntry | null {
  const stats = statsOf(join(folder, name));
  if (stats === null) return null;
  const type = stats.isDirectory() ? 'folder' : typeOf(join(folder, name), stats);
  const path = inner === '' ? name : `${inner}/${name}`;
  return { name, path, type, size: stats.size, modified: stats.mtimeMs };
}

/** The stats of a file; of the link itself if it leads nowhere, or in a circle. Null: the file is gone. */
function statsOf(path: string): Stats | null {
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? lstatSync(path);
  } catch {
    return lstatSync(path, { throwIfNoEntry: false }) ?? null;
  }
}

function typeOf(path: string, stats: Stats): FileEntry['type'] {
  if (/\.ipynb$/i.test(path)) return 'notebook';
  if (/\.py$/i.test(path)) return hasCells(path, stats) ? 'notebook' : 'file';
  return /\.sqlite3?$/i.test(path) || (/\.jsonl$/i.test(path) && isSession(path)) ? 'session' : 'file';
}

/** The beginning of a Python file decides whether it is a notebook in the percent format. */
const PERCENT_HEAD = 8192;

function hasCells(path: string, stats: Stats): boolean {
  if (!stats.isFile()) return false;
  try {
    return isPercent(readPlainHead(path, PERCENT_HEAD).toString());
  } catch {
    return false;
  }
}

/** Whether JSON lines begin like a session; other ones are tables. */
function isSession(path: string): boolean {
  try {
    const [first = ''] = readPlainHead(path, SESSION_HEAD).toString().split('\n');
    return /"type"\s*:\s*"(?:run|edit|delete|order|restart)"/.test(first);
  } catch {
    return false;
  }
}

/** Carries out a change; returns the path of the result, relative to the folder. @throws {SluiceError} 2 */
export function changeFiles(root: string, change: FileChange): string {
  const isNew = change.op.startsWith('new-');
  const path = isNew ? insideFolder(root, change.path) : entryInFolder(root, change.path);
  const inner = (target: string) => innerPath(root, target);
  return attempt(change.path, () => {
    switch (change.op) {
      case 'new-notebook': {
        const target = freeName(path, 'Untitled.ipynb');
        saveAtomically(target, newNotebook([{ type: 'code', source: '' }], NEW_METADATA));
        return inner(target);
      }
      case 'new-folder': {
        const target = freeName(path, checkName(change.name));
        mkdirSync(target);
        return inner(target);
      }
      case 'new-file': {
        const target = join(path, checkName(change.name));
        checkFree(target);
        saveAtomically(target, '', root);
        return inner(target);
      }
      case 'rename':
        return inner(moveFile(path, join(dirname(path), checkName(change.name))));
      case 'move': {
        const folder = insideFolder(root, change.to);
        if (!statSync(folder).isDirectory()) throw new SluiceError(`${change.to} is not a folder`);
        if (folder === path || folder.startsWith(`${path}/`)) {
          throw new SluiceError(`${basename(path)} cannot move into itself`);
        }
        return inner(moveFile(path, join(folder, basename(path))));
      }
      case 'duplicate': {
        const extension = extname(path);
        const stem = basename(path, extension);
        const target = freeName(dirname(path), `${stem}-copy${extension}`);
        cpSync(path, target, { recursive: true, errorOnExist: true, force: false });
        return inner(target);
      }
      case 'trash':
        moveToTrash(path);
        return change.path;
      case 'restore':
        takeFromTrash(path);
        return change.path;
    }
  });
}

/** Moves a file or folder to a free path, which is returned; the stored facts of a notebook move with it. */
function moveFile(path: string, target: string): string {
  checkFree(target);
  const kept = [sessionLogOf, keptAnswersOf]
    .map((beside) => ({ from: beside(path), to: beside(target) }))
    .filter(({ from }) => existsSync(from));
  for (const { from, to } of kept) {
    checkLeadsInside(from, dirname(path));
    // (the folder of `to` may not be there yet)
    checkLeadsInside(dirname(to), dirname(target));
  }
  renameSync(path, target);
  for (const { from, to } of kept) {
    mkdirSync(dirname(to), { recursive: true });
    renameSync(from, to);
  }
  return target;
}

const NEW_METADATA = {
  kernelspec: { display_name: 'Python 3', language: 'python', name: 'python3' },
  language_info: { name: 'python' },
};

function attempt<T>(path: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    if (error instanceof SluiceError) throw error;
    throw new SluiceError(`${path}: ${describeFailure(error)}`);
  }
}
