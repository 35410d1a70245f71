/** Text files for the editor of the pages: reads them, and saves them only over the version that the page has loaded. */

import { accessSync, constants, statSync } from 'node:fs';
import { basename } from 'node:path';
import { readPlainFile, readPlainHead } from '../../instrument/index.ts';
import { checkPlainFile, saveAtomically } from '../documents/index.ts';
import { withLineEnds } from '../live/index.ts';
import type { SavedText, TextFile } from './file-messages.ts';
import { Refusal } from './refusal.ts';

/** Larger files are shown in part. */
const MOST_BYTES = 8 * 2 ** 20;
/** The shown part of a larger file. */
const SHOWN_BYTES = 2 ** 20;
/** Text has no zero byte; this many bytes are checked. */
const CHECKED_BYTES = 8192;
const MARK = '\uFEFF';

/**
 * The text of a file; null if `known` is its version. @throws {SluiceError} 2 when it is no plain file.
 * @throws {Refusal} when it is no text.
 */
export function readTextFile(path: string, known: string | null): TextFile | null {
  checkPlainFile(path);
  const version = versionOf(path);
  if (known === version) return null;
  const { size } = statSync(path);
  const isLarge = size > MOST_BYTES;
  const bytes = isLarge ? wholeLines(readPlainHead(path, SHOWN_BYTES)) : readPlainFile(path, MOST_BYTES);
  const { text, isUtf8 } = decoded(path, bytes);
  const readOnly = isLarge
    ? `The file has ${sizeText(size)}: its first ${sizeText(bytes.length)} are shown, read-only.`
    : !isUtf8
      ? 'The file is not UTF-8: it is shown as Latin-1, read-only.'
      : isWritable(path)
        ? null
        : 'The file is read-only on the disk.';
  return { text: withoutMark(text).replace(/\r\n?/g, '\n'), version, readOnly };
}

/**
 * Saves a text with `\n` as line end; unchanged lines keep their line ends. @throws {Refusal} 409 when the file on
 * disk has another version, with the reason.
 */
export function saveTextFile(path: string, text: string, version: string, folder: string): SavedText {
  const name = basename(path);
  const exists = statSync(path, { throwIfNoEntry: false }) !== undefined;
  if (version === 'new' && exists) throw new Refusal(409, `${name} exists already`);
  if (!['new', 'any'].includes(version)) {
    if (!exists) throw new Refusal(409, `${name} has been deleted on the disk`);
    if (version !== versionOf(path)) throw new Refusal(409, `${name} has changed on the disk`);
  }
  if (exists) checkPlainFile(path);
  // the size is that of a text which a page has loaded, or that a person overwrites
  const before =
    exists && statSync(path).size <= MOST_BYTES ? readPlainFile(path, MOST_BYTES).toString() : '';
  const mark = before.startsWith(MARK) ? MARK : '';
  saveAtomically(path, mark + withLineEnds(text, withoutMark(before)), folder);
  return { version: versionOf(path) };
}

function versionOf(path: string): string {
  const { mtimeNs, size, ino } = statSync(path, { bigint: true });
  return `${mtimeNs}-${size}-${ino}`;
}

function decoded(path: string, bytes: Buffer): { readonly text: string; readonly isUtf8: boolean } {
  if (bytes.subarray(0, CHECKED_BYTES).includes(0)) {
    throw new Refusal(415, `${basename(path)} is not a text file; download it to open it elsewhere`);
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return { text, isUtf8: true };
  } catch {
    return { text: bytes.toString('latin1'), isUtf8: false };
  }
}

/** Without the last line, which the limit of bytes may have cut. */
function wholeLines(bytes: Buffer): Buffer {
  const end = bytes.lastIndexOf(10);
  if (end > 0) return bytes.subarray(0, end + 1);
  // one long line: not within a character of several bytes
  let last = bytes.length;
  while (last > bytes.length - 4 && (bytes[last - 1]! & 0xc0) === 0x80) last -= 1;
  return bytes.subarray(0, last - 1);
}

/** Not for the administrator either, who may write everything: the rights say what the owner wants. */
function isWritable(path: string): boolean {
  if ((statSync(path).mode & 0o222) === 0) return false;
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function withoutMark(text: string): string {
  return text.startsWith(MARK) ? text.slice(1) : text;
}

function sizeText(bytes: number): string {
  const [unit, factor] = bytes >= 1e9 ? ['GB', 1e9] : ['MB', 1e6];
  return `${(bytes / factor).toFixed(1)} ${unit}`;
}
