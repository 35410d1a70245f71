/** The kernel of a notebook, and the Pythons found without running them. */

import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { chosenKernel, kernelChoices, rememberChoice } from '../../runtime/cli/open/kernel-choices.ts';
import { foundEnvironments } from '../../runtime/python/index.ts';
import { type Folder, makeFolder } from './sluice.ts';

const SPECS = {
  defaultName: 'python3',
  specs: [
    { name: 'python3', displayName: 'Python 3', language: 'python', python: null },
    { name: 'lab', displayName: 'Lab', language: 'python', python: null },
    { name: 'ir', displayName: 'R', language: 'r', python: null },
  ],
};

let folder: Folder;
let notebook: string;
beforeEach(() => {
  folder = makeFolder();
  notebook = join(folder.path, 'book.ipynb');
  vi.stubEnv('SLUICE_HOME', join(folder.path, 'home'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  folder.remove();
});

/** The files of an environment. Its Python is no program: it must not be run. */
function environment(name: string, version: string, packages: readonly string[]): string {
  const prefix = join(folder.path, name);
  mkdirSync(join(prefix, 'bin'), { recursive: true });
  writeFileSync(join(prefix, 'bin', 'python'), 'no program');
  writeFileSync(join(prefix, 'pyvenv.cfg'), `home = /x\nversion = ${version}\n`);
  const library = `python${version.split('.').slice(0, 2).join('.')}`;
  for (const each of packages) {
    mkdirSync(join(prefix, 'lib', library, 'site-packages', each), { recursive: true });
  }
  return join(prefix, 'bin', 'python');
}

test('environments of the project are found, with the reason why one cannot run cells', () => {
  const usable = environment('.venv', '3.12.4', ['ipykernel']);
  environment('bare', '3.11.2', []);
  environment('old', '3.8.1', ['ipykernel']);
  symlinkSync('/nowhere', join(folder.path, 'broken'));
  mkdirSync(join(folder.path, 'sub'));
  const found = foundEnvironments(join(folder.path, 'sub'), folder.path, { PATH: '' }, '/nowhere');
  expect(found).toEqual([
    { python: usable, name: '.venv', version: '3.12', unusable: null },
    expect.objectContaining({ name: 'bare', unusable: 'it has no ipykernel' }),
    expect.objectContaining({ name: 'old', unusable: 'Sluice needs Python 3.10 or newer' }),
  ]);
});

test.each([
  ['names nothing', null, false, null, undefined, null],
  ['names any Python 3', 'python3', false, null, undefined, null],
  ['names an installed kernel', 'lab', false, null, 'lab', null],
  ['names one, but the command line names another', 'lab', true, null, undefined, null],
  ['chosen now, whatever the command line says', null, true, 'kernelspec:lab', 'lab', null],
  [
    'names a missing kernel',
    'gone',
    false,
    null,
    undefined,
    'The kernel "gone" of this notebook is not installed',
  ],
])('a notebook that %s', (_, named, isFixed, now, name, missing) => {
  expect(chosenKernel(notebook, { named, language: null, chosen: now }, isFixed, SPECS)).toMatchObject({
    name,
    missing,
  });
});

test.each([
  ['names its kernel', 'ir', 'R', 'ir'],
  ['names another kernel of its language', 'ir43', 'R', 'ir'],
  ['names no kernel', null, 'r', 'ir'],
])('a notebook of another language that %s', (_, named, language, name) => {
  expect(chosenKernel(notebook, { named, language, chosen: null }, true, SPECS).name).toBe(name);
});

test('no other language stands in for a missing one', () => {
  const wanted = { named: 'julia-1.10', language: 'Julia', chosen: null };
  expect(() => chosenKernel(notebook, wanted, false, SPECS)).toThrow(
    'there is no kernel "julia-1.10", and no other one for Julia here, and Sluice brings only Python: the notebook opens to read and edit',
  );
});

const PYTHON3 = { named: 'python3', language: null, chosen: null };

test('a chosen Python is remembered outside of the notebook, until it is gone', () => {
  const python = environment('.venv', '3.12.4', ['ipykernel']);
  const choices = kernelChoices(notebook, folder.path, SPECS, null);
  expect(choices.map(({ label }) => label)).toEqual(
    expect.arrayContaining(['Default', 'Python 3.12 (.venv)', 'Lab', 'R']),
  );
  const entry = rememberChoice(notebook, `python:${python}`, choices);
  expect(entry).toEqual({ name: 'python3', display_name: 'Python 3.12 (.venv)', language: 'python' });
  expect(chosenKernel(notebook, PYTHON3, false, SPECS).name).toBe(`sluice-python:${python}`);
  rmSync(join(folder.path, '.venv'), { recursive: true });
  expect(chosenKernel(notebook, PYTHON3, false, SPECS)).toMatchObject({
    name: undefined,
    missing: `The Python chosen for this notebook is gone (${python})`,
  });
  expect(() => rememberChoice(notebook, 'python:/nowhere', choices)).toThrow(/look at the list again/);
});
