/**
 * Copies entries: as clones where the file system supports them, with their rights and times. Other files
 * choose the entries.
 */

import { chmodSync, constants, copyFileSync, mkdirSync, rmSync, type Stats, utimesSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describeFailure, isDiskFull } from '../documents/index.ts';
import { makeLink, temporaryVariable } from '../platform/index.ts';
import { SluiceError } from '../words/index.ts';
import { type CopiedEntry, inTurns } from './copied-entries.ts';
import { borrowObjects, copyLinkedRepository, withoutWorkTree } from './git-repository.ts';

/** Larger files are copied in the background. */
const LARGE_BYTES = 4 * 1024 * 1024;

/**
 * Copies entries to their paths below `base`; returns the number of failures. It makes the parent folders of
 * entries as well. @throws {SluiceError} when the disk is full.
 */
export async function copyEntries(entries: Iterable<CopiedEntry>, base: string): Promise<number> {
  const folders: [string, Stats][] = [];
  const made = new Set<string>();
  let missing = 0;
  for await (const entry of inTurns(entries)) {
    const to = join(base, entry.to);
    const above = dirname(to);
    if (!made.has(above)) mkdirSync(above, { recursive: true });
    made.add(above);
    try {
      if (entry.type === 'folder') {
        mkdirSync(to, { recursive: true });
        made.add(to);
        folders.push([to, entry.stat]);
      } else if (entry.type === 'link') makeLink(entry.text, to);
      else if (entry.type === 'git-objects') borrowObjects(entry.from, to);
      else if (entry.type === 'git-link') copyLinkedRepository(entry.from, to);
      else await copyOne(entry.from, to, entry.stat);
    } catch (error) {
      if (isFull(error)) {
        throw new SluiceError(
          `cannot make a private copy in ${base}: ${describeFailure(error)}; ${temporaryVariable()} says where copies are made`,
        );
      }
      missing += 1; // it cannot be read, or went away meanwhile
    }
  }
  // last, and the innermost first: a folder may be read-only, and writing changes its time
  for (const [folder, stat] of folders.reverse()) liken(folder, stat);
  return missing;
}

async function copyOne(from: string, to: string, stat: Stats): Promise<void> {
  const mode = constants.COPYFILE_FICLONE;
  if (stat.size > LARGE_BYTES) await copyFile(from, to, mode);
  else copyFileSync(from, to, mode);
  withoutWorkTree(to);
  utimesSync(to, stat.atime, stat.mtime);
}

/** Gives a folder of the copy the rights and times of the original. */
function liken(folder: string, stat: Stats): void {
  try {
    chmodSync(folder, stat.mode & 0o7777);
    utimesSync(folder, stat.atime, stat.mtime);
  } catch {
    // as it was made
  }
}

function isFull(error: unknown): boolean {
  return isDiskFull(error) || (error as NodeJS.ErrnoException).code === 'EMFILE';
}

/** Whether the file system can make clones of `file` in `folder`. */
export function canClone(file: string, folder: string): boolean {
  const clone = join(folder, 'clone');
  try {
    copyFileSync(file, clone, constants.COPYFILE_FICLONE_FORCE);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(clone, { force: true });
  }
}
