/** Modules whose import alone has an effect, from a list: they register methods, formats or commands. */

import { join } from 'node:path';
import { findPackageRoot } from './package-root.ts';
import { readPlainText } from './plain-file.ts';

let modules: ReadonlySet<string> | null = null;

/** Whether the import of an object has an effect, because a module on its path does. */
export function importActs(path: string): boolean {
  modules ??= new Set(
    JSON.parse(
      readPlainText(join(findPackageRoot(), 'instrument', 'effects', 'import-effects.json'), Infinity),
    ) as string[],
  );
  const parts = path.split('.');
  return parts.some((_, at) => modules!.has(parts.slice(0, at + 1).join('.')));
}
