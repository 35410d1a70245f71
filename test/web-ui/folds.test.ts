import { describe, expect, test } from 'vitest';
import { applyEdit, clipOutputs, openCells, viewChanges } from '../../runtime/live/index.ts';
import { cellTitle } from '../../slicer/words/cell-title.ts';
import { applyMessage } from '../../web-ui/page/apply-message.ts';
import { insertedCell, newSince, withPending } from '../../web-ui/page/pending-cells.ts';
import { findAll, patternOf } from '../../web-ui/panels/find-text.ts';
import { codeCell, viewOf } from './told-notebook.ts';

describe('what pages are told', () => {
  const stream = (text: string) => [{ output_type: 'stream' as const, name: 'stdout' as const, text }];

  test('views become differences, and differences the view', () => {
    const steps = [
      viewOf([codeCell('a', '1'), codeCell('b', '2', { outputs: stream('x') })]),
      viewOf([codeCell('a', '1'), codeCell('b', '2', { outputs: stream('xyz'), state: 'running' })]),
      viewOf([codeCell('c', 'new'), codeCell('b', '2')], { mode: 'lazy' }),
      viewOf([codeCell('b', '2'), codeCell('c', 'new', { reasons: ['why'] })], {
        mode: 'lazy',
        saved: 'unsaved',
      }),
    ];
    let copy = applyMessage(null, { type: 'notebook', notebook: steps[0]! });
    for (const [at, view] of steps.entries()) {
      if (at > 0) for (const message of viewChanges(steps[at - 1]!, view)) copy = applyMessage(copy, message);
      const { cells, ...notebook } = view;
      expect(copy!.notebook).toEqual(notebook);
      expect(copy!.order.map((id) => copy!.cells.get(id))).toEqual(cells);
    }
  });

  test('text that grows is sent alone', () => {
    const [before, after] = ['x', 'xyz'].map((text) =>
      viewOf([codeCell('a', '1', { outputs: stream(text) })]),
    );
    expect(viewChanges(before!, after!)).toEqual([{ type: 'stream', cell: 'a', text: 'yz' }]);
    expect(viewChanges(after!, after!)).toEqual([]);
  });

  test.each([
    ['application/javascript', 'x'.repeat(4_000_000), ''],
    ['text/html', `<script>${'x'.repeat(4_000_000)}</script>`, '<script></script>'],
  ])('of a long script (%s) a page gets all when it may run, and else that it is one', (type, long, held) => {
    const outputs = [{ output_type: 'display_data' as const, data: { [type]: long }, metadata: {} }];
    expect(clipOutputs(outputs, true)).toEqual({ outputs, clipped: [] });
    const { outputs: shown, clipped } = clipOutputs(outputs);
    expect(shown).toEqual([{ ...outputs[0], data: { [type]: held, 'text/plain': '' } }]);
    expect(clipped).toEqual([0]);
  });

  test('long outputs are given in part, others as they are', () => {
    const short = stream('short');
    expect(clipOutputs(short).outputs).toBe(short);
    const { outputs, clipped } = clipOutputs([...short, ...stream('x'.repeat(1_000_000))]);
    expect(clipped).toEqual([1]);
    expect(outputs[0]).toBe(short[0]);
    expect(JSON.stringify(outputs[1]).length).toBeLessThan(210_000);
  });
});

describe('edits of cells', () => {
  const code = (id: string, source: string) =>
    ({ type: 'code', id, source, metadata: {}, executionCount: 1, outputs: [] }) as const;
  const cells = openCells([code('a', '1'), code('b', '2')]);

  test('a deleted cell comes back with what it had', () => {
    const gone = applyEdit(cells, { op: 'delete', cells: ['a'] });
    if (typeof gone === 'string') throw new Error(gone);
    const back = applyEdit(gone, {
      op: 'insert',
      cell: 'a',
      type: 'code',
      source: '1',
      before: 'b',
      copyOf: 'a',
    });
    expect(back).toEqual(cells);
  });

  test('a cell that was text for a while has what it had', () => {
    const text = applyEdit(cells, { op: 'type', cell: 'a', type: 'markdown' });
    if (typeof text === 'string') throw new Error(text);
    expect(text.cells[0]).not.toHaveProperty('executionCount');
    const back = applyEdit(text, { op: 'type', cell: 'a', type: 'code' });
    expect(back).toMatchObject({ cells: cells.cells });
  });

  test.each([
    [{ op: 'text', cell: 'x', source: '' }, 'there is no cell x'],
    [{ op: 'delete', cells: ['a', 'x'] }, 'there is no cell x'],
    [{ op: 'insert', cell: 'a', type: 'code', source: '', before: null }, 'there is a cell a already'],
    [{ op: 'insert', cell: 'n', type: 'code', source: '', before: 'x' }, 'there is no cell x'],
    [{ op: 'order', cells: ['a'] }, 'the order is not one of all cells'],
    [{ op: 'order', cells: ['a', 'a'] }, 'the order is not one of all cells'],
  ] as const)('%j is refused', (operation, why) => {
    expect(applyEdit(cells, operation)).toBe(why);
  });

  test('nothing new, same object', () => {
    expect(applyEdit(cells, { op: 'text', cell: 'a', source: '1' })).toBe(cells);
  });
});

test('cells on their way are shown where they will be, until they are there', () => {
  const cell = insertedCell('n', 'code', '');
  const pending = [{ type: 'insert', cell, before: 'b' } as const, { type: 'delete', id: 'a' } as const];
  expect(withPending(['a', 'b'], pending)).toEqual(['n', 'b']);
  expect(withPending(['n', 'b'], pending)).toEqual(['n', 'b']);
  expect(newSince(pending, ['a', 'n', 'b'])).toEqual([{ type: 'delete', id: 'a' }]);
});

test('finding is plain unless it is asked to be a pattern', () => {
  const found = (text: string, regular: boolean) =>
    findAll([{ id: 'a', source: 'x.y xzy' }], patternOf(text, { exact: true, regular })!).map(
      ({ from }) => from,
    );
  expect(found('x.y', false)).toEqual([0]);
  expect(found('x.y', true)).toEqual([0, 4]);
  expect(patternOf('(', { exact: true, regular: true })).toBeNull();
});

test('a cell is called after what it does', () => {
  expect(cellTitle('import a\n# note\n\ndf = load()')).toBe('df = load()');
  expect(cellTitle('import a')).toBe('import a');
  expect(cellTitle('# only a note')).toBe('# only a note');
});
