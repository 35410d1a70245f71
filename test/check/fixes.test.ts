/** Runs the fixed cells of each rule's cases in a plain Python: a fix keeps the outputs. */

import { expect, test } from 'vitest';
import type { CheckedNotebook } from '../../slicer/index.ts';
import { notebookOf, ruleCases } from './cases.ts';
import { mend } from './mended.ts';
import { runNotebooks } from './run-cells.ts';

const codeOf = ({ cells }: CheckedNotebook) =>
  cells.filter(({ type }) => type === 'code').map(({ source }) => source);

test('a fix leaves nothing of its kind, and the outputs as they were', async () => {
  const mended = [...ruleCases()].flatMap(([code, cases]) =>
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
