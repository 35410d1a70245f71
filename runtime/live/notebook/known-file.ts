/**
 * The content of an open notebook's file, as far as the notebook knows: tells whether another program has changed or
 * deleted the file. It writes nothing, and decides nothing.
 */

import { constants } from 'node:buffer';
import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { readBytes } from '../../documents/index.ts';

/** A file with its known content. */
export class KnownFile {
  path: string;
  #hash: string;
  /** The stamp of the known content, and the stamp at the last look. */
  #stamp: string;
  #looked: string;

  /** `text`: the content of the file. */
  constructor(path: string, text: string) {
    this.path = path;
    this.#hash = hashOf(text);
    this.#stamp = stampOf(path);
    this.#looked = this.#stamp;
  }

  /** The SHA-256 of the known content. */
  get hash(): string {
    return this.#hash;
  }

  /** The state of the file on the disk now. */
  get stamp(): string {
    return stampOf(this.path);
  }

  /** Notes the content that the file has in this state. */
  is(hash: string, stamp = this.stamp): void {
    this.#hash = hash;
    this.#stamp = stamp;
  }

  /** Takes the content as it is now. */
  accept(): void {
    this.#stamp = this.stamp;
    try {
      this.#hash = hashOf(readBytes(this.path, constants.MAX_STRING_LENGTH));
    } catch {
      // gone for the moment
    }
  }

  /** Whether the state of the file is another one than at the last look. */
  look(): boolean {
    const { stamp } = this;
    if (stamp === this.#looked) return false;
    this.#looked = stamp;
    return true;
  }

  /** The difference between the file and the known content; null: there is none. */
  difference(): 'conflict' | 'gone' | null {
    const { stamp } = this;
    if (stamp === this.#stamp) return null;
    if (stamp === '') return 'gone';
    try {
      return hashOf(readBytes(this.path, constants.MAX_STRING_LENGTH)) === this.#hash ? null : 'conflict';
    } catch {
      return 'conflict';
    }
  }
}

/** The SHA-256 of a text as UTF-8, or of bytes. */
export function hashOf(text: string | Buffer): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Empty if there is no such file, or no access to it. */
function stampOf(path: string): string {
  try {
    const stats = statSync(path, { bigint: true });
    return `${stats.mtimeNs} ${stats.size} ${stats.ino}`;
  } catch {
    return '';
  }
}
