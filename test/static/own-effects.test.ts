/** The user's own declarations beside a notebook: static analyses know them. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { libraryBeside, shippedLibrary } from '../../instrument/index.ts';
import { NOWHERE } from '../../runtime/checking/index.ts';
import { type LibraryKnowledge, leftOverCells, worldOf } from '../../slicer/index.ts';

const OWN = `
__module__ = "shop"
def audit(till) -> Pure: ...
def lot(till) -> Draws["shop.random"]: ...
`;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-own-'));
  writeFileSync(join(folder, 'sluice-effects.pyi'), OWN);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Ids are their places. */
function idleCells(library: LibraryKnowledge, texts: readonly string[]): readonly string[] {
  const cells = texts.map((source, at) => ({
    id: String(at + 1),
    type: 'code' as const,
    source,
    executionCount: null,
    outputs: [],
  }));
  return leftOverCells({ fileName: null, cells, log: null, surroundings: NOWHERE }, library).idle;
}

test('cells without a use know them', () => {
  const texts = ['import shop\ntill = shop.Till()', 'found = shop.audit(till)', 'print(till)'];
  expect(idleCells(libraryBeside(folder), texts)).toEqual(['2']);
  expect(idleCells(shippedLibrary(), texts)).toEqual([]);
});

test('causes of differences know them', () => {
  const cells = [{ cell: 'a', source: 'import shop\nprint(shop.lot(1))' }];
  expect(worldOf(cells, libraryBeside(folder)).get('a')?.draws).toBe(true);
  expect(worldOf(cells, shippedLibrary()).get('a')?.draws).toBe(false);
});

test('a file with mistakes does not count, a changed one does', () => {
  const file = join(folder, 'sluice-effects.pyi');
  writeFileSync(file, 'nonsense');
  expect(libraryBeside(folder)).toBe(shippedLibrary());
  writeFileSync(file, OWN.replace('Pure', 'Mutates[till]'));
  expect(libraryBeside(folder).functionAt('shop.audit')?.effect[0]).toBe('mutates');
  expect(libraryBeside(folder)).toBe(libraryBeside(folder));
});
