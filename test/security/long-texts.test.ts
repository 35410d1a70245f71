/**
 * Foreign files that repeat one text many times, by `test/cases/documents/long.jsonl`: they open soon, and so do their changes.
 */

import { describe, expect, test } from 'vitest';
import { parseNotebook, serializeNotebook } from '../../runtime/documents/index.ts';
import { parseCell } from '../../slicer/static/index.ts';
import { readCases } from '../harness/case-lines.ts';

interface LongCase {
  readonly name: string;
  readonly file: string;
  /** Texts, some with how often they stand there. */
  readonly parts: readonly (string | readonly [string, number])[];
}

const CASES = readCases<LongCase>(new URL('../cases/documents/long.jsonl', import.meta.url));

/** Far more than a second: the machine may be busy. With work for each pair of letters it would take minutes. */
const SOON_MS = 10_000;

describe('a long text', () => {
  test.each(CASES)('$name', { timeout: 600_000 }, ({ file, parts }) => {
    const text = parts.map((part) => (typeof part === 'string' ? part : part[0].repeat(part[1]))).join('');
    const began = performance.now();
    const notebook = parseNotebook(text, file);
    const [first, ...others] = notebook.cells;
    const cells = [{ ...first!, source: `${first!.source}q` }, ...others];
    expect(serializeNotebook({ ...notebook, cells })).not.toBe(text);
    expect(performance.now() - began).toBeLessThan(SOON_MS);
  });
});

describe('a long line of a cell', () => {
  test.each([
    ['a question about one word', `?${'a'.repeat(200_000)}!`],
    ['a question about an attribute', `a${'.b'.repeat(100_000)}!?`],
    ['question marks', `?${'?'.repeat(200_000)}x`],
  ])('%s', { timeout: 600_000 }, (_, line) => {
    const began = performance.now();
    expect(parseCell(line).statements).toHaveLength(1);
    expect(performance.now() - began).toBeLessThan(SOON_MS);
  });
});
