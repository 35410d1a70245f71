/** Every rule over its cases: what is found, where, and what the fixes make of it. The cases are test/cases/check/CODE.jsonl. */

import { describe, expect, test } from 'vitest';
import { type CheckedNotebook, checkNotebook, RULES } from '../../slicer/index.ts';
import { notebookOf, type RuleCase, ruleCases } from './cases.ts';
import { runCells } from './run-cells.ts';

const CASES = ruleCases();

test('every rule has cases, some with and some without findings', () => {
  for (const { code } of RULES) {
    const cases = CASES.get(code) ?? [];
    expect(cases.some(({ finds }) => finds.length > 0), `${code} with`).toBe(true);
    expect(cases.some(({ finds }) => finds.length === 0), `${code} without`).toBe(true);
  }
  expect([...CASES.keys()].filter((code) => !RULES.some((rule) => rule.code === code))).toEqual([]);
});

describe.each([...CASES])('%s', (code, cases) => {
  const choice = { select: [code], ignore: [], phase: 'share' } as const;
  const findingsOf = (notebook: CheckedNotebook) => checkNotebook(notebook, choice).findings;

  test.each(cases)('$name', (wanted) => {
    const notebook = notebookOf(wanted);
    const found = findingsOf(notebook);
    expect(found.map(({ cell, at }) => placeOf(notebook, cell, at, wanted.finds))).toEqual(wanted.finds);
    if (wanted.says !== undefined) expect(found[0]?.message).toContain(wanted.says);
    for (const { message } of found) expect(message).not.toMatch(/undefined\b(?! name)|\[object|null/);
  });

  const fixable = cases.filter(({ fixed }) => fixed !== undefined);
  if (fixable.length === 0) return;
  test.each(fixable)('$name, mended', (wanted) => {
    const mended = fixAll(notebookOf(wanted), findingsOf);
    expect(mended.cells.map(({ source }) => source)).toEqual(wanted.fixed);
    expect(findingsOf(mended).filter(({ fix }) => fix !== null)).toEqual([]);
    const before = runCells(codeOf(notebookOf(wanted)));
    const after = runCells(codeOf(mended));
    if (before === null || after === null) return;
    if (wanted.changesResult) expect(after).not.toEqual(before);
    else expect(after).toEqual(before);
  });
});

const codeOf = ({ cells }: CheckedNotebook) =>
  cells.filter(({ type }) => type === 'code').map(({ source }) => source);

/** As a case says it: with the text only where the case says one. */
function placeOf(
  { cells }: CheckedNotebook,
  cell: string | null,
  at: { readonly from: number; readonly to: number } | null,
  wanted: RuleCase['finds'],
): string {
  const place = cells.findIndex(({ id }) => id === cell) + 1;
  const bare = `${place}`;
  if (at === null || wanted.includes(bare)) return bare;
  return `${place}: ${cells[place - 1]?.source.slice(at.from, at.to)}`;
}

function fixAll(
  notebook: CheckedNotebook,
  findingsOf: (notebook: CheckedNotebook) => ReturnType<typeof checkNotebook>['findings'],
): CheckedNotebook {
  for (let current = notebook; ; ) {
    const fix = findingsOf(current).find((finding) => finding.fix !== null)?.fix;
    if (!fix) return current;
    const texts = new Map(fix.edits.map(({ cell, source }) => [cell, source]));
    const cells = current.cells.flatMap((cell) => {
      const source = texts.get(cell.id);
      return source === undefined ? [cell] : source === null ? [] : [{ ...cell, source }];
    });
    current = { ...current, cells };
  }
}
