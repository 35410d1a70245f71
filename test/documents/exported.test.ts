/** Notebooks as texts for others, by the cases of `test/cases/documents/exported.jsonl`. */

import { describe, expect, test } from 'vitest';
import { asPercentText, parseNotebook } from '../../runtime/documents/index.ts';
import { pythonText } from '../../runtime/export/index.ts';
import { markdownText } from '../../runtime/export/markdown-text.ts';
import { readCases } from '../harness/case-lines.ts';

interface ExportedCase {
  readonly name: string;
  readonly to: 'py' | 'percent' | 'md';
  readonly cells: readonly object[];
  readonly metadata?: object;
  readonly path?: string;
  readonly is: string;
  /** The content of the pictures by name. */
  readonly pictures?: Readonly<Record<string, string>>;
}

const CASES = readCases<ExportedCase>(new URL('../cases/documents/exported.jsonl', import.meta.url));

describe('an exported notebook', () => {
  test.each(CASES)('$name', ({ to, cells, metadata = {}, path = 'a.ipynb', is, pictures = {} }) => {
    const json = JSON.stringify({ nbformat: 4, nbformat_minor: 4, metadata, cells });
    const notebook = parseNotebook(json, path);
    if (to === 'py') expect(pythonText(notebook)).toBe(is);
    else if (to === 'percent') expect(asPercentText(notebook)).toBe(is);
    else {
      const { text, pictures: found } = markdownText(notebook, 'f');
      expect(text).toBe(is);
      expect(Object.fromEntries([...found].map(([name, { data }]) => [name, data]))).toEqual(pictures);
    }
  });
});
