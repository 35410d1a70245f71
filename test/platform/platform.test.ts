/** The differences of operating systems: each branch runs here, with the system as an argument. */

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findPackageRoot } from '../../instrument/index.ts';
import * as platform from '../../runtime/platform/index.ts';
import { readCases } from '../harness/case-lines.ts';

interface Case {
  readonly name: string;
  readonly call: string;
  readonly args: readonly unknown[];
  /** Existing files, or folders: what the function asks for after its arguments. */
  readonly files?: readonly string[];
  readonly folders?: readonly string[];
  readonly is: unknown;
}

const CASES = readCases<Case>(join(findPackageRoot(), 'test', 'cases', 'platform.jsonl'));
const FUNCTIONS = platform as unknown as Readonly<Record<string, (...args: unknown[]) => unknown>>;

test.each(CASES)('$call: $name', ({ call, args, files, folders, is }) => {
  const there = files ?? folders;
  const rest = there === undefined ? [] : [(path: string) => there.includes(path)];
  expect(FUNCTIONS[call]!(...args, ...rest)).toEqual(is);
});

const failing = (times: number, code: string) => {
  let trials = 0;
  const rename = () => {
    trials += 1;
    if (trials <= times) throw Object.assign(new Error(code), { code });
  };
  return { rename, trials: () => trials };
};

test('a file of Windows that is open is replaced as soon as it is closed', () => {
  const { rename, trials } = failing(3, 'EPERM');
  platform.replaceFile('a', 'b', 'win32', rename);
  expect(trials()).toBe(4);
});

test.each([
  ['win32', 'ENOENT'],
  ['linux', 'EACCES'],
  ['darwin', 'EPERM'],
] as const)('on %s a rename that fails with %s is tried once', (system, code) => {
  const { rename, trials } = failing(1, code);
  expect(() => platform.replaceFile('a', 'b', system, rename)).toThrow(code);
  expect(trials()).toBe(1);
});

test('the processes of macOS have parents and folders for temporary files', () => {
  const text = [
    '    1     0 /sbin/launchd',
    '  501     1 /usr/bin/python3 -m a TMPDIR=/var/folders/x y/T/sluice-run-7-ab SHELL=/bin/zsh',
    '  502   501 node b.js HOME=/Users/ada TMPDIR=/var/folders/x y/T/sluice-run-7-ab/worker-1',
    '  503   501 node b.js TMPDIR=/var/folders/x y/T/sluice-run-7-abc',
  ].join('\n');
  const found = platform.listedByPs(text);
  expect(found.map((one) => [one.pid, one.parent()])).toEqual([
    [1, 0],
    [501, 1],
    [502, 501],
    [503, 501],
  ]);
  const own = found.filter((one) => one.usesTemporary('/var/folders/x y/T/sluice-run-7-ab'));
  expect(own.map(({ pid }) => pid)).toEqual([501, 502]);
});

test('the processes of Windows have parents', () => {
  const found = platform.listedByPowerShell('0 0\r\n4 0\r\n7012 4\r\n');
  expect(found.map((one) => [one.pid, one.parent()])).toEqual([
    [0, 0],
    [4, 0],
    [7012, 4],
  ]);
  expect(platform.tellsVariables('win32')).toBe(false);
});
