/** The table of interfaces that newer versions of libraries do not have. It judges no notebook. */

import { join } from 'node:path';
import { type GoneInterface, GoneTable } from '../slicer/index.ts';
import { findPackageRoot } from './package-root.ts';
import { readPlainText } from './plain-file.ts';

let table: GoneTable | null = null;

/** The table, read once in a process: a line of JSON for each interface. */
export function goneTable(): GoneTable {
  table ??= new GoneTable(goneInterfaces());
  return table;
}

/** The entries of the table. */
export function goneInterfaces(): readonly GoneInterface[] {
  const path = join(findPackageRoot(), 'instrument', 'effects', 'gone.jsonl');
  return readPlainText(path, Infinity)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as GoneInterface);
}
