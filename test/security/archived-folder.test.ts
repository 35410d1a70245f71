/** Archives of folders with names that mean something else to programs that unpack archives. */

import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { archiveOf } from '../../runtime/server/archive.ts';
import { makeFolder } from '../cli/sluice.ts';

/** The names of the entries in the archive of `data` in a folder with these files. */
async function namesIn(data: string, names: readonly string[]): Promise<string[]> {
  const folder = makeFolder({ 'secret.txt': 'mine' });
  try {
    const path = join(folder.path, data);
    mkdirSync(path);
    for (const name of names) writeFileSync(join(path, name), name);
    symlinkSync('../secret.txt', join(path, 'link.txt'));
    const entries = unzipSync(await buffer(archiveOf(path)));
    for (const [name, content] of Object.entries(entries)) {
      expect(new TextDecoder().decode(content)).not.toBe('mine');
      expect(name).not.toMatch(/^[A-Za-z]:|^\/|\\|(?:^|\/)\.\.(?:\/|$)/);
    }
    expect(readdirSync(path)).toContain('link.txt');
    expect(readFileSync(join(folder.path, 'secret.txt'), 'utf8')).toBe('mine');
    return Object.keys(entries).sort();
  } finally {
    folder.remove();
  }
}

test('backslashes are part of a name, and lead nowhere', async () => {
  const names = ['a\\b.txt', 'plain.txt', 'x\\..\\..\\evil.txt', '\\', 'ends\\'];
  expect(await namesIn('data', names)).toEqual(
    ['_', 'a_b.txt', 'ends_', 'plain.txt', 'x_.._.._evil.txt'].map((name) => `data/${name}`).sort(),
  );
});

test('a folder with the name of a drive', async () => {
  expect(await namesIn('C:', ['a.txt'])).toEqual(['C_/a.txt']);
  expect(await namesIn('C:\\x', ['D:a.txt'])).toEqual(['C__x/D:a.txt']);
});
