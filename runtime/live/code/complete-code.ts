/** Completions at a place: names of the notebook, the kernel's and jedi's, columns, keys and paths. */

import { readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { BUILTIN_NAMES, type CoreState, labelOf, type StringAt, stringAt } from '../../../slicer/index.ts';
import type { KernelAnswer } from '../../kernel/index.ts';
import type { CodeAnswer, CodePosition, Completion, CompletionKind } from '../messages/code-messages.ts';

/** Other sources. Null: no answer, or none in time. */
export interface CompletionSources {
  /** The kernel; null while it is busy. */
  readonly kernel: () => Promise<Extract<KernelAnswer, { type: 'complete' }> | null>;
  /** Names and kinds, from the text alone. `waits`: the person waits for the answer. */
  readonly language: (waits: boolean) => Promise<readonly (readonly [string, string])[] | null>;
  /** The columns or keys of a variable. */
  readonly columns: (name: string) => Promise<readonly string[]>;
}

const MOST = 1000;
const MOST_PATHS = 200;
/** A longer word is data in a string, which may have a million letters. */
const LONGEST_WORD = 300;
const WORD = /[\p{L}_][\p{L}\p{N}_]*$/u;

const KEYWORDS =
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  );

/** The completions. `path`: of the notebook. */
export async function completeCode(
  core: CoreState,
  { cell, code, cursor, typed }: CodePosition & { readonly typed: boolean },
  path: string,
  sources: CompletionSources,
): Promise<Extract<CodeAnswer, { to: 'complete' }>> {
  const string = stringAt(code, cursor);
  if (string !== null) {
    const isText = typed && string.text === '' && string.owner === null;
    if (isText) return { to: 'complete', items: [], partial: false, start: cursor, end: cursor };
    return completeString(core, code, cursor, string, path, sources);
  }
  const before = code.slice(0, cursor);
  const near = before.slice(-LONGEST_WORD);
  const word = WORD.exec(near)?.[0] ?? '';
  const start = cursor - word.length;
  const beforeWord = near.slice(0, near.length - word.length);
  const isAttribute = /\.\s*$/.test(beforeWord);
  const isNumber = /(?:^|[^\w.])\d[\d_]*\.$/.test(beforeWord);
  const nothing = { to: 'complete', items: [], partial: false, start, end: cursor } as const;
  if (isNumber || isInComment(lineBefore(before))) return nothing;
  const isImport = /^\s*(?:from|import)\b/.test(lineBefore(before));
  // the kernel would run the module to list its names
  const asked = isImport ? Promise.resolve(null) : sources.kernel();
  const [kernel, language] = typed
    ? await Promise.all([asked, sources.language(false)])
    : [await asked, await sources.language((await asked) === null)];
  const found = new Items(word);
  if (kernel !== null) addKernel(found, kernel, code, start, isAttribute);
  for (const [name, kind] of language ?? []) found.add(name, KINDS[kind] ?? 'variable');
  if (!isAttribute && !isImport) {
    const label = labelOf(core);
    for (const [name, kind, other] of namesOf(core))
      found.add(name, kind, other === cell ? undefined : label(other));
    for (const name of BUILTIN_NAMES) found.add(name, /^[A-Z]/.test(name) ? 'class' : 'function');
    for (const name of KEYWORDS) found.add(name, 'keyword');
  }
  return { ...nothing, items: found.best(), partial: (kernel === null && !isImport) || language === null };
}

const KINDS: Readonly<Record<string, CompletionKind>> = {
  module: 'module',
  class: 'class',
  instance: 'variable',
  statement: 'variable',
  function: 'function',
  method: 'function',
  param: 'variable',
  keyword: 'keyword',
  property: 'property',
  magic: 'magic',
  path: 'path',
};

/** Whether a comment has begun: behind the last quotation mark, because others may be in a string. */
const isInComment = (line: string): boolean =>
  line.lastIndexOf('#') > Math.max(line.lastIndexOf("'"), line.lastIndexOf('"'));

const lineBefore = (before: string): string => before.slice(before.lastIndexOf('\n') + 1);

/** Completions, each label once: the first source knows best. */
class Items {
  readonly #word: string;
  readonly #found = new Map<string, Completion>();

  constructor(word: string) {
    this.#word = word;
  }

