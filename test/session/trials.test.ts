/**
 * Runs of an open notebook in other kernels: one of a kind at a time, cancelled ones, and cells with the ids
 * of the page.
 */

import { expect, test } from 'vitest';
import type { Cell } from '../../runtime/documents/index.ts';
import type { NotebookTrials } from '../../runtime/live/index.ts';
import { TrialRuns } from '../../runtime/live/questions/notebook-trials.ts';
import type { NotebookResult } from '../../slicer/index.ts';
import { NO_TRIALS } from './no-trials.ts';

const none = { type: 'code', source: 'x', metadata: {}, executionCount: null, outputs: [] } as const;
const cells: readonly Cell[] = [
  { ...none, id: 'first' },
  { type: 'markdown', id: 'text', source: '# x', metadata: {}, attachments: {} },
  { ...none, id: 'second' },
];
const notebook = { path: '/tmp/book.ipynb', cells, metadata: {} };

const outcome = (cell: string, index: number, first: string | null): NotebookResult['cells'][number] => ({
  cell,
  index,
  status: first === null ? 'same' : 'different',
  normalizers: [],
  first,
  cause: first === null ? null : 'unknown',
  why: null,
  items: [],
  slice: first === null ? [] : [first, cell],
  differences: [],
  repeats: null,
});

const RESULT: NotebookResult = {
  type: 'notebook',
  file: 'book.ipynb',
  order: 'page',
  status: 'different',
  outputs: { total: 1, same: 0, normalized: 0, different: 1, missing: 0, extra: 0 },
  cells: [outcome('cell-1', 1, null), outcome('cell-3', 2, 'cell-1')],
  environment: '',
  why: null,
  ms: 1,
};

const following = { signal: new AbortController().signal, tell: () => {} };
const wanted = () => ({ notebook: () => 'book.ipynb', named: null, language: null, chosen: null });
const NONE: ReadonlyMap<string, string> = new Map();
const QUESTION = { ask: 'reproduce', id: 1, network: false } as const;

test('cells have the ids of the page, whatever the file calls them', async () => {
  const trials: NotebookTrials = { ...NO_TRIALS, reproduce: async () => RESULT };
  const answer = await new TrialRuns(trials, wanted).answer(notebook, () => '{}', NONE, QUESTION, following);
  expect(answer).toMatchObject({
    to: 'reproduce',
    result: {
      cells: [{ cell: 'first' }, { cell: 'second', first: 'first', slice: ['first', 'second'] }],
    },
  });
});

test('a difference begins with the cell that was edited after it ran', async () => {
  const trials: NotebookTrials = { ...NO_TRIALS, reproduce: async () => RESULT };
  const late = new Map([['first', 'was edited after it had run']]);
  const answer = await new TrialRuns(trials, wanted).answer(notebook, () => '{}', late, QUESTION, following);
  const why = 'cell 1 was edited after it had run';
  expect(answer).toMatchObject({
    result: { cells: [{ cause: null }, { first: 'first', cause: 'hidden-state', why }] },
  });
});

test('one of a kind runs at a time; the next may begin after its end, also after a failure', async () => {
  const waiting: ((result: NotebookResult) => void)[] = [];
  const reproduce = () => new Promise<NotebookResult>((resolve) => waiting.push(resolve));
  const runs = new TrialRuns({ ...NO_TRIALS, reproduce }, wanted);
  const first = runs.answer(notebook, () => '{}', NONE, QUESTION, following);
  await expect(runs.answer(notebook, () => '{}', NONE, QUESTION, following)).rejects.toThrow('another page');
  const problem = { code: 'leak-overlap', cell: null, message: '' };
  const prove = () =>
    runs.answer(notebook, () => '{}', NONE, { ask: 'prove', id: 2, phase: 'share', problem }, following);
  await expect(prove()).rejects.toThrow('nothing is proved here');
  await expect(prove()).rejects.toThrow('nothing is proved here');
  waiting[0]!(RESULT);
  await first;
  void runs.answer(notebook, () => '{}', NONE, QUESTION, following);
  await expect.poll(() => waiting.length).toBe(2);
});
