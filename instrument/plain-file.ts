/**
 * The one reader of files from others: only plain files, a limited number of bytes, and no waiting. A name
 * may belong to a pipe, which would wait for ever, a device, which may have no end, or a file larger than
 * memory. This file does not look at the content.
 */

import { closeSync, constants, createReadStream, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { Readable } from 'node:stream';

/** The largest file of settings, requirements or declarations. */
export const MOST_OF_SETTINGS = 16 * 2 ** 20;

const { O_RDONLY, O_NONBLOCK, O_NOCTTY } = constants;

/**
 * The bytes of a file. Links are followed. @throws an error as of a system call: `EISDIR` for a folder, `ENOTPLAIN` for a pipe, socket or
 * device, `EFBIG` for more than `most` bytes.
 */
export function readPlainFile(path: string, most: number): Buffer {
  const file = openPlainFile(path);
  try {
    const { size } = fstatSync(file);
    if (size > most) throw failure('EFBIG');
    return readAll(file, size, most);
  } finally {
    closeSync(file);
  }
}

/** The text of a UTF-8 file, with the same errors; invalid bytes are replaced. */
export function readPlainText(path: string, most: number): string {
  return readPlainFile(path, most).toString('utf8');
}

/** The first bytes of a file, with the same errors. */
export function readPlainHead(path: string, length: number): Buffer {
  const file = openPlainFile(path);
  try {
    const bytes = Buffer.alloc(length);
    return bytes.subarray(0, readSync(file, bytes, 0, length, 0));
  } finally {
    closeSync(file);
  }
}

/** Some bytes of a file, both ends included; the end may lie beyond the last byte. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/**
 * A file or a range of a file, piece by piece, up to the size at the opening. `size` is the size of the whole
 * file. @throws the same errors
 */
export function streamPlainFile(
  path: string,
  { first, last }: ByteRange = { first: 0, last: Infinity },
): { readonly size: number; readonly stream: Readable } {
  const file = openPlainFile(path);
  const { size } = fstatSync(file);
  const end = Math.min(last, size - 1);
  if (first <= end) return { size, stream: createReadStream('', { fd: file, start: first, end }) };
  closeSync(file);
  return { size, stream: Readable.from([]) };
}

/** Throws the same errors, without opening it. */
export function checkIsPlain(path: string): void {
  const stats = statSync(path);
  if (stats.isDirectory()) throw failure('EISDIR');
  if (!stats.isFile()) throw failure('ENOTPLAIN');
}

function openPlainFile(path: string): number {
  // opening a device can already do something (a tape winds back)
  checkIsPlain(path);
  // it may be another one by now: then opening it does not wait
  const file = openSync(path, O_RDONLY | (O_NONBLOCK ?? 0) | (O_NOCTTY ?? 0));
  const stats = fstatSync(file);
  if (stats.isFile()) return file;
  closeSync(file);
  throw failure(stats.isDirectory() ? 'EISDIR' : 'ENOTPLAIN');
}

/** The size is a hint: a file can grow during the reading, and files of `/proc` have no size. */
function readAll(file: number, size: number, most: number): Buffer {
  const parts: Buffer[] = [];
  let length = 0;
  for (;;) {
    const part = Buffer.allocUnsafe(length === 0 ? size + 1 : 65_536);
    const count = readSync(file, part, 0, part.length, length);
    if (count === 0) return parts.length === 1 ? parts[0]! : Buffer.concat(parts, length);
    parts.push(part.subarray(0, count));
    length += count;
    if (length > most) throw failure('EFBIG');
  }
}

const WORDS = {
  EISDIR: 'it is a folder',
  ENOTPLAIN: 'it is not a plain file',
  EFBIG: 'it is too large',
};

function failure(code: keyof typeof WORDS): NodeJS.ErrnoException {
  return Object.assign(new Error(WORDS[code]), { code });
}
