/**
 * Finds the directory of the installed package, the same from the sources, from `dist/` and from a tarball.
 * It knows no file names inside the package except `package.json`.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

let found: string | undefined;

/**
 * The absolute path of the directory whose `package.json` is named `sluice`. Files that are not compiled
 * (Python, effect stubs, samples) are located from here, because `dist/` holds JavaScript only.
 */
export function packageRoot(): string {
  found ??= searchUpwards(dirname(fileURLToPath(import.meta.url)));
  return found;
}

function searchUpwards(start: string): string {
  for (let directory = start; ; directory = dirname(directory)) {
    const manifest = join(directory, 'package.json');
    if (existsSync(manifest) && isOurs(readFileSync(manifest, 'utf8'))) return directory;
    if (dirname(directory) === directory) throw new Error(`no package named sluice above ${start}`);
  }
}

function isOurs(manifest: string): boolean {
  const parsed: unknown = JSON.parse(manifest);
  return typeof parsed === 'object' && parsed !== null && 'name' in parsed && parsed.name === 'sluice';
}
