/** Folders and files as far as they can be read: what cannot be read counts as empty. */

import { readdirSync, readFileSync } from 'node:fs';

/** The names in a folder, sorted. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

/** The text of a file. */
export function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
