/** Every rule over its cases: what is found, where, and what the fixes make of it. The cases are test/cases/check/CODE.jsonl. */

import { describe, expect, test } from 'vitest';
import { shippedLibrary } from '../../instrument/index.ts';
import { type CheckedNotebook, checkNotebook, RULES } from '../../slicer/index.ts';
import { notebookOf, type RuleCase, ruleCases } from './cases.ts';
import { runNotebooks } from './run-cells.ts';

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
    if (mended === notebook) expect(wanted.fixed ?? []).toEqual([]);
    else expect(mended.cells.map(({ source }) => source)).toEqual(wanted.fixed);
  });
});

test('a fix leaves nothing of its kind, and the outputs as they were', async () => {
  const mended = [...CASES].flatMap(([code, cases]) =>
    cases
      .filter(({ fixed = [] }) => fixed.length > 0)
      .map((wanted) => ({ code, wanted, notebook: notebookOf(wanted) })),
  );
  const before = await runNotebooks(mended.map(({ notebook }) => codeOf(notebook)));
  const after = await runNotebooks(mended.map(({ notebook, code }) => codeOf(mend(notebook, code))));
  expect(before.filter((shown) => shown !== null).length).toBeGreaterThan(5);
  mended.forEach(({ code, wanted }, at) => {
    if (before[at] === null) return;
    expect(after[at], `${code}: ${wanted.name}`).not.toBeNull();
    if (wanted.changesResult) expect(after[at], `${code}: ${wanted.name}`).not.toEqual(before[at]);
    else expect(after[at], `${code}: ${wanted.name}`).toEqual(before[at]);
  });
}, 120_000);

function findingsOf(notebook: CheckedNotebook, code: string) {
  return checkNotebook(notebook, { select: [code], ignore: [], phase: 'share' }, shippedLibrary()).findings;
}

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

/** Applies the fixes of a rule until there is none. */
function mend(notebook: CheckedNotebook, code: string): CheckedNotebook {
  for (let current = notebook; ; ) {
    const fix = findingsOf(current, code).find((finding) => finding.fix !== null)?.fix;
    if (!fix) return current;
    const texts = new Map(fix.edits.map(({ cell, source }) => [cell, source]));
    const cells = current.cells.flatMap((cell) => {
      const source = texts.get(cell.id);
      return source === undefined ? [cell] : source === null ? [] : [{ ...cell, source }];
    });
    current = { ...current, cells };
  }
}
