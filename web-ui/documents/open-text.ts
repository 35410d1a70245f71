/**
 * An open text file: what is loaded, whether it is saved, and changes by other programs. Unsaved text is kept in the browser until it
 * is saved. The editor has the text itself.
 */

import { signal } from '@preact/signals';
import { ChangedElsewhere, readText, saveText } from '../files/files-api.ts';
import { settings } from '../settings/settings.ts';
import { markUnsaved } from '../workplace/open-documents.ts';
import { forgetDraft, keepDraft, keptDraft } from './text-drafts.ts';

/** How often the disk is asked for a newer version of a visible file. */
const LOOK_MS = 1500;
const DRAFT_MS = 400;
/** The rest after typing before a save, if the person wants such saves. */
const AUTOSAVE_MS = 1000;

/** `changed`, `deleted`: on the disk, while there is unsaved text here. */
export type TextState = 'loading' | 'saved' | 'unsaved' | 'saving' | 'changed' | 'deleted' | 'refused';

/** The editor of an open text. */
export interface TextEditor {
  text(): string;
  /** Shows another text, and keeps the place. */
  replace(text: string): void;
}

export class OpenText {
  readonly state = signal<TextState>('loading');
  /** Why the text is not shown, or not saved. */
  readonly problem = signal<string | null>(null);
  readonly readOnly = signal<string | null>(null);
  /** The text as loaded, for the first editor; null: not loaded. */
  readonly loaded = signal<string | null>(null);
  path: string;
  #editor: TextEditor | null = null;
  #version = '';
  #saved = '';
  #timer: ReturnType<typeof setInterval> | undefined;
  #drafting: ReturnType<typeof setTimeout> | undefined;
  #saving: ReturnType<typeof setTimeout> | undefined;
  #looking = false;

  constructor(path: string) {
    this.path = path;
    void this.#load();
  }

  /** Connects the editor that shows the text. */
  show(editor: TextEditor): void {
    this.#editor = editor;
  }

  /** Looks at the disk from time to time while the text is visible. */
  watch(on: boolean): void {
    clearInterval(this.#timer);
    if (!on) return;
    void this.look();
    this.#timer = setInterval(() => void this.look(), LOOK_MS);
  }

  /** Notes that the person has typed. */
  edited(): void {
    const isSame = this.#editor?.text() === this.#saved;
    if (!['changed', 'deleted', 'saving'].includes(this.state.peek()))
      this.state.value = isSame ? 'saved' : 'unsaved';
    markUnsaved(this.path, !isSame);
    clearTimeout(this.#drafting);
    this.#drafting = setTimeout(() => this.keep(), DRAFT_MS);
    clearTimeout(this.#saving);
    if (settings.peek().autosave && this.state.peek() === 'unsaved') {
      this.#saving = setTimeout(() => {
        if (this.state.peek() === 'unsaved') void this.save();
      }, AUTOSAVE_MS);
    }
  }

  /** Keeps unsaved text in the browser now. */
  keep(): void {
    clearTimeout(this.#drafting);
    const text = this.#editor?.text();
    if (text === undefined || text === this.#saved) forgetDraft(this.path);
    else keepDraft(this.path, { text, version: this.#version });
  }

  /** Saves; `force`: over changes by other programs. */
  async save(force = false): Promise<void> {
    const text = this.#editor?.text();
    if (text === undefined || this.readOnly.peek() !== null || this.state.peek() === 'saving') return;
    this.state.value = 'saving';
    try {
      const { version } = await saveText(this.path, text, force ? 'any' : this.#version);
      this.#version = version;
      this.#saved = text;
      this.problem.value = null;
      this.state.value = 'saved';
      // typed meanwhile
      this.edited();
      this.keep();
    } catch (error) {
      this.state.value = error instanceof ChangedElsewhere ? 'changed' : 'unsaved';
      if (!(error instanceof ChangedElsewhere)) this.problem.value = (error as Error).message;
      else await this.look();
    }
  }

  /** Takes the text from the disk in place of the unsaved text. */
  async revert(): Promise<void> {
    forgetDraft(this.path);
    await this.#load();
  }

  /** Asks the disk for a newer version: without unsaved text the page shows it, else the person decides. */
  async look(): Promise<void> {
    if (this.#looking || this.#version === '' || this.state.peek() === 'saving') return;
    this.#looking = true;
    try {
      const now = await readText(this.path, this.#version);
      if (now === null) {
        if (['changed', 'deleted'].includes(this.state.peek())) this.state.value = 'unsaved';
        return;
      }
      if (now.text === this.#editor?.text()) this.#take(now.text, now.version, now.readOnly);
      else if (this.#editor?.text() !== this.#saved) this.state.value = 'changed';
      else {
        this.#take(now.text, now.version, now.readOnly);
        this.#editor?.replace(now.text);
      }
    } catch (error) {
      const gone = /no such file/.test((error as Error).message);
      if (gone) this.state.value = 'deleted';
      else if (error instanceof TypeError) return;
      else this.problem.value = (error as Error).message;
    } finally {
      this.#looking = false;
    }
  }

  #take(text: string, version: string, readOnly: string | null): void {
    this.#version = version;
    this.#saved = text;
    this.readOnly.value = readOnly;
    this.problem.value = null;
    this.state.value = 'saved';
    markUnsaved(this.path, false);
  }

  async #load(): Promise<void> {
    try {
      const found = (await readText(this.path, null))!;
      this.#take(found.text, found.version, found.readOnly);
      const draft = found.readOnly === null ? keptDraft(this.path) : null;
      const text = draft?.text ?? found.text;
      this.loaded.value = text;
      this.#editor?.replace(text);
      if (draft === null || draft.text === found.text) return;
      // unsaved text from before a reload
      this.state.value = draft.version === found.version ? 'unsaved' : 'changed';
      markUnsaved(this.path, true);
    } catch (error) {
      this.problem.value = (error as Error).message;
      this.state.value = 'refused';
    }
  }
}
