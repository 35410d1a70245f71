/** How `npm run check -- documents` finds prose, counts vague words, and finds broken links. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findPackageRoot } from '../../instrument/index.ts';

const script = (name: string) => import(join(findPackageRoot(), 'scripts', name));
const { countVague } = await script('vague-words.mjs');
const { proseLines, tableCells } = await script('markdown-prose.mjs');
const { docCommentLines } = await script('doc-comments.mjs');
const { brokenLinks } = await script('document-links.mjs');

test('vague words count whatever their case, and not within another word', () => {
  const count = countVague([
    { line: 1, text: 'What it does' },
    { line: 2, text: 'what-if, thatch, who’s there' },
  ]);
  expect(count).toMatchObject({ words: 7, vague: 3, worst: [{ line: 1 }, { line: 2 }] });
});

test('code and addresses of links are no prose', () => {
  const document = ['a `what` [b](who.md)', '```', 'what', '```', '<!-- what -->', 'c'];
  const lines: readonly { readonly text: string }[] = proseLines(document.join('\n'));
  expect(lines.flatMap(({ text }) => text.split(/\s+/).filter(Boolean))).toEqual(['a', 'b', 'c']);
});

test('a table has cells, and a rule that has none', () => {
  const cells = tableCells('| a | `b` \\| c |\n|---|---|\n| d e | |');
  expect(cells.map(({ text }: { readonly text: string }) => text.trim())).toEqual(['a', '\\| c', 'd e', '']);
});

test.each([
  ['a.ts', '/** One\n * `what` */\nconst a = 1; // what\n/* what */', [1, 2]],
  ['a.py', 'def f():\n    """One `who\n    what` two."""\n    x = """what"""  # what', [2, 3]],
  ['b.py', 'TEXT = """\nwhat\n"""\n"""One."""\n', [4]],
])('doc comments of %s', (file, source, lines) => {
  const found = docCommentLines(source, file);
  expect(found.map(({ line }: { readonly line: number }) => line)).toEqual(lines);
  expect(countVague(found).vague).toBe(0);
});

test('a link to a missing file or heading is found', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-links-'));
  const text =
    '# One: `two`, three\n[a](#one-two-three) [b](a.md#one) [c](b.md) [d](https://x.org) `[e](f.md)`';
  writeFileSync(join(folder, 'a.md'), text);
  try {
    const found = brokenLinks(folder, ['a.md']) as readonly { readonly text: string }[];
    expect(found.map((finding) => finding.text.split(' ')[0])).toEqual(['a.md#one', 'b.md']);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
