/**
 * Answers about Python text from a process of the kernel's interpreter, which needs no kernel and runs none of
 * the text. The process starts with the first question, and ends when nothing has been asked for a while. One
 * question is answered at a time; of waiting questions of one kind only the last counts.
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import {
  checkJson,
  count,
  findPackageRoot,
  items,
  list,
  maybe,
  number,
  object,
  orNull,
  type Schema,
  text,
} from '../../instrument/index.ts';
import { killProcess } from '../platform/index.ts';

const PROGRAM = join(findPackageRoot(), 'runtime', 'language', 'python_language.py');
const IDLE_MS = 300_000;

/** A position in a text. */
export interface TextPosition {
  readonly code: string;
  /** An offset, in UTF-16 units. */
  readonly at: number;
  /** The file of the text; its folder has local modules. */
  readonly path: string;
}

/** A completion: its name, and its kind in jedi's words. */
export type LanguageCompletion = readonly [name: string, kind: string];

export interface LanguageSignature {
  readonly name: string;
  readonly parameters: readonly string[];
  /** The parameter at the position; -1: none. */
  readonly active: number;
  readonly doc: string;
}

/** A definition. `path`: null for the text itself. Lines from 1; columns in code points, from 0. */
export interface LanguageDefinition {
  readonly path: string | null;
  readonly name: string;
  readonly line: number;
  readonly column: number;
}

export interface LanguageDescription {
  readonly type: string | null;
  readonly name?: string;
  readonly signature?: string | null;
  readonly doc?: string;
}

interface Told {
  readonly id: number;
  readonly fault?: string;
  readonly items?: readonly LanguageCompletion[];
  readonly signatures?: readonly LanguageSignature[];
  readonly places?: readonly LanguageDefinition[];
  readonly type?: string | null;
  readonly name?: string;
  readonly signature?: string | null;
  readonly doc?: string;
}

const TOLD: Schema<Told> = object<Told>({
  id: count,
  fault: maybe(text),
  items: maybe(list(items<LanguageCompletion>(text, text))),
  signatures: maybe(
    list(object<LanguageSignature>({ name: text, parameters: list(text), active: number, doc: text })),
  ),
  places: maybe(
    list(object<LanguageDefinition>({ path: orNull(text), name: text, line: count, column: count })),
  ),
  type: maybe(orNull(text)),
  name: maybe(text),
  signature: maybe(orNull(text)),
  doc: maybe(text),
});

type Ask = 'complete' | 'signatures' | 'goto' | 'describe';

interface Waiting {
  readonly ask: Ask;
  readonly place: TextPosition;
  readonly resolve: (told: Told | null) => void;
}

/** The process of one interpreter. */
export class PythonLanguage {
  readonly #python: string;
  #child: ChildProcess | null = null;
  #waiting: Waiting[] = [];
  #current: { readonly id: number; readonly resolve: (told: Told | null) => void } | null = null;
  #asked = 0;
  #idle: NodeJS.Timeout | undefined;
  /** The interpreter has no jedi, or cannot be started. */
  #isMissing = false;

  constructor(python: string) {
    this.#python = python;
  }

  /** Completions; null: another question of the kind has come, or there is no answer. */
  async complete(place: TextPosition): Promise<readonly LanguageCompletion[] | null> {
    return (await this.#ask('complete', place))?.items ?? null;
  }

  async signatures(place: TextPosition): Promise<readonly LanguageSignature[] | null> {
    return (await this.#ask('signatures', place))?.signatures ?? null;
  }

  async definitions(place: TextPosition): Promise<readonly LanguageDefinition[] | null> {
    return (await this.#ask('goto', place))?.places ?? null;
  }

  async describe(place: TextPosition): Promise<LanguageDescription | null> {
    const told = await this.#ask('describe', place);
    return told === null || told.type === undefined ? null : { ...told, type: told.type };
  }

  /** Ends the process. */
  close(): void {
    clearTimeout(this.#idle);
    if (this.#child) killProcess(this.#child);
    this.#lost();
  }

  #ask(ask: Ask, place: TextPosition): Promise<Told | null> {
    if (this.#isMissing) return Promise.resolve(null);
    return new Promise((resolve) => {
      const isOther = (each: Waiting): boolean => each.ask !== ask || each.place.path !== place.path;
      for (const each of this.#waiting) if (!isOther(each)) each.resolve(null);
      this.#waiting = [...this.#waiting.filter(isOther), { ask, place, resolve }];
      this.#next();
    });
  }

  #next(): void {
    clearTimeout(this.#idle);
    if (this.#current !== null) return;
    const [next, ...rest] = this.#waiting;
    if (next === undefined) {
      this.#idle = setTimeout(() => this.close(), IDLE_MS).unref();
      return;
    }
    this.#waiting = rest;
    const { ask, place, resolve } = next;
    this.#asked += 1;
    this.#current = { id: this.#asked, resolve };
    const { path } = place;
    const asked = { id: this.#asked, ask, ...lineOf(place), code: place.code, path, folder: dirname(path) };
    this.#running().stdin?.write(`${JSON.stringify(asked)}\n`);
  }

  #running(): ChildProcess {
    if (this.#child !== null) return this.#child;
    // -I: nothing of the folder or of the person's environment is imported
    const child = spawn(this.#python, ['-I', PROGRAM], { stdio: ['pipe', 'pipe', 'ignore'] });
    this.#child = child;
    let hasAnswered = false;
    createInterface({ input: child.stdout! }).on('line', (line) => {
      const told = checkJson(TOLD, line);
      if (told.type !== 'ok' || told.value.id !== this.#current?.id || this.#child !== child) return;
      hasAnswered = true;
      const { resolve } = this.#current;
      this.#current = null;
      resolve(told.value.fault === undefined ? told.value : null);
      this.#next();
    });
    const ended = (): void => {
      if (this.#child !== child) return;
      if (!hasAnswered) this.#isMissing = true;
      this.#lost();
    };
    child.stdin!.on('error', () => {});
    child.on('error', ended);
    child.on('exit', ended);
    // it keeps no process alive
    child.unref();
    return child;
  }

  #lost(): void {
    this.#child = null;
    const waiting = [...(this.#current === null ? [] : [this.#current]), ...this.#waiting];
    this.#current = null;
    this.#waiting = [];
    for (const { resolve } of waiting) resolve(null);
  }
}

/** The line, from 1, and the column in code points. */
function lineOf({ code, at }: TextPosition): { readonly line: number; readonly column: number } {
  const before = code.slice(0, at).split('\n');
  return { line: before.length, column: [...before.at(-1)!].length };
}