  /** Adds a label that begins with the word; private names only if the word is private too. */
  add(label: string, kind: CompletionKind, detail?: string): void {
    const begins = label.toLowerCase().startsWith(this.#word.toLowerCase());
    const isHidden = label.startsWith('_') && !this.#word.startsWith('_');
    if (!begins || isHidden || label === '') return;
    const known = this.#found.get(label);
    if (known === undefined)
      this.#found.set(label, { label, kind, ...(detail === undefined ? {} : { detail }) });
    else if (known.detail === undefined && detail !== undefined) this.#found.set(label, { ...known, detail });
  }

  /** Labels with the case of the word; if there are none, with another case. */
  best(): Completion[] {
    const all = [...this.#found.values()];
    const same = all.filter(({ label }) => label.startsWith(this.#word));
    return (same.length > 0 ? same : all).slice(0, MOST);
  }
}

/** The kernel's matches may begin before the word: `df.shape` for `sh`. */
function addKernel(
  found: Items,
  { matches, kinds, start }: Extract<KernelAnswer, { type: 'complete' }>,
  code: string,
  from: number,
  isAttribute: boolean,
): void {
  const before = code.slice(Math.min(start, from), from);
  for (const [at, match] of matches.entries()) {
    const label = before !== '' && match.startsWith(before) ? match.slice(before.length) : match;
    const isName = /^%{0,2}[\p{L}_][\p{L}\p{N}_]*=?$/u.test(label);
    if (!isName || (isAttribute && label.startsWith('%'))) continue;
    const kind = label.startsWith('%') ? 'magic' : (KINDS[kinds[at] ?? ''] ?? 'variable');
    found.add(label, kind);
  }
}

/** The names that cells bind, with their kinds and the last cell that binds them. */
function* namesOf({ order, settlement }: CoreState): Generator<[string, CompletionKind, string]> {
  for (const cell of order.toReversed()) {
    const names = settlement.names.of(cell);
    if (names === undefined || names === null) continue;
    const kinds = new Map<string, CompletionKind>();
    for (const { body } of settlement.names.parsed(cell)?.statements ?? []) {
      for (const statement of body) {
        if (statement.type === 'function' && statement.name) kinds.set(statement.name.id, 'function');
        if (statement.type === 'class' && statement.name) kinds.set(statement.name.id, 'class');
      }
    }
    for (const { imports } of names.statements)
      for (const [name, module] of imports) if (!kinds.has(name)) kinds.set(name, moduleKind(module));
    for (const name of names.writes) yield [name, kinds.get(name) ?? 'variable', cell];
  }
}

/** An imported path whose last part begins with a capital is mostly a class. */
function moduleKind(path: string): CompletionKind {
  return /^[A-Z]/.test(path.split('.').at(-1) ?? '') ? 'class' : 'module';
}

async function completeString(
  core: CoreState,
  code: string,
  cursor: number,
  { from, text, quote, owner, isKey }: StringAt,
  path: string,
  { columns, kernel }: CompletionSources,
): Promise<Extract<CodeAnswer, { to: 'complete' }>> {
  const found = new Items(text);
  if (owner !== null) {
    for (const name of await columns(owner)) if (isPlain(name, quote)) found.add(name, 'column', owner);
    if (isKey) {
      const keys = await kernel();
      for (const match of keys?.matches ?? []) {
        const key = match.replace(/^.*["']/, '').replace(/["']?\]?$/, '');
        if (keys?.start !== undefined && keys.start >= from && isPlain(key, quote))
          found.add(key, 'column', owner);
      }
      for (const key of keysMentioned(core, owner, code))
        if (isPlain(key, quote)) found.add(key, 'column', owner);
    }
  }
  const columnsFound = found.best();
  if (columnsFound.length > 0 || isKey)
    return { to: 'complete', items: columnsFound, partial: false, start: from, end: cursor };
  const place = text.lastIndexOf('/') + 1;
  const paths = new Items(text.slice(place));
  for (const [name, isFolder] of entriesOf(text.slice(0, place), dirname(path)))
    paths.add(isFolder ? `${name}/` : name, 'path');
  return { to: 'complete', items: paths.best(), partial: false, start: from + place, end: cursor };
}

const isPlain = (name: string, quote: string): boolean => !name.includes(quote) && !/[\\\n]/.test(name);

/** Keys of a variable that the notebook's texts mention: before anything ran, they are all that is known. */
function keysMentioned({ sources }: CoreState, owner: string, code: string): ReadonlySet<string> {
  const name = owner.replace(/\$/g, '\\$');
  const subscript = new RegExp(`(?<![\\w.])${name}\\s*\\[\\[?\\s*(['"])([^'"\\\\\\n]+)\\1\\s*[\\],]`, 'gu');
  const texts = [...sources.values(), code];
  return new Set(texts.flatMap((source) => [...source.matchAll(subscript)].map(([, , key]) => key!)));
}

/** The entries of a folder as written in a string. */
function entriesOf(written: string, folder: string): (readonly [string, boolean])[] {
  const place = written.startsWith('~/') ? join(homedir(), written.slice(2)) : written;
  try {
    const entries = readdirSync(isAbsolute(place) ? place : join(folder, place), { withFileTypes: true });
    return entries
      .filter(({ name }) => name !== '.ipynb_checkpoints')
      .slice(0, MOST_PATHS)
      .map((entry) => [entry.name, entry.isDirectory()] as const);
  } catch {
    return [];
  }
}
