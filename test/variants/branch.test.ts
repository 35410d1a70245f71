/** Variants as data: which cells lie above the point, what differs, and what a log keeps. No kernel runs. */

import { expect, test } from 'vitest';
import type { LogEntry } from '../../runtime/live/log/log-entries.ts';
import { restoredSession } from '../../runtime/live/log/log-fold.ts';
import { readLog } from '../../runtime/live/log/log-schema.ts';
import { branchCleared, branchSignature, loggedBranch } from '../../runtime/live/log/logged-branch.ts';
import { RepeatedRuns } from '../../runtime/live/log/repeated-runs.ts';
import { condensed } from '../../runtime/live/log/session-log.ts';
import {
  aboveNow,
  type Branch,
  branchAt,
  neighbourOf,
  type VariantCell,
  variantOf,
  withAbove,
  withCopy,
  withoutKernel,
  withoutVariant,
  withShown,
  withTail,
} from '../../runtime/live/variants/branch.ts';
import {
  comparedCells,
  comparedValues,
  comparedVariants,
} from '../../runtime/live/variants/compare-variants.ts';
import { readCases } from '../harness/case-lines.ts';

/** A case: cells `a b c` as letters, the point, and the order later; the cells above then. */
interface OrderCase {
  readonly name: string;
  readonly order: string;
  readonly point: string;
  readonly now: string;
  readonly above: string;
}

const ORDERS = readCases<OrderCase>(new URL('../cases/variants/orders.jsonl', import.meta.url));

test.each(ORDERS)('above the point: $name', ({ order, point, now, above }) => {
  const start = branchAt([...order], point);
  const left = {
    cells: [...order].slice(order.indexOf(point)).map((id) => code(id)),
    values: null,
    undone: [],
  };
  expect(aboveNow(withCopy(start, left), [...now]).join('')).toBe(above);
});

function code(id: string, source = id, output = '', ms = 5): VariantCell {
  const outputs = output === '' ? [] : [{ output_type: 'stream' as const, name: 'stdout', text: output }];
  const cell = { type: 'code' as const, id, source, metadata: {}, executionCount: 1, outputs };
  return { cell, isMade: true, isSettled: true, ms };
}

const LEFT = { cells: [code('b', 'x', 'one'), code('c')], values: null, undone: [[3], [2]] };

function twoVariants(): Branch {
  return withCopy(branchAt(['a', 'b', 'c'], 'b'), LEFT);
}

test('a copy has the texts, no outputs and no runs', () => {
  const branch = twoVariants();
  expect(branch.shown).toBe(2);
  expect(variantOf(branch, 1)).toMatchObject({ undone: [[3], [2]] });
  const [first] = variantOf(branch, 2)!.cells;
  expect(first).toMatchObject({ cell: { source: 'x', outputs: [], executionCount: null }, isSettled: false });
});

test('the shown variant holds no outputs, and numbers are not used again', () => {
  const back = withShown(twoVariants(), { cells: [code('b', 'y', 'two')], values: null, undone: [] }, 1);
  expect(variantOf(back, 1)!.cells[0]!.cell).toMatchObject({ source: 'x', outputs: [] });
  expect(variantOf(back, 2)!.cells[0]!.cell).toMatchObject({ source: 'y', outputs: [{ text: 'two' }] });
  const third = withCopy(back, LEFT);
  expect(withoutVariant(third, 2)!.variants.map(({ number }) => number)).toEqual([1, 3]);
  expect(neighbourOf(third, 1)!.number).toBe(2);
  expect(neighbourOf(third, 3)!.number).toBe(2);
  expect(withoutVariant(back, 2)).toBeNull();
});

test('without the kernel no run counts, and deleted cells above are remembered', () => {
  const lost = withoutKernel(twoVariants());
  expect(variantOf(lost, 1)).toMatchObject({ undone: [] });
  expect(variantOf(lost, 1)!.cells.every(({ isSettled }) => !isSettled)).toBe(true);
  expect(withAbove(lost, ['n']).above).toEqual(['a', 'n']);
});

