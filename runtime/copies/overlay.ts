/**
 * A private copy without copying: an overlay over the folder, in a mount namespace that a kernel enters at
 * its start (`private_mounts.py`). This file prepares the mounts, and tests once whether the system allows
 * them. Other processes see nothing of the overlay. It needs Linux, and a user with the right to make
 * namespaces.
 */

import { execFile } from 'node:child_process';
import { accessSync, constants, mkdirSync, type Stats, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { findPackageRoot, MOST_OF_SETTINGS, readPlainText } from '../../instrument/index.ts';
import { isWithin } from '../platform/index.ts';
import { messageOf } from '../words/index.ts';
import { type CopiedEntry, copiedEntries, inTurns } from './copied-entries.ts';
import { CopiedRoots, isShownInPlace, type Root } from './copied-roots.ts';
import { copyEntries } from './copy-entries.ts';

const run = promisify(execFile);

const HELPER = join('runtime', 'copies', 'private_mounts.py');
/** The limit of entries: the promise requires that all are checked. */
const ENTRIES = 1_000_000;
const OVERLAYS = 100;
/** The limit of copied files of other groups or users, because an ordinary user's overlay can only show them. */
const FOREIGN_BYTES = 64 * 1024 * 1024;
const FOREIGN_FILES = 3000;

/** A prepared overlay: the program that starts other programs in it. */
export interface Overlay {
  readonly through: readonly string[];
  readonly roots: CopiedRoots;
  /** The number of files that the session can read but not write. */
  readonly readOnly: number;
}

/** The wanted overlay, and its folder. */
export interface OverlayWanted {
  readonly base: string;
  readonly roots: readonly Root[];
  readonly python: string;
}

/**
 * Prepares an overlay, or returns the reason why there is none. The base's folders `c`, `out` and `overlays`
 * then hold the initial state of a session.
 */
export async function makeOverlay({ base, roots: wanted, python }: OverlayWanted): Promise<Overlay | string> {
  const roots = new CopiedRoots(base, [...wanted, ...mountsBelow(wanted)], 'overlay');
  const found = await changesOf(roots);
  if (typeof found === 'string') return found;
  const mounted = roots.all.filter(({ type }) => type === 'folder');
  if (mounted.length > OVERLAYS) return `links lead to more than ${OVERLAYS} other folders`;
  const overlays = mounted.map((root, number) => {
    const own = join('overlays', String(number));
    return { root, upper: join(own, 'upper'), work: join(own, 'work') };
  });
  for (const { root, upper, work } of overlays) {
    for (const path of [root.to, upper, work]) mkdirSync(join(base, path), { recursive: true });
  }
  const inUpper = (entry: CopiedEntry): CopiedEntry => {
    const overlay = overlays.findLast(({ root }) => isWithin(entry.to, root.to));
    if (overlay === undefined) return entry;
    return { ...entry, to: join(overlay.upper, relative(overlay.root.to, entry.to)) };
  };
  await copyEntries(found.changes.map(inUpper), base);
  const plan = {
    overlays: overlays.map(({ root, upper, work }) => ({
      lower: root.from,
      upper: join(base, upper),
      work: join(base, work),
      at: join(base, root.to),
    })),
    binds: mounted
      .filter(isShownInPlace)
      .map(({ from, to }) => [join(base, to), from] as const)
      // an outer folder would hide mounts inside it
      .sort(([, a], [, b]) => a.length - b.length),
  };
  const file = join(base, 'plan.json');
  writeFileSync(file, JSON.stringify(plan));
  const through = [python, '-I', '-S', join(findPackageRoot(), HELPER), file];
  const failure = await tryOut(through);
  return failure ?? { through, roots, readOnly: found.readOnly };
}

/** Why the system does not allow the mounts, or null. */
async function tryOut([program = '', ...args]: readonly string[]): Promise<string | null> {
  try {
    await run(program, [...args, '--check']);
    return null;
  } catch (error) {
    const said = (error as { readonly stderr?: string }).stderr?.trim().split('\n').at(-1);
    return said?.replace(/^cannot mount the private copy: /, '') || messageOf(error);
  }
}

interface Changes {
  /** Entries that differ in the copy: links that lead out of it, and files that the overlay could not write. */
  readonly changes: readonly CopiedEntry[];
  readonly readOnly: number;
}

/** Checks everything that the overlays will show. */
async function changesOf(roots: CopiedRoots): Promise<Changes | string> {
  const folders = new Map<string, CopiedEntry>();
  const changes = new Map<string, CopiedEntry>();
  const change = (entry: CopiedEntry): void => {
    // its parent folders are made in the upper folder too, and must look as below
    const above = folders.get(dirname(entry.to));
    if (above !== undefined && !changes.has(above.to)) change(above);
    changes.set(entry.to, entry);
  };
  let [seen, bytes, files, readOnly] = [0, 0, 0, 0];
  for await (const entry of inTurns(copiedEntries(roots, { for: 'overlay' }))) {
    seen += 1;
    if (seen > ENTRIES) return `it holds more than ${ENTRIES} files`;
    if (entry.type === 'folder') {
      folders.set(entry.to, entry);
      const isRoot = roots.all.some(({ to }) => to === entry.to);
      if (isRoot || isForeign(entry)) change(entry);
    } else if (entry.type === 'file') {
      if (roots.all.some(({ type, to }) => type === 'file' && to === entry.to)) change(entry);
      else if (isForeign(entry)) {
        const { size } = entry.stat;
        if (bytes + size > FOREIGN_BYTES || files === FOREIGN_FILES) readOnly += 1;
        else {
          bytes += size;
          files += 1;
          change(entry);
        }
      }
    } else if (entry.type === 'git-link' || (entry.type === 'link' && entry.isChanged)) change(entry);
  }
  return { changes: [...changes.values()], readOnly };
}

/** Whether the user may write a file of another user or group, unknown to a user namespace. */
function isForeign({ from, stat }: Extract<CopiedEntry, { readonly stat: Stats }>): boolean {
  const user = process.geteuid?.();
  if (user === 0 || (stat.uid === user && stat.gid === process.getegid?.())) return false;
  try {
    accessSync(from, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Folders with other disks mounted, whose content an overlay does not show. */
function mountsBelow(roots: readonly Root[]): Root[] {
  return mountPoints().flatMap((from) => {
    const root = roots.find((other) => from !== other.from && isWithin(from, other.from));
    // only these disks are asked, because a disk may not answer
    if (root === undefined || !statSync(from, { throwIfNoEntry: false })?.isDirectory()) return [];
    return [{ type: 'folder', from, to: join(root.to, relative(root.from, from)) }];
  });
}

function mountPoints(): string[] {
  let text: string;
  try {
    text = readPlainText('/proc/self/mountinfo', MOST_OF_SETTINGS);
  } catch {
    return [];
  }
  const points = text.split('\n').flatMap((line) => line.split(' ')[4] ?? []);
  return points.map((point) =>
    point.replace(/\\([0-7]{3})/g, (_, code) => String.fromCharCode(parseInt(code, 8))),
  );
}
