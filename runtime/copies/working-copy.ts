/**
 * A private copy of the folder a source lies in, so that playing a session and running scripts change nothing of the user's:
 * a copy when the folder is small or its disk makes clones, else an overlay, else a copy within bounds, else none.
 * Absolute paths to other folders are not redirected.
 */

import { existsSync, realpathSync, statfsSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { SluiceError } from '../errors.ts';
import { type CopiedEntry, copiedEntries, inTurns } from './copied-entries.ts';
import { CopiedRoots, isShownInPlace, type Root } from './copied-roots.ts';
import { canClone, copyEntries } from './copy-entries.ts';
import { isWithin, makePlace, removePlace, removeTree } from './copy-places.ts';
import { FolderSize, sizeText, tooLarge } from './folder-size.ts';
import { ancestors, isNamed, rootsAbove } from './folders-above.ts';
import { makeOverlay } from './overlay.ts';

/** A folder to work in. */
export interface WorkingCopy {
  readonly path: string;
  /** What a program has to be started through to see it; null: every program does. */
  readonly through: readonly string[] | null;
  /** Whether it is a copy, and not the folder itself. */
  readonly isPrivate: boolean;
  /** What the user should know about it. */
  readonly notes: readonly string[];
  /** A text with paths of the copy replaced by those of the originals. */
  original(text: string): string;
  /** Puts it back, at the same path, to how it was at first. No kernel may work in it. */
  renew(): Promise<void>;
  /** Deletes it. */
  remove(): Promise<void>;
}

/** What the code that is to run in the copy refers to. */
export interface Uses {
  /** How many folders above may be reached as `..`. */
  readonly parents: number;
  /** Names of files and folders that it mentions. */
  readonly names: ReadonlySet<string>;
  /** Whether it names files by absolute paths into the folder. */
  readonly isAbsolute: boolean;
}

/** How a copy may be made. */
export interface CopyMeans {
  /** Bytes to copy where there is no other way; null: a gigabyte. */
  readonly limit: number | null;
  /** Whether it will be renewed. */
  readonly isRenewed: boolean;
  /** A Python for the overlay's helper; null: programs are not started here, and an overlay is of no use. */
  readonly python: (() => Promise<string>) | null;
}

const NO_USES: Uses = { parents: 0, names: new Set(), isAbsolute: false };
const PLAIN: CopyMeans = { limit: null, isRenewed: false, python: null };

/** Up to this a copy is made in no time, and is simpler than an overlay. */
const SMALL = { entries: 3000, bytes: 256_000_000 };
/** Up to this one is made when there is no other way. */
const MOST = { entries: 100_000, bytes: 1_000_000_000 };

type Bounds = typeof SMALL;

/** What is to be done. `top`: the folder that becomes `c` in the copy; `working`: the source's own, relative to the copy's base. */
interface Task {
  readonly folder: string;
  readonly top: string;
  readonly working: string;
  readonly uses: Uses;
  readonly means: CopyMeans;
}

/**
 * Makes a private copy of `folder`.
 * @throws {SluiceError} when none can be had: it says what is too large, and what can be done.
 */
export async function makeWorkingCopy(
  folder: string,
  uses: Uses = NO_USES,
  means: CopyMeans = PLAIN,
): Promise<WorkingCopy> {
  const real = realpathSync(folder);
  const chain = ancestors(real, uses.parents);
  const top = chain[0] ?? real;
  // the folder itself counts, whatever it is called
  const names = new Set([...uses.names, ...chain.map((path) => basename(path))]);
  const task = {
    folder: real,
    top,
    working: join('c', relative(top, real)),
    uses: { ...uses, names },
    means,
  };
  const wholes: readonly Root[] = [{ type: 'folder', from: top, to: 'c' }];
  const mayBeSmall = !uses.isAbsolute || means.python === null;
  const attempt = async (roots: readonly Root[]): Promise<WorkingCopy> =>
    (mayBeSmall && (await copySmall(task, roots))) || copyLarge(task, roots);
  if (top === real) return attempt(wholes);
  const whole = mayBeSmall ? await copySmall(task, wholes) : null;
  if (whole !== null) return whole;
  const own: Root = { type: 'folder', from: real, to: task.working };
  const above = rootsAbove(chain, 'c');
  const named = above.filter(({ from }) => isNamed(basename(from), uses.names));
  const partly = async (roots: readonly Root[]): Promise<WorkingCopy> => {
    const found = await attempt([own, ...roots]);
    const missing = above.length - roots.length;
    const note = `${missing} files and folders above ${folder} are not in the private copy`;
    return missing === 0 ? found : { ...found, notes: [...found.notes, note] };
  };
  try {
    return await partly(named);
  } catch (error) {
    // that the code has their names may be by chance
    if (!(error instanceof SluiceError) || named.length === 0) throw error;
    return partly([]);
  }
}

/** The folder itself in place of a copy: what a session changes there is changed. */
export function workInPlace(folder: string): WorkingCopy {
  return {
    path: folder,
    through: null,
    isPrivate: false,
    notes: [`the cells run in ${folder} itself, and can change what is there`],
    original: (text) => text,
    renew: async () => {},
    remove: async () => {},
  };
}

async function copySmall(task: Task, roots: readonly Root[]): Promise<WorkingCopy | null> {
  const found = await copyWithin(task, roots, SMALL, null);
  if (!(found instanceof FolderSize)) return found;
  if (found.bytes <= SMALL.bytes) return null;
  // on the folder's own disk it may take clones
  const clones = await copyWithin(task, roots, SMALL, task.folder);
  return clones instanceof FolderSize ? null : clones;
}

async function copyLarge(task: Task, roots: readonly Root[]): Promise<WorkingCopy> {
  const overlay = await overlayCopy(task, roots);
  if (typeof overlay !== 'string') return overlay;
  const { limit } = task.means;
  const most = limit === null ? MOST : { entries: Number.POSITIVE_INFINITY, bytes: limit };
  const found = await copyWithin(task, roots, most, task.folder);
  if (!(found instanceof FolderSize)) return found;
  const counted = await sizeOf(task, roots);
  throw tooLarge(task.folder, counted.size, most, { noOverlay: overlay, isWhole: counted.isWhole });
}

/** More is not counted for a message. */
const COUNTED = 200_000;

async function sizeOf(task: Task, given: readonly Root[]): Promise<{ size: FolderSize; isWhole: boolean }> {
  const size = new FolderSize();
  const roots = new CopiedRoots('/nowhere', given, 'copy');
  for await (const entry of inTurns(copiedEntries(roots, { for: 'copy', names: task.uses.names }))) {
    size.add(entry);
    if (size.entries >= COUNTED) return { size, isWhole: false };
  }
  return { size, isWhole: true };
}

/** A copy on the disk of `near`, if given; the size when it is more than the bounds, which clones do not count in. */
async function copyWithin(
  task: Task,
  given: readonly Root[],
  bounds: Bounds,
  near: string | null,
): Promise<WorkingCopy | FolderSize> {
  const base = makePlace(
    given.map(({ from }) => from),
    near,
  );
  return orRemoved(base, async () => {
    const roots = new CopiedRoots(base, given, 'copy');
    const entries: CopiedEntry[] = [];
    const size = new FolderSize();
    let clones = false;
    for await (const entry of inTurns(copiedEntries(roots, { for: 'copy', names: task.uses.names }))) {
      entries.push(entry);
      size.add(entry);
      if (size.entries > bounds.entries) return size;
      if (size.bytes <= bounds.bytes || clones || entry.type !== 'file') continue;
      clones = canClone(entry.from, base);
      if (!clones) return size;
    }
    const { isRenewed } = task.means;
    if (!clones) needSpace(base, task.folder, size.bytes * (isRenewed ? 2 : 1));
    const missing = await copyEntries(entries, base);
    if (isRenewed) await keepFirstState(base);
    return workingCopy(task, base, roots, null, [
      ...(missing === 0 ? [] : [`${missing} files cannot be read and are not in the private copy`]),
      ...(task.uses.isAbsolute ? [absoluteNote(task.folder)] : []),
    ]);
  });
}

function absoluteNote(folder: string): string {
  return `cells name files in ${folder} by absolute paths, which lead to the originals and not to the private copy`;
}

/** An overlay, or why it cannot be had. */
async function overlayCopy(task: Task, roots: readonly Root[]): Promise<WorkingCopy | string> {
  const { python } = task.means;
  if (python === null) return 'the kernels run on a server of yours';
  if (process.platform !== 'linux') return 'this system has none';
  const base = makePlace(
    roots.map(({ from }) => from),
    task.folder,
  );
  return orRemoved(base, async () => {
    if (roots.some(({ from }) => isWithin(base, from)))
      return `it would lie in the folder itself, in ${dirname(base)}`;
    const found = await makeOverlay({ base, roots, python: await python() });
    if (typeof found === 'string') return found;
    await keepFirstState(base);
    const { through, readOnly } = found;
    const isShown = roots.some((root) => isWithin(task.folder, root.from) && isShownInPlace(root));
    return workingCopy(task, base, found.roots, through, [
      ...(task.uses.isAbsolute && !isShown ? [absoluteNote(task.folder)] : []),
      ...(readOnly === 0
        ? []
        : [`${readOnly} files of other users or groups can be read and not written in the private copy`]),
    ]);
  });
}

/** Leaves nothing behind when no copy comes of it. */
async function orRemoved<T>(base: string, make: () => Promise<WorkingCopy | T>): Promise<WorkingCopy | T> {
  let made: WorkingCopy | T | null = null;
  try {
    made = await make();
    return made;
  } finally {
    if (made === null || typeof made !== 'object' || !('renew' in made)) await removePlace(base);
  }
}

function needSpace(base: string, folder: string, bytes: number): void {
  const { bavail, bsize } = statfsSync(base);
  if (bytes < bavail * bsize) return;
  throw new SluiceError(
    `no private copy of ${folder} can be made: it takes ${sizeText(bytes)}, and ${dirname(base)} has ` +
      `${sizeText(bavail * bsize)} left; TMPDIR says where copies are made, and --in-place runs the cells in the folder itself`,
  );
}

function workingCopy(
  { top, working }: Task,
  base: string,
  roots: CopiedRoots,
  through: readonly string[] | null,
  notes: readonly string[],
): WorkingCopy {
  const places = roots.all.flatMap(({ from, to }): [string, string][] => [[join(base, to), from]]);
  const named = new Map([[join(base, 'c'), top === '/' ? '' : top], ...places]);
  const { leftOut } = roots;
  const links = `${leftOut} links to folders above lead nowhere in the private copy`;
  return {
    path: join(base, working),
    through,
    isPrivate: true,
    notes: leftOut === 0 ? notes : [...notes, links],
    original: (text) => [...named].reduceRight((all, [place, from]) => all.replaceAll(place, from), text),
    async renew() {
      for (const name of STATE) {
        await removeTree(join(base, name));
        await copyState(join(base, FIRST, name), base, name);
      }
    },
    remove: () => removePlace(base),
  };
}

/** The folders of a copy that a session can change, and where they are kept as they were at first. */
const STATE = ['c', 'out', 'overlays'] as const;
const FIRST = 'first';

async function keepFirstState(base: string): Promise<void> {
  for (const name of STATE) await copyState(join(base, name), base, join(FIRST, name));
}

async function copyState(from: string, base: string, to: string): Promise<void> {
  if (!existsSync(from)) return;
  const roots = new CopiedRoots(base, [{ type: 'folder', from, to }], 'copy');
  await copyEntries(copiedEntries(roots, { for: 'exact' }), base);
}
