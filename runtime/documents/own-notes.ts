/** Notes of running processes: JSON files in a folder of Sluice that only the user may read and write. */

import { chmodSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { MOST_OF_SETTINGS, readPlainText } from '../../instrument/index.ts';
import { saveAtomically } from './atomic-save.ts';
import { isJsonObject, type JsonObject, parseJson, toValue } from './json-text.ts';

/** The files in a folder of notes; `isNote` knows their names. */
export function notesIn(folder: string, isNote: RegExp): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => isNote.test(name))
      .map((name) => join(folder, name));
  } catch {
    return [];
  }
}

/** The file of this process's note in a folder of notes. */
export function ownNote(folder: string): string {
  return join(folder, `${process.pid}.json`);
}

/** Writes this process's note. @throws when the folder or the file cannot be written */
export function writeOwnNote(folder: string, note: object): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  const file = ownNote(folder);
  // nobody else can read a file in this folder while it gets its mode
  saveAtomically(file, `${JSON.stringify(note)}\n`);
  chmodSync(file, 0o600);
}

/** The content of a note; null: it is gone or malformed, or others could have written or read it. */
export function readNote(file: string): JsonObject | null {
  try {
    const { mode, uid } = lstatSync(file);
    const isOwn = process.getuid === undefined || (uid === process.getuid() && (mode & 0o077) === 0);
    if (!isOwn) return null;
    const parse = parseJson(readPlainText(file, MOST_OF_SETTINGS));
    const value = parse.type === 'parsed' ? toValue(parse.root) : null;
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}
