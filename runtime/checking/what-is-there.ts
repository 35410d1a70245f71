/** The readable folders and files: unreadable ones count as empty. */

import { readdirSync } from 'node:fs';
import { MOST_OF_SETTINGS, readPlainText } from '../../instrument/index.ts';

/** The names in a folder, sorted. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

/** The text of a file of settings or requirements. */
export function textOf(path: string): string {
  try {
    return readPlainText(path, MOST_OF_SETTINGS);
  } catch {
    return '';
  }
}
