import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chooseInterpreter, findPython, inspectPython } from '../../runtime/python/index.ts';

let directory: string;
let real: string;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'sluice-find-'));
  real = (await findPython()).path;
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** A directory with the given programs: shell text, or null for a link to a real Python. */
function binDirectory(name: string, programs: Readonly<Record<string, string | null>>): string {
  const bin = join(directory, name);
  mkdirSync(bin, { recursive: true });
  for (const [program, text] of Object.entries(programs)) {
    if (text === null) symlinkSync(real, join(bin, program));
    else {
      writeFileSync(join(bin, program), `#!/bin/sh\n${text}\n`);
      chmodSync(join(bin, program), 0o755);
    }
  }
  return bin;
}

const answer = (version: string, hasVenv = 'True', implementation = 'cpython') =>
  `echo '/old/python|${version}|${hasVenv}|False||${implementation}'`;

describe('finding a Python', () => {
  test('a shim that fails is passed over, on the same PATH and for the same name', async () => {
    const shims = binDirectory('shims', {
      python3: 'echo "pyenv: python3: command not found" >&2; exit 127',
    });
    const bin = binDirectory('behind', { python3: null });
    expect((await findPython([shims, bin].join(delimiter))).path).toContain('python3');
  });

  test('an old one is passed over', async () => {
    const bin = binDirectory('old-first', { python3: answer('3.6.15'), 'python3.12': null });
    expect((await findPython(bin)).version[1]).toBeGreaterThanOrEqual(10);
  });

  test.each([
    [
      'nothing at all',
      {},
      /needs Python on the PATH \(an ordinary CPython, 3\.10 or newer\), and none was found: install it/,
    ],
    ['only an old one', { python3: answer('3.9.2') }, /found only 3\.9\.2 \(\/old\/python\)/],
    [
      'a PyPy',
      { python3: answer('3.11.4', 'True', 'pypy') },
      /found only 3\.11\.4 \(pypy\) \(\/old\/python\)/,
    ],
    ['a Python 2', { python: 'exit 1' }, /none was found/],
    ['one without venv', { python3: answer('3.13.1', 'False') }, /apt install python3\.13-venv/],
  ])('%s is one line with the fix', async (name, programs, message) => {
    const failure = await findPython(binDirectory(name, programs)).catch((error: unknown) => error);
    expect(failure).toMatchObject({ exitCode: 3, message: expect.stringMatching(message) });
    expect(String(failure)).not.toContain('\n');
  });
});

describe('choosing the kernel’s interpreter', () => {
  test('--python that is not there, is too old, or has no ipykernel', async () => {
    const bin = binDirectory('chosen', {
      old: answer('3.8.1'),
      bare: answer('3.12.0'),
      free: answer('3.14.0', 'True', 'free-threaded'),
    });
    const choose = (python: string) => chooseInterpreter(python, () => {}, {});
    await expect(choose('/no/python')).rejects.toMatchObject({
      exitCode: 3,
      message: expect.stringContaining('--python /no/python is not a Python that can be run'),
    });
    await expect(choose(join(bin, 'old'))).rejects.toMatchObject({
      message: expect.stringContaining('is Python 3.8.1: give an ordinary CPython, 3.10 or newer'),
    });
    await expect(choose(join(bin, 'free'))).rejects.toMatchObject({
      message: expect.stringContaining('is Python 3.14.0 (free-threaded): give an ordinary CPython'),
    });
    const bare = join(bin, 'bare');
    await expect(choose(bare)).rejects.toMatchObject({
      exitCode: 3,
      message: `${bare} has no ipykernel; install it with ${bare} -m pip install ipykernel, or leave out --python`,
    });
  });

  test('the private environment by default; an active environment if it has ipykernel', async () => {
    const fallback = await chooseInterpreter(undefined, () => {}, {});
    expect(fallback.origin).toBe('private environment');
    expect(await inspectPython(fallback.path)).toMatchObject({ hasIpykernel: true });
    const active = { VIRTUAL_ENV: join(fallback.path, '..', '..') };
    expect(await chooseInterpreter(undefined, () => {}, active)).toMatchObject({
      origin: 'active environment',
    });
    binDirectory('venv/bin', { python: answer('3.12.0') });
    const without = { VIRTUAL_ENV: join(directory, 'venv') };
    expect(await chooseInterpreter(undefined, () => {}, without)).toEqual(fallback);
  });
});
