/**
 * The file of an open notebook: saved by itself soon after a change, atomically, and never over what somebody else wrote meanwhile, nor
 * anew where somebody renamed or deleted it. What cannot be saved is tried again, and in the end put beside. It does not know what a
 * notebook's text is made of.
 */

import { constants } from 'node:buffer';
import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { readBytes, removeLeftBeside, saveAtomically } from '../../documents/index.ts';
import { messageOf, SluiceError } from '../../errors.ts';
import type { NotebookView } from '../messages/messages.ts';
import { type Rescue, rescue } from './rescue.ts';

const QUIET_MS = 500;
const LATEST_MS = 1_200;
/** Outputs of running cells are saved this often. */
const OUTPUTS_MS = 3_000;
/** Of the time, saving takes this part at most; and this part while only outputs are new, which may go on for hours. */
const SHARE = 0.2;
const OUTPUTS_SHARE = 0.05;
const LOOK_MS = 2_000;
/** After a save that failed; each time twice as long, up to a minute. */
const AGAIN_MS = 2_000;
const AGAIN_LATEST_MS = 60_000;

export type SavedState = NotebookView['saved'];

/** What a notebook's file needs of the notebook. */
export interface FileHost {
  /** The text to save. */
  text(): string;
  /** Takes over what somebody else has written, where nothing here is unsaved; false: it cannot now, or what is there is no notebook. */
  takes(): boolean;
  /** The state, or why saving failed, is another one. */
  changed(): void;
}

/** A notebook's file. */
export class NotebookFile {
  #path: string;
  readonly #host: FileHost;
  #known: string;
  /** Of the file as the notebook knows it, and as it was when it was looked at last. */
  #stamp: string;
  #seen: string;
  #state: SavedState = 'saved';
  #failure: string | null = null;
  #saves = 0;
  #timer: NodeJS.Timeout | null = null;
  /** When something changed first that is not saved. */
  #since: number | null = null;
  /** When outputs that are not saved have to be; null: all are. */
  #outputsDue: number | null = null;
  /** How long the last save took. */
  #took = 0;
  #again = AGAIN_MS;
  readonly #watch: NodeJS.Timeout;

  /** `text`: what the file holds as far as the notebook knows. */
  constructor(path: string, text: string, host: FileHost) {
    this.#path = path;
    this.#host = host;
    this.#known = hashOf(text);
    this.#stamp = stampOf(path);
    this.#seen = this.#stamp;
    removeLeftBeside(dirname(path));
    this.#watch = setInterval(() => this.#look(), LOOK_MS).unref();
  }

  get path(): string {
    return this.#path;
  }

  get state(): SavedState {
    return this.#state;
  }

  /** Why the last save failed; null: it did not. */
  get failure(): string | null {
    return this.#failure;
  }

  /** How often it was saved. */
  get saves(): number {
    return this.#saves;
  }

  /** The SHA-256 of what the file holds, as far as the notebook knows. */
  get hash(): string {
    return this.#known;
  }

