import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findPackageRoot } from '../../instrument/index.ts';
import { terminalText } from '../../slicer/words/terminal-text.ts';

interface TerminalCase {
  readonly name: string;
  readonly text: string;
  /** What a terminal shows. */
  readonly shows?: string;
  /** So wide and high is what it shows at most. */
  readonly columns?: number;
  readonly rows?: number;
}

const CASES: TerminalCase[] = readFileSync(join(findPackageRoot(), 'test', 'cases', 'terminal.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));

test.each(CASES)('$name', ({ text, shows, columns, rows }) => {
  const found = terminalText(text);
  if (shows !== undefined) expect(found).toBe(shows);
  const lines = found.split('\n');
  if (columns !== undefined) expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(columns + 2);
  if (rows !== undefined) expect(lines.length).toBeLessThanOrEqual(rows);
});

test.each([
  ['returns', '\r'],
  ['colours', '\x1b[31m'],
  ['lines erased', 'a\x1b[2K'],
  ['lines above', '\n\x1b[A'],
  ['places far to the right', '\n\x1b[999Cx'],
  ['the screen cleared', 'a\n\x1b[2J'],
  ['characters deleted', 'abc\r\x1b[P'],
])('a long text of %s takes no long time', (_, part) => {
  const started = performance.now();
  terminalText(`\r${part.repeat(200_000 / part.length)}`);
  expect(performance.now() - started).toBeLessThan(10_000);
});
