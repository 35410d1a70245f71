/** Moves files to the desktop's trash, where a person finds them again: freedesktop.org's on Linux, the user's own on macOS. */

import { cpSync, lstatSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, platform } from 'node:os';
import { basename, extname, join } from 'node:path';

/** Moves a file or folder to the trash; returns where it is now. */
export function moveToTrash(path: string, env: NodeJS.ProcessEnv = process.env): string {
  if (platform() === 'darwin') {
    const target = freeName(join(homedir(), '.Trash'), basename(path));
    move(path, target);
    return target;
  }
  const trash = join(env.XDG_DATA_HOME || join(homedir(), '.local', 'share'), 'Trash');
  mkdirSync(join(trash, 'files'), { recursive: true, mode: 0o700 });
  mkdirSync(join(trash, 'info'), { recursive: true, mode: 0o700 });
  const target = freeName(join(trash, 'files'), basename(path));
  const deleted = new Date().toISOString().slice(0, 19);
  const info = `[Trash Info]\nPath=${encodeURI(path)}\nDeletionDate=${deleted}\n`;
  const note = join(trash, 'info', `${basename(target)}.trashinfo`);
  writeFileSync(note, info);
  try {
    move(path, target);
  } catch (error) {
    rmSync(note, { force: true });
    throw error;
  }
  return target;
}

/** A path in the folder that does not exist: `name`, else `name 2`, `name 3`, … */
export function freeName(folder: string, name: string): string {
  const extension = extname(name);
  const stem = name.slice(0, name.length - extension.length);
  for (let n = 1; ; n += 1) {
    const path = join(folder, n === 1 ? name : `${stem} ${n}${extension}`);
    if (!isTaken(path)) return path;
  }
}

/** Whether there is something of that name, be it a link that leads nowhere. */
export function isTaken(path: string): boolean {
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
