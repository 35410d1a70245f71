/**
 * The file of a saved session: a ZIP archive whose members are not compressed, so that none is larger than the file.
 * Names of members are never paths: each reader asks for the names that it knows.
 */

import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { unzipSync } from 'fflate';
import yazl from 'yazl';
import { readPlainFile, streamPlainFile } from '../../instrument/index.ts';

/** The largest file, because it is read into memory. */
export const MOST_ARCHIVE_BYTES = 2_000_000_000;
const MOST_MEMBERS = 100_000;

/** A member: a text, or a file. */
export type Member = { readonly text: string } | { readonly file: string; readonly size: number };

/** Writes a new file. */
export async function writeArchive(path: string, members: ReadonlyMap<string, Member>): Promise<void> {
  const archive = new yazl.ZipFile();
  const output = archive.outputStream as Readable;
  archive.on('error', (error) => output.destroy(error as Error));
  const [mtime, compress] = [new Date(0), false];
  for (const [name, member] of members) {
    if ('text' in member) archive.addBuffer(Buffer.from(member.text), name, { mtime, compress });
    else
      archive.addReadStreamLazy(name, { mtime, compress, size: member.size }, (give) => {
        try {
          give(null, streamPlainFile(member.file).stream);
        } catch (error) {
          give(error, undefined as never);
        }
      });
  }
  archive.end();
  await pipeline(output, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
}

/** An archive in memory. */
export class SessionArchive {
  readonly #members: ReadonlyMap<string, Uint8Array>;

  /** @throws an error if it is no intact archive of this kind. */
  constructor(path: string) {
    const content = readPlainFile(path, MOST_ARCHIVE_BYTES);
    let [members, bytes] = [0, 0];
    const found = unzipSync(content, {
      filter: ({ name, size, originalSize, compression }) => {
        if (compression !== 0) throw new Error(`${name} is compressed`);
        members += 1;
        bytes += Math.max(size, originalSize);
        if (members > MOST_MEMBERS || bytes > content.length) throw new Error('it names more than it has');
        return true;
      },
    });
    this.#members = new Map(Object.entries(found));
    if (this.#members.size !== members) throw new Error('two of its parts have one name');
  }

  get names(): Iterable<string> {
    return this.#members.keys();
  }

  /** The bytes of a member; null if it has none of this name. */
  read(wanted: string): Buffer | null {
    const found = this.#members.get(wanted);
    return found === undefined ? null : Buffer.from(found.buffer, found.byteOffset, found.byteLength);
  }
}
