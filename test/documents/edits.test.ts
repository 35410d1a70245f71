/**
 * A save changes only changed parts: edits of one cell's text, each with the only part of the file that may
 * differ then.
 */

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseNotebook, serializeNotebook } from '../../runtime/documents/index.ts';

interface EditCase {
  readonly name: string;
  readonly before: string;
  /** In the first cell's text: the replaced part, and its replacement. */
  readonly from: string;
  readonly to: string;
  /** In the file: the replaced part, and its replacement. */
  readonly after: readonly [string, string];
}

const cases = readFileSync('test/cases/documents/edits.jsonl', 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as EditCase);

test.each(cases)('$name', ({ before, from, to, after: [old, now] }) => {
  const notebook = parseNotebook(before, 'x.ipynb');
  const cell = notebook.cells[0]!;
  const source = cell.source.replace(from, () => to);
  expect(source).not.toBe(cell.source);
  const edited = { ...notebook, cells: notebook.cells.with(0, { ...cell, source }) };
  const expected = before.replace(old, () => now);
  expect(expected).not.toBe(before);
  expect(serializeNotebook(edited)).toBe(expected);
  expect(parseNotebook(expected, 'x.ipynb').cells[0]!.source).toBe(source);
  const undone = { ...edited, cells: notebook.cells.map((each) => ({ ...each })) };
  expect(serializeNotebook(undone)).toBe(before);
});
