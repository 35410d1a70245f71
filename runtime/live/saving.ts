/**
 * The file of an open notebook: saved by itself soon after a change, atomically, and never over what somebody else wrote meanwhile.
 * It does not know what a notebook's text is made of.
 */

import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { saveAtomically } from '../documents/index.ts';
import { SluiceError } from '../errors.ts';
import type { NotebookView } from './messages.ts';

const QUIET_MS = 1_000;
const LATEST_MS = 5_000;
const LOOK_MS = 2_000;

export type SavedState = NotebookView['saved'];

/** What a notebook's file needs of the notebook. */
export interface FileHost {
  /** The text to save. */
  text(): string;
  /** The state is another one, or a save failed. */
  changed(state: SavedState, failure: string | null): void;
}

/** A notebook's file. */
export class NotebookFile {
  #path: string;
  readonly #host: FileHost;
  #known: string;
  #stamp: string;
  #state: SavedState = 'saved';
  #timer: NodeJS.Timeout | null = null;
  #since = 0;
  readonly #watch: NodeJS.Timeout;

  /** `text`: what the file holds as far as the notebook knows. */
  constructor(path: string, text: string, host: FileHost) {
    this.#path = path;
    this.#host = host;
    this.#known = hashOf(text);
    this.#stamp = stampOf(path);
    this.#watch = setInterval(() => this.#look(), LOOK_MS).unref();
  }

  get path(): string {
    return this.#path;
  }

  get state(): SavedState {
    return this.#state;
  }

  /** The SHA-256 of what the file holds, as far as the notebook knows. */
  get hash(): string {
    return this.#known;
  }

  /** Something changed: it is saved when there is a pause, and at the latest after some seconds. */
  touch(): void {
    if (this.#state === 'conflict') return;
    this.#become('unsaved', null);
    const now = Date.now();
    if (this.#timer === null) this.#since = now;
    else clearTimeout(this.#timer);
    const wait = Math.min(QUIET_MS, Math.max(0, this.#since + LATEST_MS - now));
    this.#timer = setTimeout(() => this.save(), wait);
  }

  /** Saves now. When the file has changed on disk, it stays as it is unless `overwrite`. */
  save(overwrite = false): void {
    this.#stop();
    if (!overwrite && this.#isForeign()) {
      this.#become('conflict', null);
      return;
    }
    try {
      const text = this.#host.text();
      const hash = hashOf(text);
      if (hash !== this.#known || overwrite) saveAtomically(this.#path, text);
      this.#known = hash;
      this.#stamp = stampOf(this.#path);
      this.#become('saved', null);
    } catch (error) {
      if (!(error instanceof SluiceError)) throw error;
      this.#become('unsaved', error.message);
    }
  }

  /** The notebook has taken over this text from the file. */
  reloaded(text: string): void {
    this.#stop();
    this.#known = hashOf(text);
    this.#stamp = stampOf(this.#path);
    this.#become('saved', null);
  }

  /** The file has got another name. */
  moved(path: string): void {
    this.#path = path;
  }

  /** Saves what is unsaved, and stops watching. A conflict stays one: the file on disk is kept. */
  close(): void {
    clearInterval(this.#watch);
    if (this.#state === 'unsaved') this.save();
    this.#stop();
  }

  #stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #look(): void {
    if (this.#state !== 'conflict' && stampOf(this.#path) !== this.#stamp && this.#isForeign()) {
      this.#stop();
      this.#become('conflict', null);
    }
  }

  /** Whether the file holds something that the notebook has neither read nor written. A file that is gone is not foreign. */
  #isForeign(): boolean {
    if (stampOf(this.#path) === this.#stamp) return false;
    try {
      return hashOf(readFileSync(this.#path)) !== this.#known;
    } catch {
      return false;
    }
  }

  #become(state: SavedState, failure: string | null): void {
    if (state === this.#state && failure === null) return;
    this.#state = state;
    this.#host.changed(state, failure);
  }
}

function hashOf(text: string | Buffer): string {
  return createHash('sha256').update(text).digest('hex');
}

function stampOf(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false, bigint: true });
  return stats === undefined ? '' : `${stats.mtimeNs} ${stats.size} ${stats.ino}`;
}
