/** The names that star imports of well-known modules bind, from a table that scripts/star-names.py writes. */

import { join } from 'node:path';
import { findPackageRoot } from './package-root.ts';
import { readPlainText } from './plain-file.ts';

let table: Readonly<Record<string, string>> | null = null;

/** The names of `from module import *`; `pylab` as after `%pylab`. Null: not in the table. */
export function starNames(module: string): ReadonlySet<string> | null {
  table ??= JSON.parse(
    readPlainText(join(findPackageRoot(), 'instrument', 'effects', 'star-names.json'), Infinity),
  ) as Record<string, string>;
  const names = Object.hasOwn(table, module) ? table[module]! : null;
  return names === null ? null : new Set(names.split(' '));
}
