/** Percent files as notebooks: reading, and the text after edits, by the cases of `test/cases/documents/percent.jsonl`. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  asJupyterNotebook,
  type Cell,
  parseNotebook,
  SourcePlaces,
  serializeNotebook,
} from '../../runtime/documents/index.ts';

interface PercentCase {
  readonly name: string;
  readonly text: string;
  readonly cells: readonly (readonly [type: string, source: string])[];
  readonly edits?: readonly (readonly [at: number, source: string])[];
  readonly after?: string;
  readonly tags?: readonly unknown[];
  readonly kernel?: string;
}

const CASES = readFileSync(new URL('../cases/documents/percent.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as PercentCase);

describe('a percent file', () => {
  test.each(CASES)('$name', ({ text, cells, edits = [], after = text, tags, kernel = null }) => {
    const notebook = parseNotebook(text, 'a.py');
    expect(notebook.cells.map(({ type, source }) => [type, source])).toEqual(cells);
    if (tags !== undefined) expect(notebook.cells.map(({ metadata }) => metadata.tags)).toEqual(tags);
    expect(notebook.kernelName).toBe(kernel);
    expect(serializeNotebook(notebook)).toBe(text);
    const changed = new Map(edits);
    const edited = notebook.cells.map((cell, at) => ({ ...cell, source: changed.get(at) ?? cell.source }));
    expect(serializeNotebook({ ...notebook, cells: edited })).toBe(after);
    const again = parseNotebook(after, 'a.py');
    expect(again.cells.map(({ source }) => source)).toEqual(edited.map(({ source }) => source));
  });

  const plain = parseNotebook('# %%\nx = 1\n\n# %%\ny = 2\n', 'a.py');
  const added: Cell = { type: 'markdown', id: 'new', source: 'text', metadata: {} };

  test('takes new, moved and deleted cells', () => {
    const [x, y] = plain.cells as [Cell, Cell];
    const textOf = (cells: Cell[]) => serializeNotebook({ ...plain, cells });
    expect(textOf([x, added, y])).toBe('# %%\nx = 1\n\n# %% [markdown]\n# text\n\n# %%\ny = 2\n');
    expect(textOf([y, x])).toBe('# %%\ny = 2\n\n# %%\nx = 1\n\n');
    expect(textOf([y])).toBe('# %%\ny = 2\n');
    expect(textOf([])).toBe('');
  });

  test('becomes an .ipynb with its outputs', () => {
    const text = serializeNotebook(asJupyterNotebook(plain));
    expect(JSON.parse(text)).toMatchObject({
      nbformat: 4,
      cells: [{ source: ['x = 1'] }, { source: ['y = 2'] }],
    });
  });

  test('has the places of its cells', () => {
    const places = new SourcePlaces(
      parseNotebook('# %%\nx = 1\n\n# %% [markdown]\n# text\n\n# %%\na = 1\nbcd = 2\n', 'a.py'),
    );
    expect(places.find('cell-3', 8)).toEqual({ line: 9, column: 3 });
    expect(places.find('cell-2', 1)).toEqual({ line: 5, column: 4 });
  });

  test('without cells is refused with a sentence', () => {
    expect(() => parseNotebook('x = 1\n', 'a.py')).toThrow(
      'a.py has no cells: in the percent format, a line "# %%" begins each',
    );
  });
});
