/** Searches a folder and its subfolders for names. It follows no links, and passes over hidden files. */

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { FoundFiles } from './file-messages.ts';
import { fileEntry } from './folder-files.ts';

const MOST_FOUND = 200;
/** Entries that one search looks at, so that it ends soon. */
const MOST_SEEN = 100_000;
/** Folders of packages: nobody searches them by name. */
const LEFT_OUT = new Set(['node_modules', '__pycache__', 'site-packages']);

/** The files in `folder`, which is `inner` for pages, with all words in their path, whatever their case. */
export async function findFiles(folder: string, inner: string, words: string): Promise<FoundFiles> {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  const entries: FoundFiles['entries'][number][] = [];
  const waiting = [''];
  let seen = 0;
  for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) {
    const names = await readdir(join(folder, at), { withFileTypes: true }).catch(() => []);
    for (const item of names) {
      seen += 1;
      if (seen > MOST_SEEN || entries.length >= MOST_FOUND) return { entries, more: true };
      if (item.name.startsWith('.')) continue;
      const path = at === '' ? item.name : `${at}/${item.name}`;
      if (item.isDirectory() && !LEFT_OUT.has(item.name)) waiting.push(path);
      const shown = path.toLowerCase();
      if (!wanted.every((word) => shown.includes(word))) continue;
      const entry = fileEntry(join(folder, at), [inner, at].filter(Boolean).join('/'), item.name);
      if (entry !== null) entries.push(entry);
    }
  }
  return { entries, more: false };
}
