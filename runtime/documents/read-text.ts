/** Reads a whole text file, and describes failures of the file system. It does not interpret the text. */
import { constants } from 'node:buffer';
import { type ByteRange, checkIsPlain, readPlainFile, streamPlainFile } from '../../instrument/index.ts';
import { SluiceError } from '../words/index.ts';

/**
 * The text of a UTF-8 file, a byte-order mark included. Throws a SluiceError if it is missing, a directory,
 * not a plain file, not readable, empty, or not UTF-8.
 */
export function readText(path: string): string {
  const bytes = readBytes(path, constants.MAX_STRING_LENGTH);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new SluiceError(`${path} is not UTF-8 text; save it as UTF-8`);
  }
}

/** The bytes of a plain file, with the same failures as `readText` except the encoding. `most`: the limit of bytes. */
export function readBytes(path: string, most = Infinity): Buffer {
  let bytes: Buffer;
  try {
    bytes = readPlainFile(path, most);
  } catch (error) {
    throw asReadFailure(path, error, most);
  }
  if (bytes.length > 0) return bytes;
  throw new SluiceError(`${path} is empty (0 bytes); restore it from a copy`);
}

/** Throws unless `path` is a plain file: a pipe or device would block. */
export function checkPlainFile(path: string): void {
  try {
    checkIsPlain(path);
  } catch (error) {
    throw asReadFailure(path, error, Infinity);
  }
}

/** A plain file, or a range of it, piece by piece, however large, with the same failures. */
export function streamFile(path: string, range?: ByteRange): ReturnType<typeof streamPlainFile> {
  try {
    return streamPlainFile(path, range);
  } catch (error) {
    throw asReadFailure(path, error, Infinity);
  }
}

function asReadFailure(path: string, error: unknown, most: number): SluiceError {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EISDIR':
      return new SluiceError(`${path} is a directory; name a file in it`);
    case 'ENOTPLAIN':
      return new SluiceError(`${path} is not a plain file; save its content to a file first`);
    case 'EFBIG':
      return new SluiceError(
        `${path} is too large (${Math.floor(most / 2 ** 20) + 1} MiB at most); clear some outputs`,
      );
  }
  return new SluiceError(`cannot read ${path}: ${describeFailure(error)}`);
}

/** A failed system call in words, without the path. */
export function describeFailure(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return (code && WORDS[code]) || message || String(error);
}

/** Whether a system call failed because there is no room on the disk. */
export function isDiskFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException | null)?.code ?? '');
}

const WORDS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder; check the path',
  ENOTDIR: 'a part of the path is not a folder; check the path',
  EACCES: 'permission denied; change its permissions or use another place',
  EPERM: 'permission denied; change its permissions or use another place',
  EROFS: 'the file system is read-only; use another place',
  ENOSPC: 'the disk is full; free some space',
  EDQUOT: 'the disk quota is used up; free some space',
  ELOOP: 'its symbolic links go in a circle; repair them',
  ENAMETOOLONG: 'the name is too long; use a shorter one',
  EISDIR: 'it is a folder; name a file',
  ENOTPLAIN: 'it is not a plain file; put one in its place',
  EFBIG: 'the file is too large; use a smaller one',
  ERR_FS_FILE_TOO_LARGE: 'the file is too large (2 GiB at most)',
  ERR_INVALID_ARG_VALUE: 'the path holds a character that no path can hold; check the path',
};
