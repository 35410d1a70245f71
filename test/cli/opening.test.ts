/** Each command says in one line how a notebook was mended; commands that run the notebook also tell the named kernel. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseNotebook } from '../../runtime/documents/index.ts';
import { type Folder, makeFolder, sluice } from './sluice.ts';

const T = 120_000;
const CODE = { cell_type: 'code', input: ['x = 1\n', 'print(x)'], language: 'python', outputs: [] };
const OLD = JSON.stringify({
  metadata: { name: 'old', kernelspec: { name: 'python2', language: 'python', display_name: 'Python 2' } },
  nbformat: 3,
  nbformat_minor: 0,
  worksheets: [{ cells: [{ cell_type: 'heading', level: 1, source: ['Old'] }, CODE] }],
});
const MENDED = /^note: .*old\.ipynb was mended to be read: it was converted from nbformat 3 to 4\.5;/gm;

let folder: Folder;
beforeAll(() => {
  folder = makeFolder();
});
afterAll(() => folder.remove());

describe('a notebook of nbformat 3', () => {
  test.each([
    { words: ['check', 'FILE'] },
    { words: ['graph', 'FILE'] },
    { words: ['what-if', 'FILE', '--event', 'run', '--cell', 'cell-2'] },
    { words: ['query', 'FILE', 'SELECT * FROM cells'] },
    { words: ['study', 'notebooks', 'FILE'] },
  ])(
    'sluice $words.0',
    async ({ words }) => {
      const file = folder.write('old.ipynb', OLD);
      const { stderr } = await sluice(words.map((word) => (word === 'FILE' ? file : word)));
      expect(stderr.match(MENDED)).toHaveLength(1);
      expect(readFileSync(file, 'utf8')).toBe(OLD);
    },
    T,
  );

  test(
    'sluice run, gather, reproduce',
    async () => {
      const file = folder.write('old.ipynb', OLD);
      const out = join(folder.path, 'out.ipynb');
      const run = await sluice(['run', file, '-o', out]);
      expect(run.stderr.match(MENDED)).toHaveLength(1);
      expect(run.stderr).toMatch(
        /^note: .* is for the kernel "python2"; it runs on Python 3\.\S+ \(.*\) instead$/m,
      );
      const saved = parseNotebook(readFileSync(out, 'utf8'), out);
      expect([run.code, saved.minor, saved.mended]).toEqual([0, 5, null]);
      expect(saved.cells.map(({ type }) => type)).toEqual(['markdown', 'code']);
      for (const words of [
        ['gather', file, '--cell', 'cell-2'],
        ['reproduce', file],
      ]) {
        expect((await sluice(words)).stderr.match(MENDED)).toHaveLength(1);
      }
      expect(readFileSync(file, 'utf8')).toBe(OLD);
    },
    T,
  );
});
