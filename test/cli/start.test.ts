/** The start of a command loads the code of this command, and no code of other commands. */
import { readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { findPackageRoot } from '../../instrument/index.ts';

const BUILT = join(findPackageRoot(), 'dist');

/** The files that a file loads at once, itself included. */
function loaded(path: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(path)) return found;
  found.add(path);
  for (const [, from] of readFileSync(path, 'utf8').matchAll(/\b(?:from|import)\s*"(\.[^"]+\.js)"/g))
    loaded(resolve(dirname(path), from!), found);
  return found;
}

test('the command loads little before it knows its arguments', () => {
  const files = [...loaded(join(BUILT, 'runtime', 'cli', 'main.js'))];
  expect(files.length).toBeGreaterThan(1);
  expect(files.reduce((sum, file) => sum + statSync(file).size, 0)).toBeLessThan(60_000);
});
