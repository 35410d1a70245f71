/** The keys in the list of files: they move from row to row, open, select, rename and delete. */

import { computed, signal } from '@preact/signals';
import { focused, folderShown, wantsFocus } from '../workplace/open-documents.ts';
import { entries, goToFolder, selectedFiles, startRenaming, trashFiles } from './files-state.ts';

/** The path of the row that the keys were at last; null: the keys begin at the document in view. */
export const currentFile = signal<string | null>(null);

/** How long typed letters belong to one name. */
const TYPING_MS = 800;

let typed = { text: '', at: 0 };
let lastChosen: string | null = null;

const currentRow = computed(() => {
  const wanted = currentFile.value ?? focused.value;
  const at = entries.value.findIndex(({ path }) => path === wanted);
  return Math.max(0, at);
});

/** The path of the row that the keys are at; null: the list is empty. */
export const currentPath = computed(() => entries.value[currentRow.value]?.path ?? null);

/** Selects a file or not; `through`: with all files from the last selected one. */
export function choose(path: string, through: boolean): void {
  const chosen = new Set(selectedFiles.peek());
  const all = entries.peek().map((entry) => entry.path);
  const [a, b] = [all.indexOf(lastChosen ?? ''), all.indexOf(path)];
  if (through && a >= 0) for (const one of all.slice(Math.min(a, b), Math.max(a, b) + 1)) chosen.add(one);
  else if (!chosen.delete(path)) chosen.add(path);
  lastChosen = path;
  selectedFiles.value = chosen;
}

/** Does what a key means in a row. The rest is left to the browser: Enter follows the link of the row. */
export function pressInList(event: KeyboardEvent): void {
  const target = event.target as HTMLElement;
  if (target.closest('.name-field') !== null) return;
  const [at, path] = [currentRow.peek(), currentPath.peek()];
  if (path === null) return;
  const control = event.ctrlKey || event.metaKey;
  if (act(event, path, control) || (!control && !event.altKey && move(event, at, path))) {
    event.preventDefault();
    event.stopPropagation();
  }
}

function act({ key, target }: KeyboardEvent, path: string, control: boolean): boolean {
  const isRow = (target as HTMLElement).closest('button, input') === null;
  if (control) {
    if (key !== 'a') return false;
    selectedFiles.value = new Set(entries.peek().map((entry) => entry.path));
    return true;
  }
  switch (key) {
    case 'F2':
      startRenaming(path);
      return true;
    case 'Delete':
      void trashFiles(selectedFiles.peek().has(path) ? [...selectedFiles.peek()] : [path]);
      return true;
    case ' ':
      if (isRow) choose(path, false);
      return isRow;
    case 'Backspace':
      if (folderShown.peek() !== '') goToFolder(folderShown.peek().split('/').slice(0, -1).join('/'));
      return true;
    case 'Escape':
      if (selectedFiles.peek().size > 0) selectedFiles.value = new Set();
      else if (focused.peek() !== null) wantsFocus.value = focused.peek();
      return true;
    default:
      return false;
  }
}

function move(event: KeyboardEvent, at: number, path: string): boolean {
  const all = entries.peek();
  const to = placeTyped(event) ?? placeAfter(event, at, all.length);
  if (to === null) return false;
  const next = all[to]!;
  if (event.shiftKey && event.key.startsWith('Arrow')) {
    if (!selectedFiles.peek().has(path)) choose(path, false);
    choose(next.path, true);
  }
  goToRow(event.currentTarget as HTMLElement, next.path);
  return true;
}

/** Gives the focus to the row of a path. */
export function goToRow(list: HTMLElement, path: string): void {
  currentFile.value = path;
  list.querySelector<HTMLElement>(`[data-path="${CSS.escape(path)}"] > a`)?.focus();
}

function placeAfter({ key }: KeyboardEvent, at: number, many: number): number | null {
  switch (key) {
    case 'ArrowDown':
      return Math.min(many - 1, at + 1);
    case 'ArrowUp':
      return Math.max(0, at - 1);
    case 'Home':
      return 0;
    case 'End':
      return many - 1;
    default:
      return null;
  }
}

/** The first file from the current one on whose name begins with the typed letters. */
function placeTyped({ key, timeStamp }: KeyboardEvent): number | null {
  if (key.length !== 1 || key === ' ') {
    typed = { text: '', at: 0 };
    return null;
  }
  const isNew = timeStamp - typed.at > TYPING_MS;
  typed = { text: (isNew ? '' : typed.text) + key.toLowerCase(), at: timeStamp };
  const names = entries.peek().map(({ name }) => name.toLowerCase());
  const start = currentRow.peek() + (typed.text.length === 1 ? 1 : 0);
  const found = [...names.slice(start), ...names.slice(0, start)].findIndex((name) =>
    name.startsWith(typed.text),
  );
  return found < 0 ? null : (found + start) % names.length;
}
