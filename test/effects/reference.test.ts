/** docs/reference/effects-language.md: the page explains each word of the parser, and each world name of the shipped stubs. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findPackageRoot } from '../../instrument/index.ts';
import { parseEffects } from '../../slicer/effects/parse.ts';

const root = findPackageRoot();
const page = readFileSync(join(root, 'docs/reference/effects-language.md'), 'utf8');
/** The code in the first cells of all rows of tables. */
const explained = [...page.matchAll(/^\| ([^|]+) \|/gm)]
  .flatMap(([, cell]) => [...cell!.matchAll(/`([^`]+)`/g)])
  .map(([, code]) => code!);

/** The words offered by the parser after a mistake in this line. */
function wordsOffered(line: string): readonly string[] {
  const [problem] = parseEffects(`__module__ = "m"\n${line}\n`, 'own.pyi').problems;
  return problem!.message.split('; write ')[1]!.match(/\b[A-Z]\w+/g)!;
}

test.each([
  ['effects and roles', 'def f(x) -> Nothing: ...', 30],
  ['places', 'def f(x) -> Mutates[1 + 1]: ...', 4],
  ['notes', 'def f(x: Helt) -> Pure: ...', 3],
])('%s', (_, mistake, least) => {
  const words = wordsOffered(mistake);
  expect(words.length).toBeGreaterThanOrEqual(least);
  const missing = words.filter((word) => !explained.some((code) => new RegExp(`\\b${word}\\b`).test(code)));
  expect(missing).toEqual([]);
});

test('world names', () => {
  const folder = join(root, 'instrument/effects');
  const stubs = readdirSync(folder).filter((name) => name.endsWith('.pyi'));
  const names = new Set(
    stubs.flatMap((name) =>
      [...readFileSync(join(folder, name), 'utf8').matchAll(/World\["([^"]+)"\]/g)].map(
        ([, world]) => world!,
      ),
    ),
  );
  const missing = [...names].filter(
    (name) => !explained.includes(name) && !/\.(?:objects|state|options)$/.test(name),
  );
  expect(missing).toEqual([]);
});
