/** `sluice affected`: the cells and outputs that a git change can change, without running anything. */

import { dirname } from 'node:path';
import { affectedInNotebook, changeSince, type GitChange } from '../../affected/index.ts';
import { Libraries } from '../../checking/index.ts';
import { readNotebook } from '../../documents/index.ts';
import { namedFiles } from '../options/named-files.ts';
import { readEach } from '../sources/read-each.ts';
import { printExactly } from '../terminal/print.ts';
import { progress } from '../terminal/progress.ts';
import { shownPath } from '../terminal/shown-path.ts';
import { writeJson, writeText } from '../terminal/terminal.ts';
import { affectedTable, cellLine, type FiledCell, summaryText } from './affected-format.ts';
import type { AffectedSettings } from './affected-options.ts';

/** Runs the command; returns the exit code: 1 if cells are affected. */
export async function affected({ paths, since, effects, format }: AffectedSettings): Promise<number> {
  const libraries = new Libraries(effects);
  const changes = new Map<string, Promise<GitChange>>();
  const cells: FiledCell[] = [];
  let notebooks = 0;
  for await (const { found: notebook } of readEach(namedFiles(paths), ({ path }) => readNotebook(path))) {
    const folder = dirname(notebook.path);
    const change = changes.get(folder) ?? changeSince(folder, since);
    changes.set(folder, change);
    notebooks += 1;
    const file = shownPath(notebook.path);
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
