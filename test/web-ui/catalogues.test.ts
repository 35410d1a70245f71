import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findPackageRoot } from '../../instrument/index.ts';

const pages = join(findPackageRoot(), 'web-ui');
const languages = readdirSync(join(pages, 'languages')).filter((name) => name.endsWith('.json'));
const catalogueOf = (name: string): Record<string, string> =>
  JSON.parse(readFileSync(join(pages, 'languages', name), 'utf8'));

/** The sources of the pages as one text. */
function sources(): string {
  const files = readdirSync(pages, { recursive: true, encoding: 'utf8' });
  const code = files.filter((name) => /\.tsx?$/.test(name));
  return code.map((name) => readFileSync(join(pages, name), 'utf8')).join('\n');
}

// that no text lacks a translation, the compiler checks: `MenuText` has the keys of one catalogue
describe('the catalogues of menus', () => {
  test.each(languages)('%s has the same texts as the others, and none is empty', (name) => {
    const catalogue = catalogueOf(name);
    expect(Object.keys(catalogue)).toEqual(Object.keys(catalogueOf('de.json')));
    expect(Object.entries(catalogue).filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  test.each(languages)('%s keeps the counts in texts', (name) => {
    const counts = (text: string) => text.match(/\{\w+\}/g) ?? [];
    const lost = Object.entries(catalogueOf(name)).filter(
      ([key, text]) => `${counts(key)}` !== `${counts(text)}`,
    );
    expect(lost).toEqual([]);
  });

  test('every text stands in the pages', () => {
    const code = sources();
    const stands = (text: string) => code.includes(`'${text}'`) || code.includes(`"${text}"`);
    expect(Object.keys(catalogueOf('de.json')).filter((text) => !stands(text))).toEqual([]);
  });
});