  /** Something changed: it is saved when there is a pause, and at the latest after some seconds. */
  touch(): void {
    if (this.#isAsking() || this.#failure !== null) return;
    this.#become('unsaved', null);
    const now = performance.now();
    this.#since ??= now;
    const latest = this.#since + Math.max(LATEST_MS, this.#took / SHARE);
    const due = Math.min(now + QUIET_MS, latest, this.#outputsDue ?? Infinity);
    this.#saveIn(Math.max(0, due - now));
  }

  /** A running cell has shown something: it is saved within some seconds, also when it goes on and on. */
  touchOutputs(): void {
    if (this.#isAsking() || this.#failure !== null || this.#outputsDue !== null) return;
    this.#become('unsaved', null);
    const wait = Math.max(OUTPUTS_MS, this.#took / OUTPUTS_SHARE);
    this.#outputsDue = performance.now() + wait;
    if (this.#timer === null) this.#saveIn(wait);
  }

  /** Saves now. When the file has changed on disk, or is gone, it stays so unless `overwrite`. */
  save(overwrite = false): void {
    this.#settle();
    if (!overwrite && this.#question() !== null) {
      this.#ask();
      return;
    }
    const started = performance.now();
    try {
      const text = this.#host.text();
      const hash = hashOf(text);
      if (hash !== this.#known || overwrite) saveAtomically(this.#path, text);
      this.#known = hash;
      this.#stamp = stampOf(this.#path);
      this.#again = AGAIN_MS;
      this.#saves += 1;
      this.#become('saved', null);
    } catch (error) {
      this.#become('unsaved', failureOf(this.#path, error));
      this.#saveIn(this.#again);
      this.#again = Math.min(2 * this.#again, AGAIN_LATEST_MS);
    }
    this.#took = performance.now() - started;
  }

  /** The notebook has taken over this text from the file. */
  reloaded(text: string): void {
    this.#settle();
    this.#known = hashOf(text);
    this.#stamp = stampOf(this.#path);
    this.#become('saved', null);
  }

  /** The file has got another name. */
  moved(path: string): void {
    this.#path = path;
  }

  /**
   * Saves what is unsaved; what cannot be saved, or is not to be before a person has chosen, is written beside. Null: the file holds all.
   * Never throws.
   */
  secure(): Rescue | null {
    if (this.#state === 'unsaved') this.save();
    if (this.#state === 'saved') return null;
    try {
      const text = this.#host.text();
      return hashOf(text) === this.#known ? null : rescue(this.#path, text);
    } catch (error) {
      return { type: 'lost', reason: messageOf(error) };
    }
  }

  /** Stops watching and saving. */
  close(): void {
    clearInterval(this.#watch);
    this.#stop();
  }

  #saveIn(ms: number): void {
    this.#stop();
    this.#timer = setTimeout(() => this.save(), ms);
  }

  /** What has changed until now is saved, or is to be decided by a person: nothing is due. */
  #settle(): void {
    this.#stop();
    this.#since = null;
    this.#outputsDue = null;
  }

  #stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #look(): void {
    const stamp = stampOf(this.#path);
    if (stamp === this.#seen) return;
    this.#seen = stamp;
    this.#ask();
  }

  /** Asks a person what is to be done, where somebody else has changed something; goes on where nothing is to be asked any more. */
  #ask(): void {
    const question = this.#question();
    if (question === 'conflict' && this.#hasTaken()) return;
    if (question !== null) {
      this.#settle();
      this.#become(question, null);
      return;
    }
    this.#stamp = stampOf(this.#path);
    if (this.#isAsking()) this.save();
  }

  /** Whether the notebook shows now what somebody else has written: nothing here was lost by it. */
  #hasTaken(): boolean {
    const before = stampOf(this.#path);
    try {
      if (hashOf(this.#host.text()) !== this.#known || !this.#host.takes()) return false;
    } catch {
      return false;
    }
    // (what is written while it is read is looked at the next time)
    this.#stamp = before;
    return true;
  }

  #isAsking(): boolean {
    return this.#state === 'conflict' || this.#state === 'gone';
  }

  /** Whether the file holds something that the notebook has neither read nor written, or is there no more. */
  #question(): 'conflict' | 'gone' | null {
    const stamp = stampOf(this.#path);
    if (stamp === this.#stamp) return null;
    if (stamp === '') return 'gone';
    try {
      return hashOf(readBytes(this.#path, constants.MAX_STRING_LENGTH)) === this.#known ? null : 'conflict';
    } catch {
      return 'conflict';
    }
  }

  #become(state: SavedState, failure: string | null): void {
    if (state === this.#state && failure === this.#failure) return;
    this.#state = state;
    this.#failure = failure;
    this.#host.changed();
  }
}

/** In words, what became of a notebook that could not be saved, for the person who has started Sluice. */
export function rescueText({ path, state, failure }: NotebookFile, rescued: Rescue): string {
  const why =
    failure ??
    (state === 'gone'
      ? `${path} is not there any more, and was not made anew`
      : `${path} was changed by somebody else, and was not overwritten`);
  return rescued.type === 'written'
    ? `${why}; what is not saved is in ${rescued.path}`
    : `${why}; what is not saved is lost: ${rescued.reason}`;
}

/** Also a bug is no reason to lose what was typed: it is said, and tried again. */
function failureOf(path: string, error: unknown): string {
  return error instanceof SluiceError ? error.message : `cannot save ${path}: ${messageOf(error)}`;
}

function hashOf(text: string | Buffer): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Empty when there is no such file, or no way to it. */
function stampOf(path: string): string {
  try {
    const stats = statSync(path, { bigint: true });
    return `${stats.mtimeNs} ${stats.size} ${stats.ino}`;
  } catch {
    return '';
  }
}
