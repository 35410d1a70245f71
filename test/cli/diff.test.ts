/** `sluice diff` and `sluice merge-driver` as a person and as git run them, in real repositories. */

import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { builtFile } from '../../instrument/index.ts';
import { makeFolder, notebookText, sluice, sluiceJson } from './sluice.ts';

const folder = makeFolder();
afterAll(() => folder.remove());
const SLUICE = `"${process.execPath}" "${builtFile('runtime/cli/main.js')}"`;

interface Line {
  readonly type: string;
  readonly changed?: readonly string[];
  readonly same?: boolean;
}

describe('two notebooks', () => {
  folder.write('a.ipynb', notebookText(['x = 1', 'print(x)', 'y = x + 1']));
  folder.write('b.ipynb', notebookText(['x = 2', 'print(x)', 'y = x + 1']));
  const cwd = folder.path;

  test('the same: exit code 0, nothing printed', async () => {
    expect(await sluice(['diff', 'a.ipynb', 'a.ipynb'], { cwd })).toMatchObject({ code: 0, stdout: '' });
    expect(await sluiceJson(['diff', 'a.ipynb', 'a.ipynb'], 0, { cwd })).toMatchObject([
      { type: 'summary', same: true },
    ]);
  });

  test('different: exit code 1, a diff of the cell', async () => {
    const { code, stdout } = await sluice(['diff', 'a.ipynb', 'b.ipynb'], { cwd });
    expect(code).toBe(1);
    expect(stdout).toContain('cell 1 [code] c1: source changed\n@@ -1,1 +1,1 @@\n-x = 1\n+x = 2\n');
    const lines = await sluiceJson<Line>(['diff', 'a.ipynb', 'b.ipynb'], 1, { cwd });
    expect(lines).toMatchObject([
      { type: 'difference', cell: 'c1', changed: ['source'], source: { before: 'x = 1', after: 'x = 2' } },
      { type: 'summary', same: false, counts: { source: 1 } },
    ]);
  });
});

/** A repository whose notebooks are compared and merged by Sluice. */
function makeRepository(name: string) {
  const path = join(folder.path, name);
  const git = (...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], {
      cwd: path,
      encoding: 'utf8',
    });
  folder.write(`${name}/.gitattributes`, '*.ipynb diff=sluice merge=sluice\n');
  execFileSync('git', ['init', '-q', '-b', 'main', path]);
  git('config', 'diff.sluice.textconv', `${SLUICE} diff --textconv`);
  git('config', 'merge.sluice.driver', `${SLUICE} merge-driver %O %A %B %P`);
  git('config', 'difftool.sluice.cmd', `${SLUICE} diff "$LOCAL" "$REMOTE"`);
  const commit = (sources: readonly string[]): void => {
    folder.write(`${name}/n.ipynb`, notebookText(sources));
    git('add', '-A');
    git('commit', '-qm', 'x');
  };
  return { path, git, commit, notebook: () => readFileSync(join(path, 'n.ipynb'), 'utf8') };
}

describe('git', () => {
  test('shows a notebook through textconv, the difftool and the diff driver', () => {
    const { git, commit } = makeRepository('diffs');
    commit(['x = 1', 'print(x)']);
    commit(['x = 2', 'print(x)']);
    expect(git('diff', 'HEAD~1')).toContain(' # %% cell 1 [code]\n-x = 1\n+x = 2\n');
    expect(git('difftool', '-y', '--tool', 'sluice', 'HEAD~1')).toContain('c1: source changed');
    git('config', 'diff.sluice.command', `${SLUICE} diff`);
    expect(git('diff', 'HEAD~1')).toContain('+++ n.ipynb\ncell 1 [code] c1: source changed');
    git('rm', '-q', 'n.ipynb');
    expect(git('diff', '--cached', '--', 'n.ipynb')).toContain('c1: deleted');
  });

  test('merges changes of different cells, and keeps a notebook after a conflict', () => {
    const { path, git, commit, notebook } = makeRepository('merges');
    commit(['x = 1', 'y = 1', 'z = 1']);
    git('checkout', '-qb', 'other');
    commit(['x = 2', 'y = 1', 'z = 1']);
    git('checkout', '-q', 'main');
    commit(['x = 1', 'y = 1', 'z = 2']);
    git('merge', '-q', '--no-edit', 'other');
    expect(notebook()).toBe(notebookText(['x = 2', 'y = 1', 'z = 2']));
    git('checkout', '-q', 'other');
    commit(['x = 3', 'y = 1', 'z = 1']);
    git('checkout', '-q', 'main');
    commit(['x = 4', 'y = 1', 'z = 2']);
    const failed = spawnSync('git', ['merge', '--no-edit', 'other'], { cwd: path, encoding: 'utf8' });
    expect(failed.status).toBe(1);
    expect(failed.stderr).toContain('n.ipynb: 1 conflict, in cell 1, between <<<<<<< and >>>>>>>');
    expect(git('status', '--porcelain')).toContain('UU n.ipynb');
    const { cells } = JSON.parse(notebook()) as { cells: { source: string[] }[] };
    expect(cells[0]?.source.join('')).toBe('<<<<<<< ours\nx = 4\n=======\nx = 3\n>>>>>>> theirs');
  });

  test('leaves our version as it is when theirs is no notebook', () => {
    const { path, git, commit, notebook } = makeRepository('broken');
    commit(['x = 1']);
    git('checkout', '-qb', 'other');
    folder.write('broken/n.ipynb', '{"cells": [');
    git('commit', '-qam', 'broken');
    git('checkout', '-q', 'main');
    commit(['x = 2']);
    const failed = spawnSync('git', ['merge', '--no-edit', 'other'], { cwd: path, encoding: 'utf8' });
    expect(failed.status).toBe(1);
    expect(failed.stderr).toMatch(/sluice: .*cut off/);
    expect(notebook()).toBe(notebookText(['x = 2']));
  });
});
