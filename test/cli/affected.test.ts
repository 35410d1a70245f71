/** `sluice affected` in real repositories: cases, sources of changes, and bad input. */

import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { notebookText } from '../difference/notebook-lines.ts';
import { type Folder, makeFolder, sluice, sluiceJson } from './sluice.ts';

/** A notebook as lines, or the text of another file; null: deleted. */
type Files = Readonly<Record<string, readonly string[] | string | null>>;

interface Case {
  readonly name: string;
  readonly before: Files;
  readonly after: Files;
  /** `FILE INDEX`, with `?` if uncertain. */
  readonly affects: readonly string[];
  readonly says?: string;
}

interface Affected {
  readonly file: string;
  readonly index: number;
  readonly outputs: number;
  readonly certain: boolean;
  readonly why: string;
}

const cases = readFileSync('test/cases/affected.jsonl', 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Case);

function write(folder: Folder, files: Files): void {
  for (const [name, content] of Object.entries(files)) {
    if (content === null) rmSync(join(folder.path, name));
    else folder.write(name, typeof content === 'string' ? content : notebookText(content));
  }
}

function makeRepository(files: Files): Folder {
  const folder = makeFolder({ 'unrelated.txt': 'text' });
  write(folder, files);
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder.path });
  git('init', '-q');
  git('add', '-A');
  git('-c', 'user.name=a', '-c', 'user.email=a@b.c', 'commit', '-qm', 'x');
  return folder;
}

describe('affected cells', () => {
  test.concurrent.each(cases)(
    '$name',
    async ({ before, after, affects, says }) => {
      const folder = makeRepository(before);
      write(folder, after);
      const args = ['affected', '.', '--since', 'HEAD'];
      const { code, stdout, stderr } = await sluice([...args, '--json'], { cwd: folder.path });
      const found = stdout.split('\n').filter((line) => line !== '');
      const lines = found.map((line) => JSON.parse(line) as Affected);
      expect(lines.map(({ file, index, certain }) => `${file} ${index}${certain ? '' : '?'}`)).toEqual(
        affects,
      );
      expect({ code, stderr }).toEqual({ code: affects.length > 0 ? 1 : 0, stderr: '' });
      if (says !== undefined) expect(lines.map(({ why }) => why).join('\n')).toContain(says);
      folder.remove();
    },
    60_000,
  );
});

test('outputs are counted, and people get a sentence', async () => {
  const folder = makeRepository({ 'n.ipynb': ['a: x = 1', 'b: x => 1'] });
  write(folder, { 'n.ipynb': ['a: x = 2', 'b: x => 1'] });
  const cwd = folder.path;
  const lines = await sluiceJson<Affected>(['affected', 'n.ipynb', '--since', 'HEAD'], 1, { cwd });
  expect(lines.map(({ outputs }) => outputs)).toEqual([0, 1]);
  const { stdout, stderr } = await sluice(['affected', 'n.ipynb', '--since', 'HEAD'], { cwd });
  expect(stdout).toContain('n.ipynb, cell 2: 1 output; cell 1 has changed; cell 1 binds x; cell 2 reads x');
  expect(stderr).toContain('2 cells with 1 output in 1 notebook can change since HEAD');
  folder.remove();
});

describe('bad input', () => {
  const folder = makeRepository({ 'n.ipynb': ['a: x = 1'] });
  test.each([
    [['n.ipynb'], /needs --since REV/],
    [['n.ipynb', '--since', 'no-such'], /--since no-such: the git repository .* has no such revision/],
    [['n.ipynb', '--since=--output=x'], /has no such revision/],
    [['nope.ipynb', '--since', 'HEAD'], /nope.ipynb: there is no such file/],
    [['--since', 'HEAD'], /needs a notebook or folder/],
  ])('%j', async (args, says) => {
    const before = folder.snapshot();
    const { code, stdout, stderr } = await sluice(['affected', ...args], { cwd: folder.path });
    expect(stderr).toMatch(says);
    expect(stderr).toMatch(/^sluice: [^\n]+\n$/);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(folder.snapshot()).toEqual(before);
  });

  test('a folder outside of a repository', async () => {
    const outside = makeFolder({ 'n.ipynb': notebookText(['a: x = 1']) });
    const { code, stderr } = await sluice(['affected', 'n.ipynb', '--since', 'HEAD'], { cwd: outside.path });
    expect({ code, stderr }).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('in no git repository'),
    });
    outside.remove();
  });
});
