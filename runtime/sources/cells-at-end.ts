/** The code cells that a source ends with, in page order, and the notebooks of a folder. It runs nothing. */

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { SluiceError } from '../errors.ts';
import type { SourceSession } from './source.ts';

/** A code cell with its text; blank ones count. */
export interface CodeCell {
  readonly cell: string;
  readonly source: string;
}

/** The code cells after the last event. */
export function cellsAtEnd(source: SourceSession): CodeCell[] {
  if (source.kind === 'notebook') {
    const cells = source.notebook.cells.filter(({ type }) => type === 'code');
    return cells.map(({ id, source }) => ({ cell: id, source }));
  }
  const texts = new Map<string, string>();
  for (const event of source.events) {
    if (event.type === 'run' || event.type === 'edit') texts.set(event.cell, event.source);
  }
  return source.order.flatMap((cell) => {
    const text = texts.get(cell);
    return text === undefined ? [] : [{ cell, source: text }];
  });
}

/** The notebooks in a folder and those below it, without Jupyter's checkpoints. Throws when there are none. */
export function notebooksIn(folder: string): string[] {
  const found: string[] = [];
  const pending = [folder];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    for (const entry of readdirSync(at, { withFileTypes: true })) {
      if (entry.isDirectory() && entry.name !== '.ipynb_checkpoints') pending.push(join(at, entry.name));
      else if (entry.isFile() && entry.name.endsWith('.ipynb')) found.push(join(at, entry.name));
    }
  }
  if (found.length === 0) throw new SluiceError(`${folder} has no notebooks (.ipynb)`);
  return found.sort();
}
