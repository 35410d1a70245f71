/**
 * The open documents of a page: their order in the tabs, the shown one, a second one beside it. A page draws one notebook itself; further
 * notebooks are in frames, which tell this page about files to open. Nothing is drawn here.
 */

import { batch, computed, effect, signal } from '@preact/signals';
import { addressOf } from '../files/files-api.ts';
import { notebookPath, openNotebook } from '../page/notebook-state.ts';
import { readTabs, storeTabs } from './stored-tabs.ts';
import { terminalAt } from './terminal-place.ts';

/** Paths of open documents, in the order of their tabs; terminals have places of their own (terminal-place.ts). */
export const documents = signal<readonly string[]>([]);

/** The document at the left, or alone; null: the files fill the page. */
export const shown = signal<string | null>(null);

/** The document at the right; null: none. */
export const beside = signal<string | null>(null);

/** The document that has the keys: the shown one, or the one beside it. */
export const focused = signal<string | null>(null);

/** The notebook that this page draws itself; null: none yet. */
export const ownNotebook = signal<string | null>(null);

/** Documents with unsaved text. */
export const unsavedFiles = signal<ReadonlySet<string>>(new Set());

/** Whether the panel of files is open. */
export const filesShown = signal(false);

/** The folder in the panel of files. */
export const folderShown = signal('');

/** Whether this page is in a frame of another one. */
export const isFramed = window.parent !== window;

/** Stands for the list of files among the documents that can have the focus. */
export const FILES = '';

/** Whether the notebook of this page has the keys. */
export const hasNotebookFocus = computed(
  () => isFramed || (focused.value !== null && focused.value === ownNotebook.value),
);

/** Python files in the percent format that are open as notebooks. */
const scripts = signal<ReadonlySet<string>>(new Set());

/** Whether a document is a notebook. */
export function isNotebook(path: string): boolean {
  return /\.ipynb$/i.test(path) || scripts.value.has(path);
}

const ids = new Map<string, number>();
let lastId = 0;

/** A number that a document keeps under its later names. */
export function idOf(path: string): number {
  const known = ids.get(path);
  if (known !== undefined) return known;
  lastId += 1;
  ids.set(path, lastId);
  return lastId;
}

/**
 * Starts the page with the document of its address (null: with its files), beside the tabs from before a
 * reload. `asNotebook`: the address is that of a notebook.
 */
export function startDocuments(path: string | null, folder: string, asNotebook: boolean): void {
  const stored = isFramed ? null : readTabs();
  folderShown.value = path === null || terminalAt(path) !== null ? folder : folderOf(path);
  batch(() => {
    documents.value = stored?.documents ?? [];
    scripts.value = new Set([...(stored?.scripts ?? []), ...(asNotebook && path !== null ? [path] : [])]);
    filesShown.value = stored?.files ?? false;
    if (stored?.beside != null && stored.beside !== path) beside.value = stored.beside;
  });
  if (path !== null) showDocument(path, asNotebook);
  else wantsFocus.value = FILES;
  if (isFramed) {
    window.addEventListener('focus', () => {
      if (document.activeElement !== document.body) return;
      wantsFocus.value = null;
      wantsFocus.value = ownNotebook.peek();
    });
    return;
  }
  effect(() =>
    storeTabs({
      documents: documents.value,
      scripts: [...scripts.value],
      beside: beside.value,
      files: filesShown.value,
    }),
  );
  window.addEventListener('message', ({ data, origin, source }) => {
    // frames of outputs have no origin
    if (origin !== location.origin || source === window) return;
    if (typeof data?.open === 'string' && typeof data.line === 'number') openAtLine(data.open, data.line);
    else if (typeof data?.open === 'string') openDocument(data.open, data.asNotebook === true);
    if (data?.files === true) toggleFiles();
    if (data?.beside === true) toggleBeside();
    if (data?.step === 1 || data?.step === -1) stepDocument(data.step);
    if (typeof data?.close === 'string') closeDocument(data.close);
    if (typeof data?.from === 'string' && typeof data.renamed === 'string') renamed(data.from, data.renamed);
  });
}

/** Leaves a message to the page that has the tabs; false: this page has them. */
function toTabs(message: Readonly<Record<string, unknown>>): boolean {
  if (isFramed) window.parent.postMessage(message, location.origin);
  return isFramed;
}

/** The line to go to in a text that is being opened, from 1; null: none. */
export const wantedLine = signal<{ readonly path: string; readonly line: number } | null>(null);

/** The document that takes the focus as soon as it can: it was opened, or its tab was chosen; null: none. */
export const wantsFocus = signal<string | null>(null);

/** Whether the document is the one that takes the focus now; asked once, by the part of the page that has the keys of it. */
export function takesFocus(path: string): boolean {
  // a frame in the background leaves the keys where they are
  if (wantsFocus.value !== path || (isFramed && !document.hasFocus())) return false;
  wantsFocus.value = null;
  return true;
}

/** Opens a document in a tab, or shows its tab. `asNotebook`: also a Python file is a notebook. */
export function openDocument(path: string, asNotebook = false): void {
  if (!toTabs({ open: path, asNotebook })) showDocument(path, asNotebook);
}

