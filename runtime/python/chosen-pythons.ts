/**
 * The Pythons that the person has chosen for notebooks, in a file of Sluice's own folder: a path in a
 * notebook would let its author choose a program that runs at once.
 */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { checkJson, MOST_OF_SETTINGS, readPlainText, record, text } from '../../instrument/index.ts';
import { saveAtomically } from '../documents/index.ts';
import { sluiceHome } from './sluice-home.ts';

/** The interpreter chosen for a notebook; null: none. */
export function chosenPython(notebook: string): string | null {
  return read()[notebook] ?? null;
}

/** Notes the interpreter for a notebook; null forgets it. */
export function choosePython(notebook: string, python: string | null): void {
  const { [notebook]: _, ...others } = read();
  const chosen = python === null ? others : { ...others, [notebook]: python };
  mkdirSync(sluiceHome(), { recursive: true });
  saveAtomically(file(), `${JSON.stringify(chosen, null, 2)}\n`);
}

function read(): Readonly<Record<string, string>> {
  try {
    const found = checkJson(record(text), readPlainText(file(), MOST_OF_SETTINGS));
    return found.type === 'ok' ? found.value : {};
  } catch {
    return {};
  }
}

function file(): string {
  return join(sluiceHome(), 'chosen-pythons.json');
}
