/** Runs every rule over its cases in test/cases/check/CODE.jsonl: its findings, their places, and the cells after its fixes. */

import { describe, expect, test } from 'vitest';
import { type CheckedNotebook, RULES } from '../../slicer/index.ts';
import { notebookOf, type RuleCase, ruleCases } from './cases.ts';
import { findingsOf, mend } from './mended.ts';

const CASES = ruleCases();

test('every rule has cases, some with and some without findings', () => {
  for (const { code } of RULES) {
    const cases = CASES.get(code) ?? [];
    expect(
      cases.some(({ finds }) => finds.length > 0),
      `${code} with`,
    ).toBe(true);
    expect(
      cases.some(({ finds }) => finds.length === 0),
      `${code} without`,
    ).toBe(true);
  }
  expect([...CASES.keys()].filter((code) => !RULES.some((rule) => rule.code === code))).toEqual([]);
});

describe.each([...CASES])('%s', (code, cases) => {
  test.each(cases)('$name', (wanted) => {
    const notebook = notebookOf(wanted);
    const found = findingsOf(notebook, code);
    expect(found.map(({ cell, at }) => placeOf(notebook, cell, at, wanted.finds))).toEqual(wanted.finds);
    if (wanted.says !== undefined) expect(found[0]?.message).toContain(wanted.says);
    for (const { message } of found) expect(message).not.toMatch(/\bundefined\b|\[object|\bnull\b/);
    const mended = mend(notebook, code);
    const sources = mended === notebook ? undefined : mended.cells.map(({ source }) => source);
    expect(sources, 'a case with a fix has the cells after it: "fixed"').toEqual(wanted.fixed);
  });
});

/** The place of a finding as a case writes places: with a text only where the case has a text. */
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
