/**
 * Clean environments: the packages, date and Python of a notebook, and the message where no environment is
 * possible.
 */

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { findPackageRoot } from '../../../instrument/index.ts';
import { declaredRequirements, Projects } from '../../../runtime/checking/index.ts';
import { parseNotebook } from '../../../runtime/documents/index.ts';
import { neededPackages, notebookDate } from '../../../runtime/research/environments/index.ts';
import { KeptEnvironments } from '../../../runtime/research/environments/kept-environments.ts';
import { choosePython } from '../../../runtime/research/environments/python-ages.ts';
import {
  explainRefusal,
  isUnknownPackage,
  unbuiltPackage,
} from '../../../runtime/research/environments/refusals.ts';
import { type Folder, makeFolder, sluice } from '../../cli/sluice.ts';
import { savedNotebook } from './saved-notebook.ts';

interface Case {
  readonly name: string;
  readonly file: string;
  readonly text: string;
  readonly lines: readonly string[] | null;
  readonly python?: string;
}

const T = 600_000;
const CASES = readFileSync(
  join(findPackageRoot(), 'test', 'cases', 'reproduce', 'requirements.jsonl'),
  'utf8',
)
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Case);

let folder: Folder | null = null;
afterEach(() => folder?.remove());

test.each(CASES.map((item) => [item.name, item] as const))(
  'declared: %s',
  (_, { file, text, lines, python }) => {
    folder = makeFolder({ [file]: text, 'deep/x.ipynb': '{}' });
    mkdirSync(join(folder.path, '.git'));
    const found = declaredRequirements(join(folder.path, 'deep'));
    expect(found?.lines ?? null).toEqual(lines);
    expect(found?.python ?? null).toBe(python ?? null);
  },
);

test('the file of pins is asked before what a library says of its users', () => {
  folder = makeFolder({
    'pyproject.toml': '[project]\ndependencies = ["numpy"]\n',
    'requirements-dev.txt': 'pytest\n',
    'requirements.txt': 'numpy==1.2\n',
  });
  expect(declaredRequirements(folder.path)?.lines).toEqual(['numpy==1.2']);
});

test('without a file: what is imported, by the name under which it is installed', () => {
  const source =
    'import os, numpy as np\nfrom sklearn.svm import SVC\nimport own\ntry:\n    import cPickle\nexcept ImportError: pass';
  folder = makeFolder({ 'x.ipynb': savedNotebook([[source, null]]), 'own.py': '' });
  const path = join(folder.path, 'x.ipynb');
  const {
    lines,
    source: by,
    inferred,
  } = neededPackages(parseNotebook(readFileSync(path, 'utf8'), path), path, new Projects());
  expect([lines, by]).toEqual([['numpy', 'scikit-learn'], 'its imports']);
  expect([...inferred.keys()].sort()).toEqual(['numpy', 'scikit-learn']);
});

test('the date is that of the last run, else of the last commit, else of the file', async () => {
  const recorded = JSON.parse(
    savedNotebook([
      ['1', null],
      ['2', null],
    ]),
  );
  recorded.cells[0].metadata = { execution: { 'iopub.execute_input': '2020-05-06T07:08:09Z' } };
  recorded.cells[1].metadata = { ExecuteTime: { end_time: '2020-05-04T00:00:00Z' } };
  folder = makeFolder({ 'a.ipynb': JSON.stringify(recorded), 'b.ipynb': savedNotebook([['1', null]]) });
  const { path } = folder;
  const dateOf = (name: string) => {
    const file = join(path, name);
    return notebookDate(parseNotebook(readFileSync(file, 'utf8'), file), file);
  };
  expect(await dateOf('a.ipynb')).toEqual({ day: '2020-05-06', by: 'metadata' });
  utimesSync(join(path, 'b.ipynb'), 0, Date.parse('2019-02-03T12:00:00Z') / 1000);
  expect(await dateOf('b.ipynb')).toEqual({ day: '2019-02-03', by: 'file time' });
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
      cwd: path,
      env: { ...process.env, GIT_COMMITTER_DATE: '2018-01-02T12:00:00Z' },
    });
  git('init', '-q');
  git('add', 'b.ipynb');
  git('commit', '-q', '-m', 'b');
  expect(await dateOf('b.ipynb')).toEqual({ day: '2018-01-02', by: 'git history' });
});

test('the nearest Python, never one that is too old', () => {
  const [old, ten, twelve, newest] = [
    [3, 8, 1],
    [3, 10, 2],
    [3, 12, 3],
    [3, 13, 0],
  ].map((version) => ({
    path: version.join('.'),
    version: version as unknown as readonly [number, number, number],
  }));
  const all = [newest!, twelve!, ten!, old!];
  expect(choosePython(all, '3.12', '2020-01-01')).toBe(twelve);
  expect(choosePython(all, '3.11', '2020-01-01')).toBe(ten);
  expect(choosePython(all, '3.6', '2020-01-01')).toBe(ten);
  expect(choosePython(all, '2.7', '2020-01-01')).toBe(ten);
  expect(choosePython(all, null, '2026-01-01')).toBe(newest);
  expect(choosePython(all, null, '2024-06-01')).toBe(twelve);
  expect(choosePython(all, null, '2020-01-01')).toBe(ten);
  expect(choosePython([old!], null, '2026-01-01')).toBeNull();
});

