import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import {
  newNotebook,
  type Output,
  parseNotebook,
  readNotebook,
  serializeNotebook,
  withOutputs,
} from '../../runtime/documents/index.ts';
import { SluiceError } from '../../runtime/words/index.ts';
import badNotebooks from '../cases/documents/bad-notebooks.json' with { type: 'json' };
import layouts from '../cases/documents/layouts.json' with { type: 'json' };

const folder = mkdtempSync(join(tmpdir(), 'sluice-documents-'));
afterAll(() => rmSync(folder, { recursive: true }));

function failureOf(action: () => unknown): SluiceError {
  try {
    action();
  } catch (error) {
    if (error instanceof SluiceError) return error;
    throw error;
  }
  throw new Error('expected a failure');
}

describe('a notebook that cannot be used is one clear line', () => {
  test.each(badNotebooks)('$name', ({ text, message }) => {
    const path = join(folder, 'bad.ipynb');
    writeFileSync(path, text);
    const error = failureOf(() => readNotebook(path));
    expect(error.message.replace(path, 'FILE')).toMatch(new RegExp(message));
    expect(error.message).not.toContain('\n');
    expect(error.exitCode).toBe(2);
  });

  test('missing, a directory, not UTF-8', () => {
    expect(failureOf(() => readNotebook(join(folder, 'none.ipynb'))).message).toMatch(
      /there is no such file/,
    );
    mkdirSync(join(folder, 'd.ipynb'));
    expect(failureOf(() => readNotebook(join(folder, 'd.ipynb'))).message).toMatch(/is a directory/);
    writeFileSync(join(folder, 'latin.ipynb'), Buffer.from([0x7b, 0xe9, 0x7d]));
    expect(failureOf(() => readNotebook(join(folder, 'latin.ipynb'))).message).toMatch(/is not UTF-8 text/);
    expect(failureOf(() => readNotebook('/dev/null')).message).toMatch(/is not a plain file/);
  });
});

describe('layouts survive', () => {
  const outputs: Output[] = [{ output_type: 'stream', name: 'stdout', text: '1\né' }];
  test.each(layouts)('$name', ({ before, after }) => {
    const notebook = parseNotebook(before, 'x.ipynb');
    expect(serializeNotebook(notebook)).toBe(before);
    const changed = withOutputs(notebook, notebook.cells[0]!.id, outputs, 7);
    expect(serializeNotebook(changed)).toBe(after);
    // What was not changed is not written again, and going back leads back.
    expect(withOutputs(changed, notebook.cells[0]!.id, outputs, 7)).toBe(changed);
    const again = parseNotebook(after, 'x.ipynb');
    expect(again.cells[0]).toMatchObject({ outputs, executionCount: 7 });
  });
});

test('cell ids: kept, and the same at every reading where there are none', () => {
  const cell = (id?: string) => ({ cell_type: 'code', source: 'x', ...(id === undefined ? {} : { id }) });
  const text = JSON.stringify({ nbformat: 4, nbformat_minor: 5, cells: [cell('cell-2'), cell(), cell('z')] });
  const ids = parseNotebook(text, 'x').cells.map(({ id }) => id);
  expect(ids).toEqual(['cell-2', 'cell-2-', 'z']);
});

test('Python magics and kernels with other names for Python are fine', () => {
  const text = JSON.stringify({
    nbformat: 4,
    metadata: { kernelspec: { name: 'py', language: 'ipython3' } },
    cells: [{ cell_type: 'code', source: ['%%bash\n', 'ls'] }],
  });
  expect(parseNotebook(text, 'x')).toMatchObject({ kernelName: 'py', cells: [{ source: '%%bash\nls' }] });
});

test('outputs are read whole and written as nbformat stores them; one that changed leaves the others', () => {
  const kept =
    '{"output_type":"display_data","metadata":{},"data":{"text/plain":["1.0"],"application/json":{"n":1.0}}}';
  const text = `{"nbformat":4,"cells":[{"cell_type":"code","source":"","execution_count":null,"outputs":[${kept},{"output_type":"stream","name":"stdout","text":["a\\n","b"]},{"output_type":"pyout"}]}]}`;
  const notebook = parseNotebook(text, 'x');
  const cell = notebook.cells[0]!;
  if (cell.type !== 'code') throw new Error('expected a code cell');
  expect(cell.outputs.map((output) => output.output_type)).toEqual(['display_data', 'stream']);
  expect(cell.outputs[1]).toMatchObject({ text: 'a\nb' });
  const result = {
    output_type: 'execute_result',
    data: { 'text/html': 'a\r\nb\u2028c', 'image/png': 'AA\n', 'application/json': ['x'] },
    metadata: {},
    execution_count: 2,
    transient: { display_id: '1' },
  } as const;
  const written = serializeNotebook(withOutputs(notebook, cell.id, [cell.outputs[0]!, result], 2));
  expect(written).toContain(`"outputs":[${kept},{`);
  expect(JSON.parse(written).cells[0].outputs[1]).toEqual({
    output_type: 'execute_result',
    data: { 'text/html': ['a\r\n', 'b\u2028', 'c'], 'image/png': 'AA\n', 'application/json': ['x'] },
    metadata: {},
    execution_count: 2,
  });
});

test('withOutputs of an unknown cell or a text cell is a bug of the caller', () => {
  const notebook = parseNotebook('{"nbformat":4,"cells":[{"cell_type":"raw","source":""}]}', 'x');
  expect(() => withOutputs(notebook, 'cell-1', [], null)).toThrow(/no code cell/);
  expect(() => withOutputs(notebook, 'nope', [], null)).toThrow(/no code cell/);
});

test('a new notebook is valid nbformat 4.5 with ids that are unique and allowed', () => {
  const text = newNotebook(
    [
      { type: 'markdown', source: '# Title' },
      { type: 'code', source: 'x = 1\nx', id: 'keep' },
      { type: 'code', source: '', id: 'keep' },
      { type: 'code', source: '', id: 'not allowed' },
    ],
    { kernelspec: { name: 'python3', language: 'python', display_name: 'Python 3' } },
  );
  const { cells, kernelName, minor } = parseNotebook(text, 'x');
  expect([kernelName, minor]).toEqual(['python3', 5]);
  expect(cells.map(({ source }) => source)).toEqual(['# Title', 'x = 1\nx', '', '']);
  expect(cells[1]!.id).toBe('keep');
  expect(new Set(cells.map(({ id }) => id)).size).toBe(4);
  for (const { id } of cells) expect(id).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
  expect(text.startsWith('{\n "cells": [\n  {\n   "cell_type": "markdown",\n   "id": "')).toBe(true);
  expect(text.endsWith(' "nbformat": 4,\n "nbformat_minor": 5\n}\n')).toBe(true);
});
