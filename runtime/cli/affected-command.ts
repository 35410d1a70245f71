/** `sluice affected`: the cells and outputs that a git change can change, without running anything. */

import { dirname } from 'node:path';
import { affectedInNotebook, changeSince, type GitChange } from '../affected/index.ts';
import { findNotebooks, Libraries } from '../checking/index.ts';
import { counted } from '../counted.ts';
import { readNotebook } from '../documents/index.ts';
import { SluiceError } from '../errors.ts';
import { isFolder } from './is-folder.ts';
import { print, printJson } from './print.ts';
import { progress } from './progress.ts';
import { shownPath } from './shown-path.ts';

/** The notebooks and folders in question, and the revision to compare with. */
export interface AffectedSettings {
  readonly paths: readonly string[];
  readonly since: string;
  readonly effects: readonly string[];
  readonly json: boolean;
}

/** Runs the command; returns the exit code: 1 if cells are affected. */
export async function affected({ paths, since, effects, json }: AffectedSettings): Promise<number> {
  const libraries = new Libraries(effects);
  const changes = new Map<string, Promise<GitChange>>();
  let [cells, outputs, notebooks] = [0, 0, 0];
  for (const { path, isNamed } of notebooksIn(paths)) {
    const folder = dirname(path);
    const change = changes.get(folder) ?? changeSince(folder, since);
    changes.set(folder, change);
    const notebook = isNamed ? readNotebook(path) : readOrTell(path);
    if (notebook === null) continue;
    notebooks += 1;
    const file = shownPath(path);
    for (const each of await affectedInNotebook(notebook, await change, libraries.around(folder))) {
      const { cell, index, outputs: shown, certain, why } = each;
      cells += 1;
      outputs += shown;
      if (json) printJson({ type: 'affected', file, cell, index, outputs: shown, certain, why });
      else print(`${file}, cell ${index}${certain ? '' : ' (perhaps)'}: ${counted(shown, 'output')}; ${why}`);
    }
  }
  if (!json) {
    const found = `${counted(cells, 'cell')} with ${counted(outputs, 'output')}`;
    progress(`${found} in ${counted(notebooks, 'notebook')} can change since ${since}`);
  }
  return cells > 0 ? 1 : 0;
}

function* notebooksIn(paths: readonly string[]): Generator<{ path: string; isNamed: boolean }> {
  for (const path of paths) {
    if (!isFolder(path)) yield { path, isNamed: true };
    else for (const found of findNotebooks(path)) yield { path: found, isNamed: false };
  }
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
