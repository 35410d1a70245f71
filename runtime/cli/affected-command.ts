/** `sluice affected`: the cells and outputs that a git change can change, without running anything. */

import { dirname } from 'node:path';
import { affectedInNotebook, changeSince, type GitChange } from '../affected/index.ts';
import { Libraries } from '../checking/index.ts';
import { readNotebook } from '../documents/index.ts';
import { SluiceError } from '../words/index.ts';
import { affectedTable, cellLine, type FiledCell, summaryText } from './affected-format.ts';
import type { AffectedSettings } from './affected-options.ts';
import { namedFiles } from './named-files.ts';
import { printExactly } from './print.ts';
import { progress } from './progress.ts';
import { shownPath } from './shown-path.ts';
import { writeJson, writeText } from './terminal.ts';

/** Runs the command; returns the exit code: 1 if cells are affected. */
export async function affected({ paths, since, effects, format }: AffectedSettings): Promise<number> {
  const libraries = new Libraries(effects);
  const changes = new Map<string, Promise<GitChange>>();
  const cells: FiledCell[] = [];
  let notebooks = 0;
  for (const { path, within } of namedFiles(paths)) {
    const folder = dirname(path);
    const change = changes.get(folder) ?? changeSince(folder, since);
    changes.set(folder, change);
    const notebook = within === null ? readNotebook(path) : readOrTell(path);
    if (notebook === null) continue;
    notebooks += 1;
    const file = shownPath(path);
    for (const each of await affectedInNotebook(notebook, await change, libraries.around(folder))) {
      const found = { ...each, file };
      cells.push(found);
      const line = cellLine(found, format);
      if (line !== null) (format === 'json' ? writeJson : writeText)(`${line}\n`);
    }
  }
  const summary = summaryText(cells, notebooks, since);
  if (format === 'markdown') printExactly(affectedTable(cells, summary));
  else if (format === 'text') progress(summary);
  return cells.length > 0 ? 1 : 0;
}

/** Null, with a message: one notebook of a folder cannot be read, and the others still count. */
function readOrTell(path: string) {
  try {
    return readNotebook(path);
  } catch (error) {
    if (!(error instanceof SluiceError)) throw error;
    progress(`left out: ${error.message}`);
    return null;
  }
}
