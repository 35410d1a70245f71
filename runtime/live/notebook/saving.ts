/**
 * The file of an open notebook: saved automatically soon after a change, atomically, never over changes by
 * other programs, and never after it was renamed or deleted. A failed save is tried again, and finally the
 * content is put beside the file. It does not know the content of a notebook's text.
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
/** The largest share of time for saving; and the share while only outputs change, which may go on for hours. */
const SAVING_SHARE = 0.2;
const OUTPUTS_SHARE = 0.05;
const LOOK_MS = 2_000;
/** The wait after a failed save; each time twice as long, up to a minute. */
const AGAIN_MS = 2_000;
const AGAIN_LATEST_MS = 60_000;

export type SavedState = NotebookView['saved'];

/** The file's view of the notebook. */
export interface FileHost {
  /** The text to save. */
  text(): string;
  /**
   * Takes over the file's content written by another program, if there are no unsaved changes; false: not
   * now, or the content is no notebook.
   */
  takes(): boolean;
  /** The state, or the failure of saving, has changed. */
  changed(): void;
}

/** A notebook's file. */
export class NotebookFile {
  #path: string;
  readonly #host: FileHost;
  #known: string;
  /** The stamp of the file known to the notebook, and at the last look. */
  #stamp: string;
  #seen: string;
  #state: SavedState = 'saved';
  #failure: string | null = null;
  #saves = 0;
  #timer: NodeJS.Timeout | null = null;
  /** The time of the first unsaved change. */
  #since: number | null = null;
  /** The time when unsaved outputs are due; null: there are none. */
  #outputsDue: number | null = null;
  /** The duration of the last save. */
  #took = 0;
  #again = AGAIN_MS;
  #isFollowed = false;
  readonly #watch: NodeJS.Timeout | null;

  /** `text`: the file's content known to the notebook. `isWritten`: whether changes go to the file. */
  constructor(path: string, text: string, host: FileHost, isWritten: boolean) {
    this.#path = path;
    this.#host = host;
    this.#known = hashOf(text);
    this.#stamp = stampOf(path);
    this.#seen = this.#stamp;
    this.#watch = null;
    if (!isWritten) return;
    removeLeftBeside(dirname(path));
    this.#watch = setInterval(() => this.#look(), LOOK_MS).unref();
  }

  get path(): string {
    return this.#path;
  }

  get state(): SavedState {
    return this.#state;
  }

  /** The failure of the last save; null: none. */
  get failure(): string | null {
    return this.#failure;
  }

  /** The number of saves. */
  get saves(): number {
    return this.#saves;
  }

  /** The SHA-256 of the file's content, as far as the notebook knows. */
  get hash(): string {
    return this.#known;
  }

  /** Whether changes go to the file: not those of an app, nor where an editor saves the notebook itself. */
  get #isWriting(): boolean {
    return this.#watch !== null && !this.#isFollowed;
  }

  /** Notes a change: it is saved at the next pause, and at the latest after some seconds. */
  touch(): void {
    if (!this.#isWriting || this.#isAsking() || this.#failure !== null) return;
    this.#become('unsaved', null);
    const now = performance.now();
    this.#since ??= now;
    const latest = this.#since + Math.max(LATEST_MS, this.#took / SAVING_SHARE);
    const due = Math.min(now + QUIET_MS, latest, this.#outputsDue ?? Infinity);
    this.#saveIn(Math.max(0, due - now));
  }

  /** Notes new outputs of a running cell: they are saved within some seconds, even if the cell never pauses. */
  touchOutputs(): void {
    if (!this.#isWriting || this.#isAsking() || this.#failure !== null || this.#outputsDue !== null) return;
    this.#become('unsaved', null);
    const wait = Math.max(OUTPUTS_MS, this.#took / OUTPUTS_SHARE);
    this.#outputsDue = performance.now() + wait;
    if (this.#timer === null) this.#saveIn(wait);
  }

  /** Saves now. A file changed on disk, or deleted, stays so unless `overwrite`. */
  save(overwrite = false): void {
    if (this.#watch === null) return;
    this.#settle();
    if (!this.#isWriting) return;
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

  /** Notes that the notebook has taken over this text from the file. */
  reloaded(text: string): void {
    this.#settle();
    this.#known = hashOf(text);
    this.#stamp = stampOf(this.#path);
    this.#become('saved', null);
  }

  /** While an editor saves the file, nothing is saved here: the editor's saves are only noted. */
  follow(isFollowed: boolean): void {
    if (isFollowed && !this.#isFollowed) {
      this.#settle();
      this.#become('saved', null);
    }
    this.#isFollowed = isFollowed;
  }

  /** Notes the file's new name. */
  moved(path: string): void {
    this.#path = path;
  }

  /**
   * Saves unsaved changes; content that cannot be saved, or waits for a person's choice, is written beside.
   * Null: the file has everything. Never throws.
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
    if (this.#watch !== null) clearInterval(this.#watch);
    this.#stop();
  }

  #saveIn(ms: number): void {
    this.#stop();
    this.#timer = setTimeout(() => this.save(), ms);
  }

  /** Clears all due saves: changes so far are saved, or wait for a person's choice. */
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

  /** Asks the person about changes by another program; goes on if there is no question any more. */
  #ask(): void {
    if (this.#isFollowed) {
      this.#note();
      return;
    }
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

  /** Notes the file as it is now. */
  #note(): void {
    this.#stamp = stampOf(this.#path);
    try {
      this.#known = hashOf(readBytes(this.#path, constants.MAX_STRING_LENGTH));
    } catch {
      // gone for the moment
    }
  }

  /** Whether the notebook has taken over another program's changes, without losing its own. */
  #hasTaken(): boolean {
    const before = stampOf(this.#path);
    try {
      if (hashOf(this.#host.text()) !== this.#known || !this.#host.takes()) return false;
    } catch {
      return false;
    }
    // (a write during the reading is found at the next look)
    this.#stamp = before;
    return true;
  }

  #isAsking(): boolean {
    return this.#state === 'conflict' || this.#state === 'gone';
  }

  /** Whether the file has content unknown to the notebook, or is gone. */
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

/** The fate of an unsaved notebook, in words, for the person who started Sluice. */
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

/** Even a bug must not lose typed text: it is reported, and saving is tried again. */
function failureOf(path: string, error: unknown): string {
  return error instanceof SluiceError ? error.message : `cannot save ${path}: ${messageOf(error)}`;
}

function hashOf(text: string | Buffer): string {
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
