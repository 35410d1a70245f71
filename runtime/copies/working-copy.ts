/**
 * A private copy of a source's folder, so that played sessions and scripts change none of the user's files: a
 * copy if the folder is small or its disk makes clones, otherwise an overlay, otherwise a copy within limits,
 * otherwise none. Absolute paths to other folders are not redirected.
 */

import { existsSync, realpathSync, statfsSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { isWithin, temporaryVariable, whyLacking } from '../platform/index.ts';
import { SluiceError } from '../words/index.ts';
import { type CopiedEntry, copiedEntries, inTurns } from './copied-entries.ts';
import { CopiedRoots, isShownInPlace, type Root } from './copied-roots.ts';
import { canClone, copyEntries } from './copy-entries.ts';
import { absoluteNote, missingAbove } from './copy-notes.ts';
import { makePlace, removePlace, removeTree } from './copy-places.ts';
import { FolderSize, sizeText, tooLarge } from './folder-size.ts';
import { ancestors, isNamed, rootsAbove } from './folders-above.ts';
import { makeOverlay } from './overlay.ts';

/** A folder to work in. */
export interface WorkingCopy {
  readonly path: string;
  /** The program that must start others so that they see the copy; null: every program does. */
  readonly through: readonly string[] | null;
  /** Whether it is a copy, and not the folder itself. */
  readonly isPrivate: boolean;
  /** Notes for the user. */
  readonly notes: readonly string[];
  /** A text with the originals' paths in place of the copy's. */
  original(text: string): string;
  /** Resets the copy, at the same path, to its initial state. No kernel may run in it. */
  renew(): Promise<void>;
  /** Deletes the copy. */
  remove(): Promise<void>;
}

/** The files used by the code that will run in the copy. */
export interface Uses {
  /** The number of folders above that the code may reach as `..`. */
  readonly parents: number;
  /** Names of files and folders in the code. */
  readonly names: ReadonlySet<string>;
  /** Whether the code has absolute paths into the folder. */
  readonly isAbsolute: boolean;
}

/** How a copy may be made. */
export interface CopyMeans {
  /** The limit of bytes to copy if there is no other way; null: a gigabyte. */
  readonly limit: number | null;
  /** Whether the copy will be reset. */
  readonly isRenewed: boolean;
  /** A Python for the overlay's helper; null: programs start on another machine, where an overlay is useless. */
  readonly python: (() => Promise<string>) | null;
}

const NO_USES: Uses = { parents: 0, names: new Set(), isAbsolute: false };
const PLAIN: CopyMeans = { limit: null, isRenewed: false, python: null };

/** Up to this size a copy takes no time, and is simpler than an overlay. */
const QUICK_COPY = { entries: 3000, bytes: 256_000_000 };
/** Up to this size folders above the source's own are copied whole, for code that names `..` alone. */
const WHOLE_ABOVE = { entries: 1000, bytes: 64_000_000 };
/** Up to this size a folder is copied if there is no other way. */
const LARGEST_COPY = { entries: 100_000, bytes: 1_000_000_000 };

type Bounds = typeof QUICK_COPY;

/**
 * The copy to make. `top`: the folder that becomes `c` in the copy; `working`: the source's own, relative to
 * the copy's base.
 */
interface Task {
  readonly folder: string;
  readonly top: string;
  readonly working: string;
  readonly uses: Uses;
  readonly means: CopyMeans;
}

/** Makes a private copy of `folder`. @throws {SluiceError} if there can be none, with the reason and the remedy. */
export async function makeWorkingCopy(
  folder: string,
  uses: Uses = NO_USES,
  means: CopyMeans = PLAIN,
): Promise<WorkingCopy> {
  const real = realpathSync(folder);
  const chain = ancestors(real, uses.parents);
  const top = chain[0] ?? real;
  // the folder itself counts, with any name
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
  const above = rootsAbove(chain, 'c');
  const whole = mayBeSmall && (await isWithinBounds(task, above)) ? await copySmall(task, wholes) : null;
  if (whole !== null) return whole;
  const own: Root = { type: 'folder', from: real, to: task.working };
  const named = above.filter(({ from }) => isNamed(basename(from), uses.names));
  const partly = async (roots: readonly Root[]): Promise<WorkingCopy> => {
    const found = await attempt([own, ...roots]);
    const missing = above.filter((root) => !roots.includes(root));
    return missing.length === 0
      ? found
      : { ...found, notes: [...found.notes, missingAbove(folder, missing)] };
  };
  try {
    return await partly(named);
  } catch (error) {
    // the code may have their names by chance
    if (!(error instanceof SluiceError) || named.length === 0) throw error;
    return partly([]);
  }
}

/** Whether the entries above the source's folder are few and small enough to be copied whole. */
async function isWithinBounds(task: Task, above: readonly Root[]): Promise<boolean> {
  const { entries, bytes } = WHOLE_ABOVE;
  return (await sizeOf(task, above, (size) => size.entries > entries || size.bytes > bytes)).isWhole;
}

async function copySmall(task: Task, roots: readonly Root[]): Promise<WorkingCopy | null> {
  const found = await copyWithin(task, roots, QUICK_COPY, null);
  if (!(found instanceof FolderSize)) return found;
  if (found.bytes <= QUICK_COPY.bytes) return null;
  // on the folder's own disk the copy may use clones
  const clones = await copyWithin(task, roots, QUICK_COPY, task.folder);
  return clones instanceof FolderSize ? null : clones;
}

async function copyLarge(task: Task, roots: readonly Root[]): Promise<WorkingCopy> {
  const overlay = await overlayCopy(task, roots);
  if (typeof overlay !== 'string') return overlay;
  const { limit } = task.means;
  const most = limit === null ? LARGEST_COPY : { entries: Number.POSITIVE_INFINITY, bytes: limit };
  const found = await copyWithin(task, roots, most, task.folder);
  if (!(found instanceof FolderSize)) return found;
  const counted = await sizeOf(task, roots, ({ entries }) => entries >= MOST_COUNTED);
  throw tooLarge(task.folder, counted.size, most, { noOverlay: overlay, isWhole: counted.isWhole });
}

/** The limit of counted entries for a message. */
const MOST_COUNTED = 200_000;

/** The size of what a copy would have, counted until it is `enough`; `isWhole`: it never was. */
async function sizeOf(
  task: Task,
  given: readonly Root[],
  enough: (size: FolderSize) => boolean,
): Promise<{ size: FolderSize; isWhole: boolean }> {
  const size = new FolderSize();
  const roots = new CopiedRoots('/nowhere', given, 'copy');
  for await (const entry of inTurns(copiedEntries(roots, { for: 'copy', names: task.uses.names }))) {
    size.add(entry);
    if (enough(size)) return { size, isWhole: false };
  }
  return { size, isWhole: true };
}

/** A copy on the disk of `near`, if given; the size if it exceeds the limits, for which clones do not count. */
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

/** An overlay, or the reason why there is none. */
async function overlayCopy(task: Task, roots: readonly Root[]): Promise<WorkingCopy | string> {
  const { python } = task.means;
  if (python === null) return 'the kernels run on a server of yours';
  const lacking = whyLacking('overlays');
  if (lacking !== null) return lacking;
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

/** Removes the folder if no copy was made. */
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
      `${sizeText(bavail * bsize)} left; ${temporaryVariable()} says where copies are made, and --in-place runs the cells in the folder itself`,
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
  const named = new Map([[join(base, 'c'), dirname(top) === top ? '' : top], ...places]);
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
        await copyState(join(base, INITIAL, name), base, name);
      }
    },
    remove: () => removePlace(base),
  };
}

/** The folders of a copy that a session can change, and the folder with their initial state. */
const STATE = ['c', 'out', 'overlays'] as const;
const INITIAL = 'first';

async function keepFirstState(base: string): Promise<void> {
  for (const name of STATE) await copyState(join(base, name), base, join(INITIAL, name));
}

async function copyState(from: string, base: string, to: string): Promise<void> {
  if (!existsSync(from)) return;
  const roots = new CopiedRoots(base, [{ type: 'folder', from, to }], 'copy');
  await copyEntries(copiedEntries(roots, { for: 'exact' }), base);
}
