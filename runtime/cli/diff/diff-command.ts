/** `sluice diff`: the differences of two notebooks, for people, programs and git. It runs nothing. */

import {
  compareNotebooks,
  differenceCounts,
  differenceLines,
  differenceObject,
  isSameNotebook,
  notebookLines,
} from '../../difference/index.ts';
import { type Notebook, newNotebook, parseNotebook, readNotebook } from '../../documents/index.ts';
import { print, printExactly, printJson } from '../terminal/print.ts';
import { shownPath } from '../terminal/shown-path.ts';
import type { DiffSettings } from './diff-options.ts';

/** git's name for the version that a new or deleted file does not have. */
const NOTHING = '/dev/null';

/** Runs the command; returns the exit code. */
export function diff(settings: DiffSettings): number {
  if (settings.show === 'text') {
    printExactly(notebookLines(readNotebook(settings.file, 'any')).join('\n'));
    return 0;
  }
  const { before, after, name, json } = settings;
  const [old, now] = [readVersion(before), readVersion(after)];
  const found = compareNotebooks(old, now);
  const isSame = isSameNotebook(found);
  if (json) {
    for (const cell of found.cells) printJson(differenceObject(cell));
    printJson({ type: 'summary', same: isSame, counts: differenceCounts(found) });
  } else if (!isSame) {
    print(`--- ${name ?? shownPath(before)}\n+++ ${name ?? shownPath(after)}`);
    print(differenceLines(found).join('\n'));
  }
  // git takes another exit code of a diff driver for a failure
  return isSame || name !== null ? 0 : 1;
}

function readVersion(path: string): Notebook {
  return path === NOTHING ? parseNotebook(newNotebook([], {}), path) : readNotebook(path, 'any');
}
