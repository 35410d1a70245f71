/**
 * Saves a file as atomic-save.ts does, but in the background: the content is written beside the file while the
 * process goes on, and takes the file's place at once. It decides neither when to save, nor whether the content
 * may still take the place.
 */

import { createHash } from 'node:crypto';
import { closeSync, fsync, rmSync, write } from 'node:fs';
import { dirname } from 'node:path';
import { replaceFile } from '../platform/index.ts';
import { SluiceError } from '../words/index.ts';
import { failureOfSave, keepOwnerAndMode, openBeside, syncFolderLater } from './atomic-save.ts';
import { isHighSurrogate } from './json-string.ts';

/** The characters that are encoded and written together, some milliseconds of work. */
const PIECE = 1 << 20;

/** A content beside its file. */
export interface BackgroundSave {
  /** The SHA-256 of the content, as soon as the disk has all of it. Rejects with a SluiceError. */
  readonly written: Promise<string>;
  /** Puts the written content in the place of the file. @throws {SluiceError} when it cannot */
  takePlace(): void;
  /** Removes the content, written or not. */
  abandon(): void;
}

/** Begins to save a text as UTF-8 in a plain file. @throws {SluiceError} when it cannot */
export function saveInBackground(path: string, text: string): BackgroundSave {
  const { file, beside, target, existing } = open(path);
  let isAbandoned = false;
  const abandon = (): void => {
    isAbandoned = true;
    rmSync(beside, { force: true });
  };
  const writeAll = async (): Promise<string> => {
    const hash = createHash('sha256');
    try {
      for (const piece of piecesOf(text)) {
        if (isAbandoned) throw new SluiceError(`${path} was saved otherwise`);
        hash.update(piece);
        await writePiece(file, piece);
      }
      if (existing) keepOwnerAndMode(file, existing);
      await synced(file);
      return hash.digest('hex');
    } finally {
      closeSync(file);
    }
  };
  const written = writeAll().catch((error: unknown) => {
    abandon();
    throw failureOfSave(path, error);
  });
  const takePlace = (): void => {
    try {
      replaceFile(beside, target);
    } catch (error) {
      abandon();
      throw failureOfSave(path, error);
    }
    syncFolderLater(dirname(target));
  };
  return { written, takePlace, abandon };
}

function open(path: string): ReturnType<typeof openBeside> {
  try {
    return openBeside(path);
  } catch (error) {
    throw failureOfSave(path, error);
  }
}

/** The parts of a text as UTF-8. No part ends between two halves of a character. */
function* piecesOf(text: string): Generator<Buffer> {
  let start = 0;
  while (start < text.length) {
    let end = Math.min(start + PIECE, text.length);
    while (isHighSurrogate(text.charCodeAt(end - 1)) && end < text.length) end += 1;
    yield Buffer.from(text.slice(start, end));
    start = end;
  }
}

async function writePiece(file: number, piece: Buffer): Promise<void> {
  for (let at = 0; at < piece.length; ) {
    at += await new Promise<number>((resolve, reject) => {
      write(file, piece, at, piece.length - at, null, (error, count) =>
        error === null ? resolve(count) : reject(error),
      );
    });
  }
}

function synced(file: number): Promise<void> {
  return new Promise((resolve, reject) => {
    fsync(file, (error) => (error === null ? resolve() : reject(error)));
  });
}