test('a tail never doubles a cell', () => {
  const cells = ['a', 'c', 'z'].map((id) => code(id).cell);
  expect(withTail(cells, ['a', 'c'], [code('b').cell, code('c').cell]).map(({ id }) => id)).toEqual([
    'a',
    'b',
    'c',
  ]);
});

test('the comparison has differing cells in one order, times, and values by their digests', () => {
  const value = (name: string, text: string, digest: string | null) => ({ name, type: 'int', text, digest });
  const one = {
    number: 1,
    cells: [code('b', 'x', 'one', 7), code('c')],
    values: [value('n', '1', 'A'), value('m', '…', 'M'), value('o', '1', null)],
  };
  const two = {
    number: 2,
    cells: [code('b', 'x', 'two'), code('k'), code('c'), code('blank', ' ')],
    values: [value('n', '1', 'B'), value('m', '…', 'M'), value('o', '1', null)],
  };
  expect(
    comparedCells([one, two]).map(({ cell, sides }) => [cell, sides.map((side) => side?.source)]),
  ).toEqual([
    ['b', ['x', 'x']],
    ['k', [undefined, 'k']],
  ]);
  expect(comparedValues([one, two]).map(({ name }) => name)).toEqual(['n']);
  expect(comparedVariants([one, two])).toMatchObject([
    { ms: 12, late: 0 },
    { ms: 20, late: 0 },
  ]);
  const unknown = { ...two, values: null };
  expect(comparedValues([one, unknown]).map(({ name }) => name)).toEqual(['m', 'n', 'o']);
});

test('variants come back only from a log that this person has signed', () => {
  const branch = loggedBranch(twoVariants());
  const cells: LogEntry = { type: 'cells', order: ['a', 'b', 'c'], sources: { a: '1', b: 'x', c: 'c' } };
  const logged = (signature: string): string =>
    [{ type: 'session', version: 1, process: 1 }, cells, { type: 'variants', branch, signature }]
      .map((entry) => `${JSON.stringify(entry)}\n`)
      .join('');
  const restored = (text: string) => restoredSession(readLog(text).entries).branch;
  expect(restored(logged(branchSignature(branch)))).toEqual(JSON.parse(JSON.stringify(branch)));
  expect(restored(logged('forged'))).toBeNull();
  expect(restored(logged(branchSignature(branch)).replace('"one"', '"two"'))).toBeNull();
});

test('cleared outputs go from the logged variant that was shown, and from no other', () => {
  const both = withShown(twoVariants(), { cells: [code('b', 'y', 'two')], values: null, undone: [] }, 1);
  const texts = (branch: Branch): string =>
    JSON.stringify(branch.variants.flatMap(({ cells }) => cells.map(({ cell }) => cell)));
  expect(texts(branchCleared(both, ['b'], 2))).not.toContain('two');
  expect(texts(branchCleared(both, ['b'], 1))).toContain('two');
  expect(texts(branchCleared(both, ['c'], 2))).toContain('two');
});

test('a log keeps the last variants', () => {
  const entry = (branch: Branch | null): LogEntry => ({ type: 'variants', branch, signature: 's' });
  const cells: LogEntry = { type: 'cells', order: ['a'], sources: { a: '1' } };
  const kernel: LogEntry = { type: 'kernel', id: 'k', server: null, agent: 'g' };
  const [first, last] = [entry(twoVariants()), entry(withoutKernel(twoVariants()))];
  const kept = condensed([{ type: 'session', version: 1, process: 1 }, cells, kernel, first, last, kernel]);
  expect(kept.filter(({ type }) => type === 'variants')).toEqual([last]);
  const repeated = new RepeatedRuns();
  for (const each of [cells, first, last]) repeated.add(each);
  const log = [cells, first, last].map((each) => `${JSON.stringify(each)}\n`).join('');
  const lines = [...repeated.drop(log)].map((line) => JSON.parse(line));
  expect(lines).toEqual([cells, { ...first, branch: null }, last]);
});
