/**
 * Files that get all of a cell's output, where a person has asked for it: beside the notebook, in the folder of its log. The kernel writes
 * them.
 */

import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { CellId } from '../../../slicer/index.ts';
import { checkLeadsInside } from '../../documents/index.ts';
import { logFolder } from './session-log.ts';

/** Ids are what the file of a notebook says: not all of them are names. */
const NAME = /^[\w-]{1,64}$/;

/** Where all of the output of a cell goes; null: it can go nowhere. */
export function wholeOutputOf(notebook: string, cell: CellId): string | null {
  const name = NAME.test(cell) ? cell : createHash('sha256').update(cell).digest('hex').slice(0, 16);
  try {
    const above = logFolder(notebook);
    const folder = join(above, `${basename(notebook)}.outputs`);
    checkLeadsInside(folder, above);
    mkdirSync(folder, { recursive: true });
    return join(folder, `${name}.txt`);
  } catch {
    return null;
  }
}
