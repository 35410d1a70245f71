/**
 * Renamed variables, from the text: cases of `renamings.jsonl`. `cell`: a cell with the variable, from 1;
 * `clashes`: `cell:line why`.
 */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { shippedLibrary } from '../../instrument/index.ts';
import { CodeImpact } from '../../slicer/index.ts';

interface RenamingCase {
  readonly name: string;
  readonly cells: readonly string[];
  readonly rename: string;
  readonly cell?: number;
  readonly after?: readonly string[];
  readonly clashes?: readonly string[];
}

const text = readFileSync(new URL('../cases/code-impact/renamings.jsonl', import.meta.url), 'utf8');
const cases = text.split('\n').filter(Boolean);
const library = shippedLibrary();

test.each(cases.map((line) => JSON.parse(line) as RenamingCase))('$name', (given) => {
  const cells = given.cells.map((source, i) => ({ cell: String(i + 1), source }));
  const [name, to] = given.rename.split(' ') as [string, string];
  const cell = given.cell === undefined ? null : String(given.cell);
  const { sources, clashes } = new CodeImpact({ cells, runs: cells }, library).rename({ cell, name, to })!;
  const found = clashes.map(({ cell: at, line, why }) => `${at}:${line} ${why}`);
  expect(found).toEqual(given.clashes ?? []);
  if (given.after) {
    expect(cells.map(({ cell: id, source }) => sources.get(id) ?? source)).toEqual(given.after);
  }
});
