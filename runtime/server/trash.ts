/** Moves files to the desktop's trash, where a person finds them again: freedesktop.org's on Linux, the user's own on macOS, one of Sluice's on Windows. */

import { cpSync, lstatSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { trashFolders } from '../platform/index.ts';
import { SluiceError } from '../words/index.ts';

interface Trashed {
  /** The path in the trash. */
  readonly target: string;
  /** The file with the old path, if the trash has such files. */
  readonly note: string | null;
}

/** The last items moved to the trash by this process, by their old paths. */
const trashed = new Map<string, Trashed>();

/** Moves a file or folder to the trash. */
export function moveToTrash(path: string, env: NodeJS.ProcessEnv = process.env): void {
  const { files, notes } = trashFolders(env);
  mkdirSync(files, { recursive: true, mode: 0o700 });
  const target = freeName(files, basename(path));
  if (notes === null) {
    move(path, target);
    trashed.set(path, { target, note: null });
    return;
  }
  mkdirSync(notes, { recursive: true, mode: 0o700 });
  const deleted = new Date().toISOString().slice(0, 19);
  const info = `[Trash Info]\nPath=${encodeURI(path)}\nDeletionDate=${deleted}\n`;
  const note = join(notes, `${basename(target)}.trashinfo`);
  writeFileSync(note, info);
  try {
    move(path, target);
  } catch (error) {
    rmSync(note, { force: true });
    throw error;
  }
  trashed.set(path, { target, note });
}

/**
 * Moves the last item of {@link moveToTrash} with this path back. @throws {SluiceError} 2 when the item or
 * its folder is gone
 */
export function takeFromTrash(path: string): void {
  const found = trashed.get(path);
  if (found === undefined || !isTaken(found.target)) {
    throw new SluiceError(`${basename(path)} is not in the trash any more`);
  }
  checkFree(path);
  move(found.target, path);
  if (found.note !== null) rmSync(found.note, { force: true });
  trashed.delete(path);
}

/** @throws {SluiceError} 2 when the path exists. */
export function checkFree(path: string): void {
  if (isTaken(path)) throw new SluiceError(`${basename(path)} exists already`);
}

/** A free path in the folder: `name`, otherwise `name 2`, `name 3`, … */
export function freeName(folder: string, name: string): string {
  const extension = extname(name);
  const stem = name.slice(0, name.length - extension.length);
  for (let n = 1; ; n += 1) {
    const path = join(folder, n === 1 ? name : `${stem} ${n}${extension}`);
    if (!isTaken(path)) return path;
  }
}

/** Whether a path exists, even as a link that leads nowhere. */
function isTaken(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

function move(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    cpSync(from, to, { recursive: true });
    rmSync(from, { recursive: true });
  }
}
