/**
 * Where private copies lie, whose they are, and how they go away. A copy's name says which process it belongs to, so that the
 * copies of a process that was killed can be told from those in use. What is in a copy is not decided here.
 */

import { createHash } from 'node:crypto';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { describeFailure, startOf } from '../documents/index.ts';
import { SluiceError } from '../errors.ts';
import { sluiceHome } from '../python/index.ts';

const PREFIX = 'sluice-copy-';

/** The copies of this process: they end with it. */
const made = new Set<string>();
const NAME = /^sluice-copy-([0-9a-f]{8})-(\d+)-(\d+)-/;

/**
 * Makes an empty folder for a copy of `roots`: among temporary files, or when those lie in the roots, or on another disk than
 * `near`, in Sluice's own folder. It lies in the roots when both do.
 * @throws {SluiceError} when none can be made.
 */
export function makePlace(roots: readonly string[], near: string | null): string {
  const device = near === null ? null : lstatSync(near).dev;
  const unfit = (place: string): number =>
    (roots.some((root) => isWithin(place, root)) ? 2 : 0) +
    (device === null || lstatSync(place).dev === device ? 0 : 1);
  let failure = 'it cannot be made';
  for (const place of candidates().sort((a, b) => unfit(a) - unfit(b))) {
    try {
      const path = mkdtempSync(join(place, `${PREFIX}${machine()}-${process.pid}-${startOf(process.pid)}-`));
      if (made.size === 0) process.once('exit', removeMade);
      made.add(path);
      return path;
    } catch (error) {
      failure = describeFailure(error);
    }
  }
  throw new SluiceError(`cannot make a private copy in ${tmpdir()}: ${failure}; TMPDIR says where`);
}

/** Deletes a copy. */
export async function removePlace(place: string): Promise<void> {
  await removeTree(place);
  made.delete(place);
  if (made.size === 0) process.off('exit', removeMade);
}

/** The last resort. */
function removeMade(): void {
  for (const place of made) removeAtOnce(place);
}

/** The folders in which copies may be made, those that exist or can be made. */
function candidates(): string[] {
  return [tmpdir(), join(sluiceHome(), 'copies')].flatMap((place) => {
    try {
      mkdirSync(place, { recursive: true, mode: 0o700 });
      return [realpathSync(place)];
    } catch {
      return [];
    }
  });
}

/** Whether a path is a private copy, of this or another Sluice, when the folder that is copied holds them. */
export function isCopy(path: string): boolean {
  return NAME.test(basename(path)) && candidates().includes(dirname(path));
}

/** Whether `path` is `root` or lies below it. */
export function isWithin(path: string, root: string): boolean {
  return path === root || path.startsWith(root.endsWith('/') ? root : `${root}/`);
}

/** Removes copies whose processes are gone. Copies of other machines are left to them. */
export async function removeLeftOvers(): Promise<void> {
  for (const place of candidates()) {
    let names: string[];
    try {
      names = readdirSync(place);
    } catch {
      continue;
    }
    for (const name of names.filter(isLeftOver)) await removeTree(join(place, name));
  }
}

function isLeftOver(name: string): boolean {
  const [, where, pid, start] = NAME.exec(name) ?? [];
  return where !== undefined && where === machine() && startOf(Number(pid)) !== start;
}

/** Deletes a folder, also what a cell has protected in it, without holding up others. */
export async function removeTree(folder: string): Promise<void> {
  try {
    await rm(folder, { recursive: true, force: true });
  } catch {
    removeAtOnce(folder);
  }
}

function removeAtOnce(folder: string): void {
  try {
    unlock(folder);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  } catch {
    // a process that a cell left behind still writes to it: a later start removes it
  }
}

/** Lets the user into every folder: an overlay leaves some that nobody may read, and so may cells. */
function unlock(folder: string): void {
  chmodSync(folder, 0o700);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) unlock(join(folder, entry.name));
  }
}

/** A short name of this machine, and of the process ids that hold here: containers may share a folder, and homes machines. */
function machine(): string {
  let processes = '';
  try {
    processes = readlinkSync('/proc/self/ns/pid');
  } catch {
    // not Linux: one space of process ids
  }
  return createHash('sha256').update(`${hostname()} ${processes}`).digest('hex').slice(0, 8);
}
