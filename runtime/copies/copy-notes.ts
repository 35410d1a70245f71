/** Notes for the user about the limits of a private copy. */

import { basename } from 'node:path';
import type { Root } from './copied-roots.ts';

/** The names in a note about missing files. */
const NAMED_MISSING = 3;

/** Files of the folders above are not in the copy. */
export function missingAbove(folder: string, missing: readonly Root[]): string {
  const names = missing.slice(0, NAMED_MISSING).map(({ from }) => basename(from));
  const more = missing.length > names.length ? ` and ${missing.length - names.length} more` : '';
  return `of the folders above ${folder}, the private copy lacks ${names.join(', ')}${more}: of large folders it has only files that cells name`;
}

/** Absolute paths lead out of the copy. */
export function absoluteNote(folder: string): string {
  return `cells name files in ${folder} by absolute paths, which lead to the originals and not to the private copy`;
}
