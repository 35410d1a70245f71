/**
 * Files for the whole output of a cell, on a person's request: beside the notebook, in the folder of its log.
 * The kernel writes them.
 */

import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { CellId } from '../../../slicer/index.ts';
import { checkLeadsInside } from '../../documents/index.ts';
import { logFolder } from './session-log.ts';
import { storedName } from './stored-name.ts';

/** Ids come from the notebook's file: not all of them are valid file names. */
const NAME = /^[\w-]{1,64}$/;

/** The file for a cell's whole output; null: there can be none. */
export function wholeOutputOf(notebook: string, cell: CellId): string | null {
  const name = NAME.test(cell) ? cell : createHash('sha256').update(cell).digest('hex').slice(0, 16);
  try {
    const above = logFolder(notebook);
    const folder = join(above, `${storedName(notebook)}.outputs`);
    checkLeadsInside(folder, above);
    mkdirSync(folder, { recursive: true });
    return join(folder, `${name}.txt`);
  } catch {
    return null;
  }
}
