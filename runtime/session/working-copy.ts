/**
 * A private copy of the folder a source lies in, so that replaying and verifying change nothing of the user's. It does
 * not see absolute paths, and it is bounded: what is too much to copy is linked.
 */

import {
  constants,
  copyFileSync,
  cpSync,
  type Dirent,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  opendirSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { describeFailure } from '../documents/index.ts';
import { SluiceError } from '../errors.ts';

const FILE_BYTES = 16 * 1024 * 1024;
const TOTAL_BYTES = 256 * 1024 * 1024;
const COPIES = 3000;
const LINKS = 10_000;
/**
 * Copying stops after this, linking after as much again. Processor time, so that a busy machine does not make links of what is
 * a copy on an idle one; a slow disk has ten times as long.
 */
const BUDGET_MS = 400;
const SLOW = 10;
const PREFIX = 'sluice-';
/** Folders that hold no data: linked without a word. */
const LINKED = /^(?:\.|node_modules$|__pycache__$|venv$|site-packages$)/;

/** A folder to work in. */
export interface WorkingCopy {
  readonly path: string;
  /** The temporary folder that holds it. */
  readonly base: string;
  /** Entries that were too many or too large to copy, and are links to the originals. */
  readonly linked: number;
  /** Entries that are not there at all, because there were too many even for links. */
  readonly missing: number;
  /** A text with paths of the copy replaced by those of the originals. */
  original(text: string): string;
  /** Takes the place of `used`, a copy of the same folder, at its path; what was there moves aside. */
  replace(used: WorkingCopy): void;
  /** A copy of this one as it is now. */
  again(): WorkingCopy;
  /** Deletes it. */
  remove(): void;
}

/** What the code that is to run in the copy refers to. */
export interface Uses {
  /** How many folders above may be reached as `..`; their other entries are copied after the folder's own. */
  readonly parents: number;
  /** Names of files and folders that it mentions: those are there whatever the number of others. */
  readonly names: ReadonlySet<string>;
}

/** What is left of the bounds. */
interface Bounds {
  bytes: number;
  copies: number;
  links: number;
  /** How many budgets of time have been spent. */
  readonly spent: () => number;
  readonly names: ReadonlySet<string>;
  linked: number;
  missing: number;
}

const NO_USES: Uses = { parents: 0, names: new Set() };

/**
 * Copies `folder`, breadth first, so that what lies near the source is a true copy. Files over 16 MB, folders of other
 * file systems, and what exceeds 3000 entries, 256 MB or 0.4 s, are symbolic links to the originals: writing to those
 * would reach them. Sockets and pipes are left out, and so is what exceeds 10 000 links.
 */
export function copyFolder(folder: string, { parents, names }: Uses = NO_USES): WorkingCopy {
  const base = makeBase();
  const bounds: Bounds = {
    bytes: TOTAL_BYTES,
    copies: COPIES,
    links: LINKS,
    spent: stopwatch(),
    names,
    linked: 0,
    missing: 0,
  };
  const real = realpathSync(folder);
  const chain = ancestors(real, parents);
  const top = join(base, 'c');
  const path = join(top, ...chain.slice(1).map((ancestor) => basename(ancestor)));
  mkdirSync(path, { recursive: true });
  copyTree(real, path, bounds, null);
  for (let up = chain.length - 2; up >= 0; up -= 1) {
    const below = chain[up + 1] ?? '';
    const target = join(top, ...chain.slice(1, up + 1).map((ancestor) => basename(ancestor)));
    copyTree(chain[up] ?? '', target, bounds, basename(below));
  }
  return workingCopy(base, relative(top, path), chain[0] ?? real, bounds);
}

function makeBase(): string {
  try {
    return mkdtempSync(join(realpathSync(tmpdir()), PREFIX));
  } catch (error) {
    const advice = 'TMPDIR says where';
    throw new SluiceError(`cannot make a private copy in ${tmpdir()}: ${describeFailure(error)}; ${advice}`);
  }
}

/** The copy in `base/c`, whose folder is `folder` in it; `to` is what `base/c` is a copy of. */
function workingCopy(
  base: string,
  folder: string,
  to: string,
  { linked, missing }: Pick<WorkingCopy, 'linked' | 'missing'>,
): WorkingCopy {
  const top = join(base, 'c');
  return {
    path: join(top, folder),
    base,
    linked,
    missing,
    original: (text) => text.replaceAll(top, to === '/' ? '' : to),
    replace(used) {
      const aside = mkdtempSync(join(used.base, 'used-'));
      renameSync(join(used.base, 'c'), join(aside, 'c'));
      renameSync(top, join(used.base, 'c'));
      removeTree(aside);
    },
    again() {
      const other = makeBase();
      cpSync(top, join(other, 'c'), {
        recursive: true,
        verbatimSymlinks: true,
        mode: constants.COPYFILE_FICLONE,
      });
      return workingCopy(other, folder, to, { linked, missing });
    },
    remove: () => removeTree(base),
  };
}

function removeTree(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  } catch {
    // a process that a cell left behind still writes to it: the system clears its temporary files
  }
}

