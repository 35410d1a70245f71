/** The files in view: the content of the folder, or what a search has found, in an order; and the selected ones. Nothing is drawn here. */

import { computed, signal } from '@preact/signals';
import type { FileChange, FileEntry, FolderListing } from '../../runtime/index.ts';
import { ask } from '../page/asking.ts';
import { say } from '../page/notices.ts';
import { closeDocument, documents, folderOf, folderShown, renamed } from '../workplace/open-documents.ts';
import {
  addressOf,
  ChangedElsewhere,
  changeFiles,
  fetchableAddress,
  findFiles,
  listFolder,
  orderKernel,
  uploadFile,
} from './files-api.ts';

export type SortKey = 'name' | 'size' | 'modified';

/** The content of the folder; null: not loaded yet. */
export const listing = signal<FolderListing | null>(null);

/** Why the folder cannot be listed. */
export const failure = signal<string | null>(null);

/** The words of the search; empty: no search. */
export const sought = signal('');

const found = signal<{ readonly entries: readonly FileEntry[]; readonly more: boolean } | null>(null);

/** Whether the search may have left out files. */
export const hasMore = computed(() => sought.value !== '' && found.value?.more === true);

/** By which column the files are sorted. */
export const sortedBy = signal<{ readonly key: SortKey; readonly descending: boolean }>({
  key: 'name',
  descending: false,
});

/** Paths of the selected files. */
export const selectedFiles = signal<ReadonlySet<string>>(new Set());

/** The file that gets another name now. */
export const renamingFile = signal<string | null>(null);

/** Paths moved to the trash since the folder was listed: their rows stay, with an Undo. */
export const trashed = signal<ReadonlySet<string>>(new Set());

const byName = new Intl.Collator(undefined, { numeric: true });

/** The files in view, folders first. */
export const entries = computed<readonly FileEntry[]>(() => {
  const all = sought.value === '' ? (listing.value?.entries ?? []) : (found.value?.entries ?? []);
  const { key, descending } = sortedBy.value;
  const sign = descending ? -1 : 1;
  return [...all].sort((a, b) => {
    const folders = Number(b.type === 'folder') - Number(a.type === 'folder');
    if (folders !== 0) return folders;
    return sign * (key === 'name' ? byName.compare(a.name, b.name) : a[key] - b[key]);
  });
});

/** Sorts by a column, or turns the order round. */
export function sortFiles(key: SortKey): void {
  const { key: now, descending } = sortedBy.peek();
  // the largest and the newest are of interest first
  sortedBy.value = key === now ? { key, descending: !descending } : { key, descending: key !== 'name' };
}

/** Lists the folder again, and searches again. */
export async function loadFiles(): Promise<void> {
  const folder = folderShown.peek();
  try {
    const loaded = await listFolder(folder);
    if (folder !== folderShown.peek()) return;
    failure.value = null;
    trashed.value = new Set();
    listing.value = loaded;
  } catch (error) {
    if (folder !== folderShown.peek()) return;
    listing.value = null;
    failure.value = (error as Error).message;
  }
  await search();
}

/** Finds the files with the words of the search. */
export async function search(): Promise<void> {
  const words = sought.peek();
  if (words === '') {
    found.value = null;
    return;
  }
  const result = await findFiles(folderShown.peek(), words).catch((error: Error) => {
    say(error.message, 'problem');
    return null;
  });
  if (words === sought.peek()) found.value = result;
}

/** Shows another folder. */
export function goToFolder(path: string): void {
  folderShown.value = path;
  sought.value = '';
  selectedFiles.value = new Set();
}

/** Carries out a change, tells its failure, and lists the files again; whether it worked. */
export async function attempt(action: Promise<unknown>): Promise<boolean> {
  try {
    await action;
    await loadFiles();
    return true;
  } catch (error) {
    say((error as Error).message, 'problem');
    return false;
  }
}

/** Lets the person type another name for a file. */
export function startRenaming(path: string): void {
  renamingFile.value = path;
}

/** Gives a file another name in its folder. */
export async function renameFile(path: string, name: string): Promise<void> {
  renamed(path, await changeFiles({ op: 'rename', path, name }));
}

/** Moves files into a folder. */
export async function moveFiles(paths: readonly string[], to: string): Promise<void> {
  let moved = 0;
  for (const path of paths) {
    if (folderOf(path) === to || path === to) continue;
    try {
      renamed(path, await changeFiles({ op: 'move', path, to }));
      moved += 1;
    } catch (error) {
      say((error as Error).message, 'problem');
    }
  }
  selectedFiles.value = new Set();
  if (moved > 0)
    say(`Moved ${moved === 1 ? '1 file' : `${moved} files`} to ${to === '' ? 'the top folder' : to}`);
  await loadFiles();
}

/**
 * Moves files to the trash. The rows stay in place until the next listing: rows that moved up under the pointer would be hit by a
 * second click.
 */
export async function trashFiles(paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    try {
      await changeFiles({ op: 'trash', path });
      trashed.value = new Set([...trashed.peek(), path]);
      for (const open of documents.peek()) {
        if (open === path || open.startsWith(`${path}/`)) closeDocument(open);
      }
    } catch (error) {
      say((error as Error).message, 'problem');
    }
  }
  selectedFiles.value = new Set();
}

/** Takes a file out of the trash. */
export function restoreFile(path: string): Promise<boolean> {
  const restore: FileChange = { op: 'restore', path };
  return attempt(changeFiles(restore));
}

/** Copies files beside themselves. */
export async function duplicateFiles(paths: readonly string[]): Promise<void> {
  for (const path of paths) await attempt(changeFiles({ op: 'duplicate', path }));
}

/** Saves files, and folders as archives, on the disk of the browser. */
export async function downloadFiles(paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const link = document.createElement('a');
    link.href = `${await fetchableAddress(path)}&download`;
    link.download = '';
    link.click();
  }
}

/** Uploads files into a folder. If files have their names already, the person chooses what becomes of these. */
export async function uploadFiles(files: FileList | null | undefined, folder: string): Promise<void> {
  // (the list of a field empties when the field does)
  const taken = await uploadAll([...(files ?? [])], folder);
  const [first, ...others] = taken;
  if (first === undefined) return;
  const many = others.length === 0 ? first.name : `${first.name} and ${others.length} more`;
  const again = (wish: 'replace' | 'both') => () => void uploadAll(taken, folder, wish);
  ask(
    `${many} ${others.length === 0 ? 'exists' : 'exist'} already. A file that is replaced goes to the trash.`,
    [
      { word: 'Replace', run: again('replace') },
      { word: 'Keep both', run: again('both') },
    ],
  );
}

/** Uploads files; returns those whose names are taken. */
async function uploadAll(files: readonly File[], folder: string, wish?: 'replace' | 'both'): Promise<File[]> {
  const taken: File[] = [];
  for (const file of files) {
    try {
      const path = await uploadFile(folder, file, wish);
      say(`Uploaded ${path.split('/').at(-1)}`);
    } catch (error) {
      if (error instanceof ChangedElsewhere) taken.push(file);
      else say((error as Error).message, 'problem');
    }
  }
  await loadFiles();
  return taken;
}

/** Ends the kernel of a notebook, and closes its tab. */
export async function shutDownNotebook(path: string): Promise<void> {
  if (await attempt(orderKernel({ path, op: 'shutdown' }))) closeDocument(path);
}

/** The address of a file, for a link. */
export function linkOf({ path, type }: FileEntry): string {
  return addressOf(
    path,
    ({ folder: 'tree', notebook: 'notebooks', session: 'sessions', file: 'edit' } as const)[type],
  );
}
