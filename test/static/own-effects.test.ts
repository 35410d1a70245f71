/** The user's own declarations beside a notebook: static analyses know them. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { libraryBeside, shippedLibrary } from '../../instrument/index.ts';
import { whatIfAnswer } from '../../runtime/live/questions/what-if-question.ts';
import { applyCore, emptyCore, type LibraryKnowledge, worldOf } from '../../slicer/index.ts';

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
  const order = texts.map((_, at) => String(at + 1));
  const sources = new Map(texts.map((source, at) => [String(at + 1), source]));
  const empty = emptyCore(library);
  const core = applyCore(empty, { type: 'cells', order, sources, settles: false }).state;
  const answer = whatIfAnswer(core, [], { type: 'run', cell: '1' });
  return answer.to === 'what-if' ? answer.idle : [];
}

test('what-if in the pages knows them', () => {
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
