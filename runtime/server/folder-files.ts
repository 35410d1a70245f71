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
import { SluiceError } from '../errors.ts';
import { keptAnswersOf, sessionLogOf } from '../live/index.ts';
import type { FileChange, FileEntry } from './file-messages.ts';
import { checkName, entryInFolder, innerPath, insideFolder } from './inside-folder.ts';
import { checkFree, freeName, moveToTrash, takeFromTrash } from './trash.ts';

/** The entries of a folder: folders first, by name; hidden ones are left out. */
export function listFolder(root: string, inner: string): FileEntry[] {
  const folder = insideFolder(root, inner);
  const names = attempt(inner, () => readdirSync(folder)).filter((name) => !name.startsWith('.'));
  const entries = names.flatMap((name): FileEntry[] => {
    const stats = statsOf(join(folder, name));
    if (stats === null) return [];
    const type = stats.isDirectory() ? 'folder' : typeOf(join(folder, name), stats);
    const path = inner === '' ? name : `${inner}/${name}`;
    return [{ name, path, type, size: stats.size, modified: stats.mtimeMs }];
  });
  const byName = new Intl.Collator(undefined, { numeric: true });
  return entries.sort(
    (a, b) => Number(b.type === 'folder') - Number(a.type === 'folder') || byName.compare(a.name, b.name),
  );
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
  return /\.(?:sqlite3?|jsonl)$/i.test(path) ? 'session' : 'file';
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

/** Carries out a change; returns the path of the result, relative to the folder. @throws {SluiceError} 2 */
export function changeFiles(root: string, change: FileChange): string {
  const isNew = change.op === 'new-notebook' || change.op === 'new-folder';
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
      case 'rename': {
        const target = join(dirname(path), checkName(change.name));
        checkFree(target);
        renameSync(path, target);
        // the stored facts of a notebook move with it
        for (const beside of [sessionLogOf, keptAnswersOf]) {
          if (!existsSync(beside(path))) continue;
          checkLeadsInside(beside(path), dirname(path));
          renameSync(beside(path), beside(target));
        }
        return inner(target);
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
