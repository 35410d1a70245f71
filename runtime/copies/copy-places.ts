/**
 * The folders of private copies: their creation, their owners, and their removal. A copy's name has its
 * process, so copies of killed processes can be told from copies in use. Other files decide the content.
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
import { describeFailure } from '../documents/index.ts';
import { isWithin, startOf, temporaryVariable } from '../platform/index.ts';
import { sluiceHome } from '../python/index.ts';
import { SluiceError } from '../words/index.ts';

const PREFIX = 'sluice-copy-';

/** The copies of this process: they end with it. */
const made = new Set<string>();
const NAME = /^sluice-copy-([0-9a-f]{8})-(\d+)-(\d+)-/;

/**
 * Makes an empty folder for a copy of `roots`, among temporary files. If these lie in the roots, or on
 * another disk than `near`, it takes Sluice's own folder; if both lie in the roots, the copy does too.
 * @throws {SluiceError} when no folder can be made.
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
  throw new SluiceError(
    `cannot make a private copy in ${tmpdir()}: ${failure}; ${temporaryVariable()} says where`,
  );
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

/** The possible folders for copies, as far as they exist or can be made. */
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

/** Whether a path is a private copy of any Sluice process, for source folders that contain copies. */
export function isCopy(path: string): boolean {
  return NAME.test(basename(path)) && candidates().includes(dirname(path));
}

/** Removes copies whose processes are gone, except copies of other machines. */
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

/** Deletes a folder, including files protected by a cell, without blocking other work. */
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
    // a process left by a cell still writes to it: a later start removes it
  }
}

/** Gives the user access to every folder: an overlay, or a cell, may leave unreadable ones. */
function unlock(folder: string): void {
  chmodSync(folder, 0o700);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) unlock(join(folder, entry.name));
  }
}

/**
 * A short name of this machine and its space of process ids, because containers may share a folder, and
 * machines a home.
 */
function machine(): string {
  let processes = '';
  try {
    processes = readlinkSync('/proc/self/ns/pid');
  } catch {
    // not Linux: one space of process ids
  }
  return createHash('sha256').update(`${hostname()} ${processes}`).digest('hex').slice(0, 8);
}
