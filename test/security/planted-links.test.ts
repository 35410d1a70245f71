/** Links in a foreign folder with names that Sluice writes to by itself: nothing is written to their targets. */

import { execFileSync } from 'node:child_process';
import { lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { addRequirement, requirementsToExtend } from '../../runtime/checking/index.ts';
import { saveAtomically } from '../../runtime/documents/index.ts';
import { KeptAnswers } from '../../runtime/live/index.ts';
import { SessionLog } from '../../runtime/live/log/session-log.ts';
import { wholeOutputOf } from '../../runtime/live/log/whole-outputs.ts';
import { fixNotebook } from '../../runtime/research/reproduce/fix-notebook.ts';
import { saveStudy } from '../../runtime/research/study/study-page.ts';
import { changeFiles } from '../../runtime/server/folder-files.ts';
import type { NotebookResult } from '../../slicer/index.ts';
import { type Folder, makeFolder, notebookText, sluice } from '../cli/sluice.ts';

vi.setConfig({ testTimeout: 120_000 });

let folder: Folder;
let project: string;
let book: string;

beforeEach(() => {
  folder = makeFolder({
    'outside/victim.txt': 'mine',
    'outside/victim.ipynb': notebookText(['import os', 'import random\nprint(random.random())']),
    'project/book.ipynb': notebookText(['open("/no/where/a.csv")']),
  });
  project = join(folder.path, 'project');
  book = join(project, 'book.ipynb');
});

/** Files outside stay, and none is added. */
afterEach(() => {
  expect(readdirSync(join(folder.path, 'outside')).sort()).toEqual(['victim.ipynb', 'victim.txt']);
  expect(readFileSync(join(folder.path, 'outside', 'victim.txt'), 'utf8')).toBe('mine');
  expect(readFileSync(join(folder.path, 'outside', 'victim.ipynb'), 'utf8')).toBe(
    notebookText(['import os', 'import random\nprint(random.random())']),
  );
  folder.remove();
});

const KEPT = ['book.ipynb.answers.json', 'book.ipynb.session.jsonl'];

const link = (to: string, ...name: readonly string[]) => symlinkSync(to, join(project, ...name));

const LEADS: Readonly<Record<string, string>> = {
  'to a file': '../outside/victim.txt',
  'to no file yet': '../outside/new.txt',
};

describe('the folder .sluice is a link', () => {
  beforeEach(() => link('../outside', '.sluice'));

  test('a session log is not kept there', () => {
    SessionLog.open(book)!.log.append({ type: 'restarted' } as never);
  });

  test('answers are not', () => {
    const question = { cell: 'c1', name: 'a', asks: 'x', line: 1 } as never;
    expect(() => new KeptAnswers(book).keep(question, 'a', true)).toThrow(/leads out of/);
  });

  test('whole outputs are not', () => {
    expect(wholeOutputOf(book, 'c1')).toBeNull();
  });

  test('a renamed notebook moves nothing there', () => {
    writeFileSync(join(folder.path, 'outside', 'book.ipynb.session.jsonl'), '');
    expect(() => changeFiles(project, { op: 'rename', path: 'book.ipynb', name: 'other.ipynb' })).toThrow(
      /leads out of/,
    );
    expect(readdirSync(join(folder.path, 'outside'))).toContain('book.ipynb.session.jsonl');
    execFileSync('rm', [join(folder.path, 'outside', 'book.ipynb.session.jsonl')]);
  });
});

describe('the folder .sluice of the folder that a notebook moves to is a link', () => {
  beforeEach(() => {
    mkdirSync(join(project, 'sub'));
    mkdirSync(join(project, '.sluice'));
    for (const name of KEPT) writeFileSync(join(project, '.sluice', name), '{}');
  });

  test.each(['../../outside', '../../outside/new'])('%s: nothing moves there', (to) => {
    link(to, 'sub', '.sluice');
    expect(() => changeFiles(project, { op: 'move', path: 'book.ipynb', to: 'sub' })).toThrow(/leads out of/);
    // all stays together
    expect(readdirSync(project)).toContain('book.ipynb');
    expect(readdirSync(join(project, '.sluice')).sort()).toEqual(KEPT);
  });
});

describe('requirements.txt is a link', () => {
  beforeEach(() => mkdirSync(join(project, '.git')));

  test('to a file: no line is added', () => {
    link(LEADS['to a file']!, 'requirements.txt');
    expect(() => addRequirement(requirementsToExtend(project)!, 'numpy')).toThrow(/leads out of/);
  });

  test('to no file yet: none is made', () => {
    link(LEADS['to no file yet']!, 'requirements.txt');
    expect(requirementsToExtend(project)).toBeNull();
  });

  test('to another file of the project: the line is added there', () => {
    writeFileSync(join(project, 'all.txt'), 'pandas\n');
    link('all.txt', 'requirements.txt');
    addRequirement(requirementsToExtend(project)!, 'numpy');
    expect(readFileSync(join(project, 'all.txt'), 'utf8')).toBe('pandas\nnumpy\n');
  });
});

describe.each(Object.keys(LEADS))('a link %s', (kind) => {
  const to = LEADS[kind]!;

  test('in place of a session log becomes a log', () => {
    mkdirSync(join(project, '.sluice'));
    link(`../${to}`, '.sluice', 'book.ipynb.session.jsonl');
    SessionLog.open(book)!.log.append({ type: 'restarted' } as never);
  });

  test('in place of answers is not followed', () => {
    mkdirSync(join(project, '.sluice'));
    link(`../${to}`, '.sluice', 'book.ipynb.answers.json');
    const question = { cell: 'c1', name: 'a', asks: 'x', line: 1 } as never;
    expect(() => new KeptAnswers(book).keep(question, 'a', true)).toThrow(/leads out of/);
  });

  test('in place of a whole output is not followed', () => {
    const path = wholeOutputOf(book, 'c1')!;
    symlinkSync(`../../${to}`, path);
    const agent = new URL('../../instrument/agent/output', import.meta.url).pathname;
    const script =
      'import sys; sys.path[:0] = [sys.argv[1]]; import whole_file; f = whole_file.WholeFile(sys.argv[2]);' +
      "f.write('stream', {'text': 'a'}); f.flush(); print(f.place())";
    const said = execFileSync('python3', ['-I', '-c', script, agent, path], { encoding: 'utf8' });
    expect(said).toMatch(/could not be written/);
  });

  test('in place of a mended copy is not followed', async () => {
    link(to, 'book.fixed.ipynb');
    const differences = [{ item: 'error', now: [{ kind: 'error', text: 'FileNotFoundError' }] }];
    const result = {
      cells: [{ cell: 'c1', index: 1, first: 'c1', cause: 'missing-package', differences }],
      order: 'page',
    } as unknown as NotebookResult;
    const placeWith = async () => ({ placeFor: () => Promise.reject(new Error('it ran')), lock: 'a==1' });
    const request = { file: 'book.ipynb', path: book, out: null, options: {} as never, placeWith };
    await expect(fixNotebook(result, request)).rejects.toThrow(/leads out of/);
  });

  test('in place of the table of a study is not followed', async () => {
    mkdirSync(join(project, 'study.tables'));
    link(`../${to}`, 'study.tables', 't.csv');
    const table = { type: 'table', name: 't', title: '', definition: '', columns: ['a'], rows: [['1']] };
    const study = { title: '', facts: [], method: [], sources: [], parts: [table] } as never;
    await expect(saveStudy(join(project, 'study.html'), study)).rejects.toThrow(/leads out of/);
  });
});

test('fixes of a folder do not change notebooks outside of it', async () => {
  link('../outside/victim.ipynb', 'linked.ipynb');
  const { stderr, stdout } = await sluice(['check', project, '--fix', '--yes']);
  expect(stdout + stderr).toMatch(/linked\.ipynb.*leads out of/);
});

test('links within the folder are followed, as those that a person has made', () => {
  mkdirSync(join(project, 'data'));
  link('data/real.txt', 'inner.txt');
  saveAtomically(join(project, 'inner.txt'), 'new', project);
  expect(lstatSync(join(project, 'inner.txt')).isSymbolicLink()).toBe(true);
  expect(readFileSync(join(project, 'data', 'real.txt'), 'utf8')).toBe('new');
});
