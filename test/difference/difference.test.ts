/** Differences and merges of notebooks: cases, and properties of any three notebooks. */

import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareNotebooks, mergeNotebooks } from '../../runtime/difference/index.ts';
import { parseNotebook } from '../../runtime/documents/index.ts';
import { linesOf, notebookOf } from './notebook-lines.ts';

interface DifferenceCase {
  readonly name: string;
  readonly ids?: boolean;
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** `BEFORE-AFTER parts` by positions from 1 (0: none), and below each the items of outputs. */
  readonly finds: readonly string[];
}

interface MergeCase {
  readonly name: string;
  readonly ids?: boolean;
  readonly base: readonly string[] | null;
  readonly ours: readonly string[];
  readonly theirs: readonly string[];
  readonly merged: readonly string[];
  readonly conflicts: readonly number[];
}

function cases<T>(name: string): T[] {
  const lines = readFileSync(`test/cases/difference/${name}.jsonl`, 'utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as T);
}

describe('differences', () => {
  test.each(cases<DifferenceCase>('differences'))('$name', (item) => {
    const hasIds = item.ids ?? true;
    const found = compareNotebooks(notebookOf(item.before, hasIds), notebookOf(item.after, hasIds));
    const lines = found.cells.flatMap(({ before, after, changed, outputs }) => [
      `${before?.position ?? 0}-${after?.position ?? 0} ${changed.join()}`,
      ...outputs.map(({ item, status, kinds }) => `${item} ${status} ${kinds.join()}`),
    ]);
    expect(lines).toEqual(item.finds);
  });
});

describe('merges', () => {
  test.each(cases<MergeCase>('merges'))('$name', (item) => {
    const [ours, theirs] = [item.ours, item.theirs].map((lines) => notebookOf(lines, item.ids)) as [N, N];
    const base = item.base === null ? null : notebookOf(item.base, item.ids);
    const { text, conflicts } = mergeNotebooks(base, ours, theirs);
    expect(linesOf(parseNotebook(text, 'x.ipynb'))).toEqual(item.merged);
    expect(conflicts).toEqual(item.conflicts);
  });
});

type N = ReturnType<typeof notebookOf>;

const LINE = fc.tuple(
  fc.constantFrom('a', 'b', 'c', 'd', 'e'),
  fc.array(fc.constantFrom('x = 1', 'y = 2', 'print(x)', '', '"é\u2028"', '<<<<<<<'), { maxLength: 4 }),
  fc.constantFrom('', ' => 1', ' => 2'),
);
const NOTEBOOK = fc
  .uniqueArray(LINE, { selector: ([id]) => id, maxLength: 5 })
  .map((cells) => cells.map(([id, lines, output]) => `${id}: ${lines.join('\n')}${output}`));

test('a merge is a notebook that keeps the text of each side, and merges with itself', () => {
  fc.assert(
    fc.property(NOTEBOOK, NOTEBOOK, NOTEBOOK, fc.boolean(), (a, b, c, hasIds) => {
      const [base, ours, theirs] = [a, b, c].map((lines) => notebookOf(lines, hasIds)) as [N, N, N];
      const merged = parseNotebook(mergeNotebooks(base, ours, theirs).text, 'x.ipynb');
      expect(new Set(merged.cells.map(({ id }) => id)).size).toBe(merged.cells.length);
      expect(mergeNotebooks(base, ours, base).text).toBe(ours.origin.text);
      expect(mergeNotebooks(ours, ours, ours).text).toBe(ours.origin.text);
      const taken = parseNotebook(mergeNotebooks(base, base, theirs).text, 'x.ipynb');
      expect(taken.cells.map(({ source }) => source)).toEqual(theirs.cells.map(({ source }) => source));
    }),
  );
});

test('each cell of both versions is in one pair', () => {
  fc.assert(
    fc.property(NOTEBOOK, NOTEBOOK, fc.boolean(), (a, b, hasIds) => {
      const [before, after] = [notebookOf(a, hasIds), notebookOf(b, hasIds)];
      const { cells } = compareNotebooks(before, after);
      const inserted = cells.filter(({ before: old }) => old === null).length;
      const deleted = cells.filter(({ after: now }) => now === null).length;
      expect(before.cells.length - deleted + inserted).toBe(after.cells.length);
      expect(compareNotebooks(before, before).cells).toEqual([]);
    }),
  );
});
