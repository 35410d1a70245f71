/**
 * The file of an open notebook: saved automatically soon after a change, atomically, never over changes by
 * other programs, and never after it was renamed or deleted. A failed save is tried again, and finally the
 * content is put beside the file. It does not know the content of a notebook's text. The file stays whole:
 * one state decides what a change, a finished save and another program's write do.
 */

import { dirname } from 'node:path';
import {
  type BackgroundSave,
  removeLeftBeside,
  saveAtomically,
  saveInBackground,
} from '../../documents/index.ts';
import { messageOf, SluiceError } from '../../words/index.ts';
import type { NotebookView } from '../messages/notebook-views.ts';
import { hashOf, KnownFile } from './known-file.ts';
import { type Rescue, rescue } from './rescue.ts';
import { SaveTimes } from './save-times.ts';

const LOOK_MS = 2_000;

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
  readonly #known: KnownFile;
  readonly #host: FileHost;
  #state: SavedState = 'saved';
  #failure: string | null = null;
  #saves = 0;
  #timer: NodeJS.Timeout | null = null;
  readonly #times = new SaveTimes();
  /** The save in the background; null: there is none. */
  #background: BackgroundSave | null = null;
  #isFollowed = false;
  readonly #watch: NodeJS.Timeout | null;

  /** `text`: the file's content known to the notebook. `isWritten`: whether changes go to the file. */
  constructor(path: string, text: string, host: FileHost, isWritten: boolean) {
    this.#known = new KnownFile(path, text);
    this.#host = host;
    this.#watch = null;
    if (!isWritten) return;
    removeLeftBeside(dirname(path));
    this.#watch = setInterval(() => this.#look(), LOOK_MS).unref();
  }

  get path(): string {
    return this.#known.path;
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
    return this.#known.hash;
  }

  /** Whether changes go to the file: not those of an app, nor where an editor saves the notebook itself. */
  get #isWriting(): boolean {
    return this.#watch !== null && !this.#isFollowed;
  }

  /** Notes a change: it is saved at the next pause, and at the latest after some seconds. */
  touch(): void {
    if (!this.#isTouched()) return;
    this.#saveAt(this.#times.changed(performance.now()));
  }

  /** Notes new outputs of a running cell: they are saved within some seconds, even if the cell never pauses. */
  touchOutputs(): void {
    if (!this.#isTouched()) return;
    const due = this.#times.shown(performance.now());
    if (this.#timer === null) this.#saveAt(due);
  }

  /** Whether a change is to be saved. */
  #isTouched(): boolean {
    if (!this.#isWriting || this.#isAsking() || this.#failure !== null) return false;
    this.#become('unsaved', null);
    return true;
  }

  /** Saves now. A file changed on disk, or deleted, stays so unless `overwrite`. */
  save(overwrite = false): void {
    const started = performance.now();
    const text = this.#toSave(overwrite);
    if (text === null) return;
    try {
      const hash = hashOf(text);
      if (hash !== this.hash || overwrite) saveAtomically(this.path, text);
      this.#saved(hash, performance.now() - started);
    } catch (error) {
      this.#failed(error);
    }
  }

  /** Saves in the background: nobody waits for a slow disk, or for the disk to take a large notebook. */
  #saveInBackground(): void {
    const started = performance.now();
    const text = this.#toSave(false);
    if (text === null) return;
    try {
      const save = saveInBackground(this.path, text);
      this.#background = save;
      const began = performance.now() - started;
      void save.written.then(
        (hash) => this.#written(save, hash, began),
        (error: unknown) => {
          if (this.#background !== save) return;
          this.#background = null;
          this.#failed(error);
        },
      );
    } catch (error) {
      this.#failed(error);
    }
  }

  /** Puts a written content in the place of the file, unless it has been overtaken. */
  #written(save: BackgroundSave, hash: string, began: number): void {
    if (this.#background !== save) return;
    this.#background = null;
    if (this.#known.difference() !== null) {
      save.abandon();
      this.#saveAt(performance.now());
      this.#ask();
      return;
    }
    const started = performance.now();
    try {
      if (hash === this.hash) save.abandon();
      else save.takePlace();
      this.#saved(hash, began + performance.now() - started);
    } catch (error) {
      this.#failed(error);
    }
  }

  /** The text to save; null: nothing is to be saved. All changes so far count as taken care of. */
  #toSave(overwrite: boolean): string | null {
    if (this.#watch === null) return null;
    this.#settle();
    if (!this.#isWriting) return null;
    if (!overwrite && this.#known.difference() !== null) {
      this.#ask();
      return null;
    }
    try {
      return this.#host.text();
    } catch (error) {
      this.#failed(error);
      return null;
    }
  }

  #saved(hash: string, took: number): void {
    this.#known.is(hash);
    this.#saves += 1;
    this.#times.saved(took);
    this.#become(this.#times.isUnsaved ? 'unsaved' : 'saved', null);
    if (this.#times.isUnsaved && this.#timer === null) this.#saveAt(performance.now());
  }

  /** Even a bug must not lose typed text: it is said, and saving is tried again. */
  #failed(error: unknown): void {
    const said =
      error instanceof SluiceError ? error.message : `cannot save ${this.path}: ${messageOf(error)}`;
    this.#become('unsaved', said);
    this.#saveAt(performance.now() + this.#times.failed());
  }

  /** Notes that the notebook has taken over this text from the file. */
  reloaded(text: string): void {
    this.#settle();
    this.#known.is(hashOf(text));
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
    this.#known.path = path;
    if (this.#background === null) return;
    this.#settle();
    this.#saveAt(performance.now());
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
      return hashOf(text) === this.hash ? null : rescue(this.path, text);
    } catch (error) {
      return { type: 'lost', reason: messageOf(error) };
    }
  }

  /** Stops watching and saving. */
  close(): void {
    if (this.#watch !== null) clearInterval(this.#watch);
    this.#settle();
  }

  #saveAt(time: number): void {
    this.#stop();
    this.#timer = setTimeout(
      () => {
        this.#timer = null;
        // (else its end saves)
        if (this.#background === null) this.#saveInBackground();
      },
      Math.max(0, time - performance.now()),
    );
  }

  /** Clears all saves, due or begun: changes so far are saved, or wait for a person's choice. */
  #settle(): void {
    this.#stop();
    this.#times.settle();
    this.#background?.abandon();
    this.#background = null;
  }

  #stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #look(): void {
    if (this.#known.look()) this.#ask();
  }

  /** Asks the person about changes by another program; goes on if there is no question any more. */
  #ask(): void {
    if (this.#isFollowed) {
      this.#known.accept();
      return;
    }
    const question = this.#known.difference();
    if (question === 'conflict' && this.#hasTaken()) return;
    if (question !== null) {
      this.#settle();
      this.#become(question, null);
      return;
    }
    this.#known.is(this.hash);
    if (this.#isAsking()) this.save();
  }

  /** Whether the notebook has taken over another program's changes, without losing its own. */
  #hasTaken(): boolean {
    const { stamp } = this.#known;
    try {
      if (hashOf(this.#host.text()) !== this.hash || !this.#host.takes()) return false;
    } catch {
      return false;
    }
    // (a write during the reading is found at the next look)
    this.#known.is(this.hash, stamp);
    return true;
  }

  #isAsking(): boolean {
    return this.#state === 'conflict' || this.#state === 'gone';
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
