import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Cell, parseNotebook, serializeNotebook } from '../../runtime/documents/index.ts';

const SAMPLES = ['regression', 'cleaning', 'algorithm'].map((name) => `samples/${name}.ipynb`);

test.each(SAMPLES)('cells that only move keep their bytes: %s', (path) => {
  const text = readFileSync(path, 'utf8');
  const notebook = parseNotebook(text, path);
  const turned = serializeNotebook({ ...notebook, cells: notebook.cells.toReversed() });
  expect(turned).not.toBe(text);
  const again = parseNotebook(turned, path);
  expect(again.cells.map(({ id }) => id)).toEqual(notebook.cells.map(({ id }) => id).toReversed());
  expect(serializeNotebook({ ...again, cells: again.cells.toReversed() })).toBe(text);
});

test.each(SAMPLES)('a cell that is added and taken away again leaves no trace: %s', (path) => {
  const text = readFileSync(path, 'utf8');
  const notebook = parseNotebook(text, path);
  const added: Cell = { type: 'markdown', id: 'added', source: 'a\nb', metadata: {} };
  const longer = serializeNotebook({ ...notebook, cells: notebook.cells.toSpliced(2, 0, added) });
  const again = parseNotebook(longer, path);
  expect(again.cells[2]).toEqual(added);
  expect(serializeNotebook({ ...again, cells: again.cells.toSpliced(2, 1) })).toBe(text);
});

test('cells that come, go and move leave what stands between the others, however it is laid out', () => {
  const cell = (text: string) => `{ "cell_type":"raw","metadata":{},"source":"${text}" }`;
  const head = '{"nbformat":4,"nbformat_minor":2,"metadata":{},"cells":[\n\n';
  const text = `${head}${cell('a')},\n  ${cell('b')}  ,${cell('c')},\n\n${cell('d')} ]}`;
  const notebook = parseNotebook(text, 'x');
  const saved = (cells: readonly Cell[]): string => serializeNotebook({ ...notebook, cells });
  const [a, b, c, d] = notebook.cells as [Cell, Cell, Cell, Cell];
  expect(saved([a, b, d])).toBe(`${head}${cell('a')},\n  ${cell('b')},\n  ${cell('d')} ]}`);
  expect(saved([b, c, d])).toBe(`${head}${cell('b')}  ,${cell('c')},\n\n${cell('d')} ]}`);
  expect(saved([a, c, d, b])).toBe(
    `${head}${cell('a')},\n  ${cell('c')},\n\n${cell('d')},\n  ${cell('b')} ]}`,
  );
  const added: Cell = { type: 'raw', id: 'n', source: 'n', metadata: {} };
  const written = '{"cell_type":"raw","metadata":{},"source":"n"}';
  expect(saved([a, b, added, c, d])).toBe(
    `${head}${cell('a')},\n  ${cell('b')},\n  ${written},\n  ${cell('c')},\n\n${cell('d')} ]}`,
  );
});

test('an edited text changes that text only', () => {
  const text = readFileSync(SAMPLES[0]!, 'utf8');
  const notebook = parseNotebook(text, 'x');
  const cells = notebook.cells.with(0, { ...notebook.cells[0]!, source: 'other' });
  const edited = serializeNotebook({ ...notebook, cells });
  const old = notebook.cells[0]!.source.split('\n').length;
  expect(edited.split('\n').length).toBe(text.split('\n').length - old + 1);
  expect(parseNotebook(edited, 'x').cells.slice(1)).toEqual(notebook.cells.slice(1));
});

test('a code cell that becomes text loses its outputs in the file', () => {
  const notebook = parseNotebook(readFileSync(SAMPLES[0]!, 'utf8'), 'x');
  const at = notebook.cells.findIndex((cell) => cell.type === 'code' && cell.outputs.length > 0);
  const { id, source, metadata } = notebook.cells[at]!;
  const cells = notebook.cells.with(at, { type: 'markdown', id, source, metadata });
  const json = JSON.parse(serializeNotebook({ ...notebook, cells })).cells[at];
  expect(Object.keys(json).sort()).toEqual(['cell_type', 'id', 'metadata', 'source']);
});
