/** Folders and files as far as they can be read: what cannot be read counts as empty. */

import { readdirSync } from 'node:fs';
import { MOST_OF_SETTINGS, readPlainFile } from '../../instrument/index.ts';

/** The names in a folder, sorted. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

/** The text of a file of settings or requirements, in UTF-8, or in UTF-16 with a byte order mark, as pip reads such files. */
export function textOf(path: string): string {
  try {
    const bytes = readPlainFile(path, MOST_OF_SETTINGS);
    const [first, second] = bytes;
    const isLittle = first === 0xff && second === 0xfe;
    const isBig = first === 0xfe && second === 0xff;
    return new TextDecoder(isLittle ? 'utf-16le' : isBig ? 'utf-16be' : 'utf-8').decode(bytes);
  } catch {
    return '';
  }
}
