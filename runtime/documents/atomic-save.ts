/**
 * Saves a file so that a reader sees the old or the new content, even after a crash: it writes beside the
 * file, then renames. It keeps mode and owner and follows symbolic links. It does not keep hard links (a
 * rename makes a new file), and does not notice changes by other programs meanwhile.
 */
import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fsync,
  fsyncSync,
  openSync,
  readlinkSync,
  realpathSync,
  type Stats,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { isWithin, replaceFile } from '../platform/index.ts';
import { SluiceError } from '../words/index.ts';
import { besideOf, removeLeftBeside } from './beside.ts';
import { describeFailure } from './read-text.ts';

/**
 * Saves `content`, a text as UTF-8. Throws a SluiceError, and leaves the folder unchanged, if it cannot.
 * `within`: links may not lead out of this folder; for names that no person chose, because another person's
 * folder may have links to anything.
 */
export function saveAtomically(path: string, content: string | Buffer, within: string | null = null): void {
  try {
    if (within !== null) checkLeadsInside(path, within);
    const existing = statSync(path, { throwIfNoEntry: false });
    if (existing?.isDirectory()) throw new SluiceError(`cannot save ${path}: it is a directory; name a file`);
    // A pipe or device (`-o /dev/stdout`) must be written to, not replaced.
    if (existing && !existing.isFile()) writeFileSync(path, content);
    else writeBeside(openBeside(path), content);
  } catch (error) {
    throw failureOfSave(path, error);
  }
}

/** The failure of a save, in words. */
export function failureOfSave(path: string, error: unknown): SluiceError {
  if (error instanceof SluiceError) return error;
  return new SluiceError(`cannot save ${path}: ${describeFailure(error)}`);
}

/**
 * @throws {SluiceError} when a link on the way to `path`, or `path` itself, leads out of `folder`, or to
 * something other than a file
 */
export function checkLeadsInside(path: string, folder: string): void {
  const root = realpathSync(folder);
  const target = followLinks(path);
  const real = join(realpathSync(dirname(target)), basename(target));
  if (!isWithin(real, root))
    throw new SluiceError(
      `cannot save ${path}: a link leads out of ${folder}; delete the link, or name another file`,
    );
  const existing = statSync(target, { throwIfNoEntry: false });
  if (existing && !existing.isFile() && !existing.isDirectory())
    throw new SluiceError(`cannot save ${path}: it is not a plain file; delete it, or name another file`);
}

/** Folders already free of files left by dead processes. */
const tidied = new Set<string>();

/** A new file, open for writing, which will take the place of another one. */
interface Beside {
  readonly file: number;
  readonly beside: string;
  /** The file at the end of all links, and its owner and mode if it exists. */
  readonly target: string;
  readonly existing: Stats | undefined;
}

/** Opens a new file beside a plain file, which may not exist yet. @throws when it cannot */
export function openBeside(path: string): Beside {
  const existing = statSync(path, { throwIfNoEntry: false });
  if (existing && !existing.isFile()) throw new SluiceError(`cannot save ${path}: it is not a plain file`);
  if (existing) accessSync(path, constants.W_OK);
  const target = followLinks(path);
  const folder = dirname(target);
  if (!tidied.has(folder)) removeLeftBeside(folder);
  tidied.add(folder);
  const beside = besideOf(target);
  // Not readable by others while it holds content whose final mode is not set yet.
  const file = openSync(beside, 'wx', existing ? 0o600 : 0o666);
  return { file, beside, target, existing };
}

function writeBeside({ file, beside, target, existing }: Beside, content: string | Buffer): void {
  try {
    try {
      writeFileSync(file, content);
      if (existing) keepOwnerAndMode(file, existing);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    replaceFile(beside, target);
  } catch (error) {
    unlinkSync(beside);
    throw error;
  }
  syncFolder(dirname(target));
}

/** Gives a new file the owner and the mode of the one that it replaces. */
export function keepOwnerAndMode(file: number, existing: Stats): void {
  try {
    fchownSync(file, existing.uid, existing.gid);
  } catch {
    // Only the owner's own group, or root, may: otherwise the file belongs to the person who saves it.
  }
  fchmodSync(file, existing.mode & 0o7777);
}

/** Makes the rename itself durable; some file systems cannot, and the content is already safe. */
function syncFolder(folder: string): void {
  try {
    const handle = openSync(folder, 'r');
    try {
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
  } catch {
    // best effort, see above
  }
}

/** The same, without waiting. */
export function syncFolderLater(folder: string): void {
  try {
    const handle = openSync(folder, 'r');
    fsync(handle, () => closeSync(handle));
  } catch {
    // best effort, see above
  }
}

/** The file at the end of a chain of symbolic links, which may not exist yet. */
function followLinks(path: string): string {
  let target = path;
  for (let links = 0; links < 40; links += 1) {
    try {
      target = resolve(dirname(target), readlinkSync(target));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EINVAL' || code === 'ENOENT' || code === 'UNKNOWN') return target;
      throw error;
    }
  }
  throw Object.assign(new Error('too many links'), { code: 'ELOOP' });
}
