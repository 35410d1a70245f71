/** `sluice merge-driver`: merges notebooks for git. It leaves our version as it is, unless the merge is a notebook. */

import { mergeNotebooks } from '../../difference/index.ts';
import {
  type Notebook,
  parseNotebook,
  readNotebook,
  readText,
  saveAtomically,
} from '../../documents/index.ts';
import { counted } from '../../words/index.ts';
import { progress } from '../terminal/progress.ts';
import type { MergeSettings } from './diff-options.ts';

/** Runs the command; returns the exit code: 1 if there are conflicts. */
export function mergeDriver({ base, ours, theirs, name }: MergeSettings): number {
  const { text, conflicts } = mergeNotebooks(
    readBase(base),
    readNotebook(ours, 'any'),
    readNotebook(theirs, 'any'),
  );
  saveAtomically(ours, text);
  if (conflicts.length === 0) return 0;
  const cells = conflicts.length > 1 ? `cells ${conflicts.join(', ')}` : `cell ${conflicts[0]}`;
  progress(
    `${name}: ${counted(conflicts.length, 'conflict')}, in ${cells}, between <<<<<<< and >>>>>>>; mend the text, then: git add`,
  );
  return 1;
}

/** Null: both sides added the file, so git gives an empty base. */
function readBase(path: string): Notebook | null {
  const text = readText(path);
  return text.trim() === '' ? null : parseNotebook(text, path, 'any');
}
