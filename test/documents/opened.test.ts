/** Notebooks with small faults for nbformat 4: the opened cells, the message, and the saved file. */

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type JsonValue, parseNotebook, serializeNotebook } from '../../runtime/documents/index.ts';

interface OpenedCase {
  readonly name: string;
  readonly json: JsonValue;
  /** The message, as a pattern; null: none. */
  readonly mended: string | null;
  /** Type, text and id of each cell. */
  readonly cells: readonly (readonly [string, string, string])[];
  /** Of each code cell that has outputs. */
  readonly outputs?: readonly (readonly string[])[];
  /** Of all outputs, in order. */
  readonly media?: readonly string[];
  /** The only execution count. */
  readonly count?: number;
}

const cases = readFileSync('test/cases/documents/opened.jsonl', 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as OpenedCase);

test.each(cases)('$name', ({ json, mended, cells, outputs, media, count }) => {
  for (const indent of [undefined, 1]) {
    const text = JSON.stringify(json, null, indent);
    const notebook = parseNotebook(text, 'x.ipynb');
    expect(notebook.cells.map(({ type, source, id }) => [type, source, id])).toEqual(cells);
    if (mended === null) expect(notebook.mended).toBeNull();
    else expect(notebook.mended).toMatch(new RegExp(mended));
    const found = notebook.cells.flatMap((cell) => (cell.type === 'code' ? [cell] : []));
    const given = found.flatMap((cell) => cell.outputs);
    if (outputs !== undefined) {
      const words = found.map((cell) =>
        cell.outputs.map((output) =>
          output.output_type === 'stream' ? `stream ${output.name} ${output.text}` : output.output_type,
        ),
      );
      expect(words.filter((each) => each.length > 0)).toEqual(outputs);
    }
    if (media !== undefined) {
      expect(given.flatMap((output) => ('data' in output ? Object.keys(output.data) : []))).toEqual(media);
    }
    if (count !== undefined) expect(found.map(({ executionCount }) => executionCount)).toContain(count);
    expect(serializeNotebook(notebook)).toBe(text);
    expectSaved(notebook, text);
  }
});

/** A save of a change also saves the repairs, and no message comes again; after undoing, the file is as before. */
function expectSaved(notebook: ReturnType<typeof parseNotebook>, text: string): void {
  const [first] = notebook.cells;
  if (first === undefined) return;
  const changed = { ...notebook, cells: notebook.cells.with(0, { ...first, source: `${first.source}!` }) };
  const saved = serializeNotebook(changed);
  const again = parseNotebook(saved, 'x.ipynb');
  expect(again.cells.map(({ id, source }) => [id, source])).toEqual(
    changed.cells.map(({ id, source }) => [id, source]),
  );
  if (!/unknown/.test(notebook.mended ?? '')) expect(again.mended).toBeNull();
  const undone = { ...changed, cells: changed.cells.with(0, { ...first }) };
  expect(serializeNotebook(undone)).toBe(text);
}
