import { describe, expect, it } from 'vitest';
import { cellNamed } from '../../runtime/sources/cell-named.ts';
import type { SourceSession } from '../../runtime/sources/index.ts';

const NOTEBOOK = {
  type: 'session',
  kind: 'notebook',
  path: 'x.ipynb',
  order: ['load', 'b', '2'],
  events: [
    { type: 'run', cell: 'load', source: '# Load the data\nx = 1' },
    { type: 'run', cell: 'b', source: '\n## %% Train: first\ny = 2' },
    { type: 'run', cell: '2', source: 'train(x)\nprint(y)' },
  ],
  notebook: {
    cells: [
      { type: 'markdown', id: 'm' },
      { type: 'code', id: 'load' },
      { type: 'code', id: 'empty' },
      { type: 'code', id: 'b' },
      { type: 'code', id: '2' },
    ],
  },
} as unknown as SourceSession;

describe('what people call cells', () => {
  it.each([
    ['load', 'load', 'an id'],
    ['2', '2', 'an id before a place'],
    ['1', 'load', 'a place among the code cells'],
    ['3', 'b', 'a place, of which empty cells have one too'],
    ['load the DATA', 'load', 'the first line, as a comment'],
    ['Train: first', 'b', 'a title with marks before it'],
    ['train(', '2', 'the beginning of it'],
  ])('%s is %s: %s', (name, cell) => {
    expect(cellNamed(NOTEBOOK, name)).toBe(cell);
  });

  it.each([
    ['train', '"train" begins 2 cells: 3, 4'],
    ['9', 'there is no cell 9: the code cells are 1 to 4'],
    ['nothing', 'no cell nothing has run; there is load, b, 2'],
  ])('%s: %s', (name, message) => {
    expect(() => cellNamed(NOTEBOOK, name)).toThrow(message);
  });
});