test('while the disk is nearly full, environments that nobody uses now go', async () => {
  folder = makeFolder({
    'old/sluice-complete': '',
    'torn/bin': '',
    // no process has this number
    'left/sluice-complete': '',
    'left/sluice-used-by-4194305': '',
    'used/sluice-complete': '',
  });
  const { path } = folder;
  const there = () =>
    readdirSync(path)
      .filter((name) => existsSync(join(path, name)))
      .sort();
  const roomy = new KeptEnvironments(path, 0);
  roomy.use(join(path, 'used'));
  const cleared: string[] = [];
  const clear = async () => cleared.push('cleared');
  expect(await roomy.makeRoom(clear)).toBe(true);
  expect([there(), cleared]).toEqual([['left', 'old', 'torn', 'used'], []]);
  await new KeptEnvironments(path, Number.POSITIVE_INFINITY).makeRoom(clear);
  expect([there(), cleared]).toEqual([['torn', 'used'], ['cleared']]);
});

test('what uv says of a failure becomes a sentence', () => {
  const said =
    '  × No solution found when resolving dependencies:\n  ╰─▶ Because you require numpy==99 and there is no version of\n      numpy==99, we can conclude that your requirements are unsatisfiable.\n';
  const unknown =
    'Because python-graphviz was not found in the package registry and you require python-graphviz';
  expect(isUnknownPackage(unknown, 'python-graphviz')).toBe(true);
  expect(isUnknownPackage(unknown, 'graphviz')).toBe(false);
  expect(unbuiltPackage('  × Failed to build `llvmlite==0.36.0`\n  ├─▶ The build backend')).toBe('llvmlite');
  expect(unbuiltPackage('error: Failed to download and build `PyYAML==5.4.1`')).toBe('pyyaml');
  expect(unbuiltPackage(unknown)).toBeNull();
  expect(explainRefusal(said)).toMatch(
    /^Because you require numpy==99 and there is no version of numpy==99, we can conclude/,
  );
});

test(
  'an index that cannot be reached is one clear sentence',
  async () => {
    folder = makeFolder({ 'x.ipynb': savedNotebook([['import tabulate', null]]) });
    const env = {
      UV_DEFAULT_INDEX: 'http://127.0.0.1:9/simple',
      UV_HTTP_RETRIES: '0',
      UV_NO_CACHE: '1',
      UV_FIND_LINKS: '',
    };
    const { code, stdout } = await sluice(['reproduce', 'x.ipynb', '--environment', 'clean'], {
      cwd: folder.path,
      env,
    });
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^fails +x\.ipynb: --environment clean cannot reach a package index \(.*\): connect to a network/,
    );
    expect(stdout.trimEnd().split('\n')).toHaveLength(1);
  },
  T,
);

test(
  'packages as of the date of the notebook; its network is off; a lock file for the user; the second run makes nothing',
  async () => {
    const printed = JSON.parse(
      savedNotebook([
        ['import tabulate\nprint(tabulate.__version__)', '0.8.10\n'],
        ["import socket\nsocket.create_connection(('127.0.0.1', 9), 5)", null],
        ['import no_such_thing_at_all', null],
      ]),
    );
    printed.cells[0].metadata = { ExecuteTime: { end_time: '2022-08-01T00:00:00Z' } };
    folder = makeFolder({ 'x.ipynb': JSON.stringify(printed) });
    const args = ['reproduce', 'x.ipynb', '--environment', 'clean', '--lock', 'lock.txt', '--json'];
    const { stdout } = await sluice(args, { cwd: folder.path });
    const result = JSON.parse(stdout);
    // a Python that is younger than the notebook has only packages that are younger too
    const isOfDay = result.environment.includes(' as of 2022-08-01 (metadata)');
    expect(result.cells[0].status).toBe(isOfDay ? 'same' : 'different');
    if (!isOfDay) expect(result.environment).toContain('the notebook is of 2022-08-01, by its metadata');
    expect(result.cells[1].cause).toBe('network');
    expect(result.cells[2].cause).toBe('missing-package');
    expect(result.environment).toMatch(
      /^clean: Python 3\.\d+\.\d+, \d+ packages of its imports, as of .*; no index has no-such-thing-at-all$/,
    );
    const lock = readFileSync(join(folder.path, 'lock.txt'), 'utf8').split('\n');
    expect(lock[0]).toMatch(/^# Python 3/);
    expect(lock[1]).toBe('# imported: tabulate (table), no-such-thing-at-all (name)');
    expect(lock).toContainEqual(expect.stringMatching(/^tabulate==/));
    const again = await sluice(args, { cwd: folder.path });
    expect(again.stderr).toBe('');
  },
  T,
);

test(
  'what a library asks for is there in a second run',
  async () => {
    const asks = `Missing optional dependency 'tabulate'.  Use pip or conda to install tabulate.`;
    const source = `import six\ntry:\n    import tabulate\nexcept ImportError:\n    raise ImportError("${asks}")\nprint(1)`;
    folder = makeFolder({ 'x.ipynb': savedNotebook([[source, '1\n']]) });
    const args = ['reproduce', 'x.ipynb', '--environment', 'clean', '--lock', 'lock.txt', '--json'];
    const { stdout } = await sluice(args, { cwd: folder.path });
    const result = JSON.parse(stdout);
    expect(result.cells[0].status).toBe('same');
    expect(result.environment).toContain(' of its imports and what these asked for (tabulate), as of ');
    expect(readFileSync(join(folder.path, 'lock.txt'), 'utf8')).toMatch(/^tabulate==/m);
  },
  T,
);