/** Tells how many budgets of time have been spent since now. */
function stopwatch(): () => number {
  const [wall, processor] = [performance.now(), process.cpuUsage()];
  return () => {
    const { user, system } = process.cpuUsage(processor);
    return Math.max((user + system) / 1000, (performance.now() - wall) / SLOW) / BUDGET_MS;
  };
}

/** The folder with up to `count` folders above it, outermost first. */
function ancestors(folder: string, count: number): string[] {
  const chain = [folder];
  for (let above = dirname(folder); chain.length <= count && above !== chain[0]; above = dirname(above)) {
    chain.unshift(above);
  }
  return chain;
}

/** Copies a tree breadth first; `except` is left out at its top. */
function copyTree(from: string, to: string, bounds: Bounds, except: string | null): void {
  const device = lstatSync(from).dev;
  const folders: [string, string][] = [[from, to]];
  for (const [source, target] of folders) {
    if (source !== from) {
      if (!mayCopy(bounds, basename(source))) {
        link('folder', source, target, bounds);
        continue;
      }
      mkdirSync(target);
    }
    for (const entry of entriesOf(source, bounds)) {
      if (source === from && entry.name === except) continue;
      const [original, copy] = [join(source, entry.name), join(target, entry.name)];
      if (isOurs(original)) continue;
      if (
        entry.isDirectory() &&
        mayCopy(bounds, entry.name) &&
        !LINKED.test(entry.name) &&
        isOn(device, original)
      ) {
        folders.push([original, copy]);
      } else if (!(entry.isFile() && mayCopy(bounds, entry.name) && copyFile(original, copy, bounds))) {
        link(kindOf(entry), original, copy, bounds);
      }
    }
  }
}

/** Entries of a folder, those that the code names first, and of others as many as can be of use; none when it cannot be read. */
function entriesOf(folder: string, bounds: Bounds): Dirent[] {
  const found: Dirent[] = [];
  const named: Dirent[] = [];
  try {
    const opened = opendirSync(folder, { bufferSize: 512 });
    try {
      for (let entry = opened.readSync(); entry !== null; entry = opened.readSync()) {
        if (bounds.names.has(entry.name)) named.push(entry);
        else if (found.length <= COPIES + LINKS) found.push(entry);
        else bounds.missing += 1;
      }
    } finally {
      opened.closeSync();
    }
  } catch {
    // its entries are missing in the copy, as they would be for the notebook
  }
  return [...named, ...found.sort((a, b) => (a.name < b.name ? -1 : 1))];
}

/** Copies of this or another Sluice, when the source lies in the folder for temporary files. */
function isOurs(path: string): boolean {
  return basename(path).startsWith(PREFIX) && dirname(path) === realpathSync(tmpdir());
}

function mayCopy(bounds: Bounds, name: string): boolean {
  return bounds.names.has(name) || (bounds.copies > 0 && bounds.spent() < 1);
}

function isOn(device: number, folder: string): boolean {
  try {
    return lstatSync(folder).dev === device;
  } catch {
    return false;
  }
}

/** Whether it could be copied within the bounds. */
function copyFile(original: string, copy: string, bounds: Bounds): boolean {
  try {
    const { size } = lstatSync(original);
    if (size > FILE_BYTES || size > bounds.bytes) return false;
    copyFileSync(original, copy, constants.COPYFILE_FICLONE);
    bounds.bytes -= size;
    bounds.copies -= 1;
    return true;
  } catch {
    return false; // unreadable: through the link the notebook gets the same error
  }
}

function kindOf(entry: Dirent): 'file' | 'folder' | 'link' | 'other' {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'folder';
  return entry.isSymbolicLink() ? 'link' : 'other';
}

function link(kind: ReturnType<typeof kindOf>, original: string, copy: string, bounds: Bounds): void {
  if (kind === 'other') return;
  if (!bounds.names.has(basename(original)) && (bounds.links === 0 || bounds.spent() > 2)) {
    bounds.missing += 1;
    return;
  }
  bounds.links -= 1;
  try {
    symlinkSync(original, copy);
    if (kind !== 'link' && !LINKED.test(basename(original))) bounds.linked += 1;
  } catch {
    // missing in the copy
  }
}