/** Opens a text at a line. */
export function openAtLine(path: string, line: number): void {
  if (toTabs({ open: path, line })) return;
  wantedLine.value = { path, line };
  showDocument(path);
}

/** Opens the panel of files and gives it the keys, or closes the panel. */
export function toggleFiles(): void {
  if (toTabs({ files: true })) return;
  filesShown.value = !filesShown.peek();
  wantsFocus.value = filesShown.peek() ? FILES : focused.peek();
}

function showDocument(path: string, asNotebook = false): void {
  batch(() => {
    // an open text stays a text
    if (asNotebook && !isNotebook(path) && !documents.peek().includes(path))
      scripts.value = new Set([...scripts.peek(), path]);
    if (!documents.peek().includes(path)) documents.value = [...documents.peek(), path];
    if (isNotebook(path) && ownNotebook.peek() === null) {
      ownNotebook.value = path;
      openNotebook(path);
    }
    wantsFocus.value = path;
    if (beside.peek() === path) {
      focused.value = path;
      return;
    }
    // it takes the place of the document that has the keys
    if (beside.peek() !== null && focused.peek() === beside.peek() && shown.peek() !== path)
      beside.value = path;
    else shown.value = path;
    focused.value = path;
  });
}

/** Shows the document that has the keys and its neighbour, in the order of their tabs; or only the one that has the keys. */
export function toggleBeside(): void {
  if (toTabs({ beside: true })) return;
  const [all, now] = [documents.peek(), focused.peek()];
  const at = all.indexOf(now ?? '');
  if (at < 0) return;
  batch(() => {
    if (beside.peek() !== null) {
      beside.value = null;
      shown.value = now;
    } else if (all.length > 1) {
      const left = at > 0 ? at - 1 : 0;
      shown.value = all[left]!;
      beside.value = all[left + 1]!;
    }
  });
}

/** Closes the tab of a document. The kernel of a notebook goes on. */
export function closeDocument(path: string): void {
  if (toTabs({ close: path })) return;
  const at = documents.peek().indexOf(path);
  if (at < 0) return;
  const rest = documents.peek().filter((one) => one !== path);
  const next =
    rest.filter((one) => one !== beside.peek())[Math.min(at, rest.length - 1)] ?? rest.at(-1) ?? null;
  ids.delete(path);
  batch(() => {
    documents.value = rest;
    scripts.value = new Set([...scripts.peek()].filter((one) => one !== path));
    if (beside.peek() === path) beside.value = null;
    if (shown.peek() === path) shown.value = next;
    if (beside.peek() === shown.peek()) beside.value = null;
    if (focused.peek() === path) focused.value = shown.peek();
    wantsFocus.value = focused.peek() ?? FILES;
  });
  // a page that has drawn a notebook cannot take another one in its place
  if (ownNotebook.peek() === path) location.assign(placeOf(shown.peek()));
}

/** Shows the next tab (1) or the one before (-1). */
export function stepDocument(by: 1 | -1): void {
  if (toTabs({ step: by })) return;
  const all = documents.peek();
  const at = all.indexOf(focused.peek() ?? '');
  const next = all[(at + by + all.length) % all.length];
  if (next !== undefined) showDocument(next);
}

/** Notes the new path of a file or folder. */
export function renamed(from: string, to: string): void {
  const moved = (path: string) =>
    path === from ? to : path.startsWith(`${from}/`) ? to + path.slice(from.length) : path;
  const movedOrNull = (path: string | null) => (path === null ? null : moved(path));
  for (const path of documents.peek()) {
    if (moved(path) === path) continue;
    ids.set(moved(path), idOf(path));
    ids.delete(path);
  }
  batch(() => {
    documents.value = documents.peek().map(moved);
    scripts.value = new Set([...scripts.peek()].map(moved));
    for (const one of [shown, beside, focused, ownNotebook]) one.value = movedOrNull(one.peek());
    unsavedFiles.value = new Set([...unsavedFiles.peek()].map(moved));
  });
}

/** Notes whether a document has unsaved text. */
export function markUnsaved(path: string, on: boolean): void {
  if (unsavedFiles.peek().has(path) === on) return;
  const changed = new Set(unsavedFiles.peek());
  if (on) changed.add(path);
  else changed.delete(path);
  unsavedFiles.value = changed;
}

/** The address that shows a document; of the files for null. */
export function placeOf(path: string | null): string {
  if (path === null) return folderShown.peek() === '' ? '/' : addressOf(folderShown.peek(), 'tree');
  if (terminalAt(path) !== null) return path;
  return addressOf(path, isNotebook(path) ? 'notebooks' : 'edit');
}

/** The path of a name in a folder. */
export function pathIn(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}

/** The folder of a path. */
export function folderOf(path: string): string {
  return path.split('/').slice(0, -1).join('/');
}

/** Follows the notebook of this page when its file gets another name. */
export function followOwnNotebook(): void {
  effect(() => {
    const [own, now] = [ownNotebook.peek(), notebookPath.value];
    if (own === null || now === '' || own === now) return;
    toTabs({ from: own, renamed: now });
    renamed(own, now);
  });
}
