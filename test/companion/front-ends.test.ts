/**
 * The kernel of other front ends, from outside: `sluice kernelspec install`, then `jupyter_client` and nbclient as clients that
 * know nothing of Sluice.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findPackageRoot } from '../../instrument/index.ts';
import { makeFolder, sluice, sluiceJson } from '../cli/sluice.ts';
import { testPython } from '../harness/host.ts';

const run = promisify(execFile);
const folder = makeFolder();
const SPEC = join(folder.path, 'share', 'jupyter', 'kernels', 'sluice');
let python = '';

beforeAll(async () => {
  python = await testPython();
  const args = ['kernelspec', 'install', '--python', python, '--prefix', folder.path];
  const { code, stderr } = await sluice(args);
  if (code !== 0) throw new Error(stderr);
}, 60_000);
afterAll(() => folder.remove());

/** What a Python file of this folder prints. */
async function play(file: string, ...args: string[]): Promise<unknown> {
  const script = join(findPackageRoot(), 'test', 'companion', file);
  const env = { ...process.env, JUPYTER_PATH: join(folder.path, 'share', 'jupyter') };
  const { stdout } = await run(python, ['-W', 'ignore', script, ...args], { env, cwd: folder.path });
  return JSON.parse(stdout);
}

describe.concurrent('a front end that knows nothing of Sluice', () => {
  test('gets the states of cells with replies, and asks with %sluice', { timeout: 90_000 }, async () => {
    const { runs, asked, noted } = (await play('front_end.py', 'states')) as {
      runs: readonly { states: object }[];
      asked: Readonly<Record<string, string>>;
      noted: string;
    };
    expect(runs.map(({ states }) => states)).toEqual([
      { a: 'up-to-date' },
      { b: 'up-to-date' },
      { c: 'up-to-date' },
      { b: 'new-inputs', c: 'stale' },
    ]);
    expect(runs.at(-1)).toMatchObject({
      cell: 'a',
      exec: 4,
      guarantee: 'complete',
      parents: [],
      why: { b: 'x was changed by cell 1 after this ran', c: 'it needs cell 2, which has new inputs' },
      next: [],
    });
    expect(runs[1]).toMatchObject({ parents: [1] });
    expect(asked['']).toMatch(/^cell 1 \[4\] x = 5 {2}up-to-date\ncell 2 \[2\] y = x \+ 1 {2}new-inputs/);
    expect(asked.stale).toBe('Run these cells, in this order:\ncell 2 [2] y = x + 1\ncell 3 [3] print(y)\n');
    expect(asked['why b']).toMatch(/needs cell 1 \[4\] x = 5:\n.*y = x \+ 1\n.*uses x \(observed\)/);
    expect(asked['why c a']).toMatch(/uses y[\s\S]*uses x[\s\S]*execution 1, line 1: x = 1/);
    expect(asked['slice c']).toMatch(/3 of 4 executions, complete/);
    expect(asked['slice a --forward']).toMatch(/forward slice of execution 4/);
    expect(asked['gather c']).toMatch(
      /^# Gathered by Sluice for cell 3 \(In \[3\]\)[\s\S]*x = 1\n[\s\S]*print\(y\)\n/,
    );
    expect(asked.help).toMatch(/%sluice stale/);
    expect(asked.nonsense).toBe('sluice: there is no %sluice nonsense; see: %sluice help\n');
    expect(noted).toMatch(/^2\nSluice: this ran on old values/);
  });

  test('without ids of cells: order and text tell them apart', { timeout: 90_000 }, async () => {
    const runs = (await play('front_end.py', 'without_ids')) as readonly { cell: string; states: object }[];
    expect(runs.map(({ cell }) => cell)).toEqual(['cell-1', 'cell-2', 'cell-3', 'cell-4', 'cell-1']);
    expect(runs.at(-1)?.states).toEqual({ 'cell-3': 'new-inputs', 'cell-4': 'stale' });
  });

  test('has all else as with the stock kernel', { timeout: 120_000 }, async () => {
    expect(await play('front_end.py', 'as_stock')).toEqual({
      queue: ['ZeroDivisionError', 'aborted'],
      aborted: 'cell 2 [ ] never = 1  not-run',
      signal: 'KeyboardInterrupt',
      message: 'KeyboardInterrupt',
      prompt: 'name? ',
      input: 'Ada\n',
      matches: true,
      inspect: true,
      silent: null,
      debug: true,
      children: 'none\n',
      argv: expect.stringMatching(/^\['-m', 'ipykernel_launcher'\] False /),
      names: '[]\n',
      restarted: 1,
    });
  });

  test('runs a cell in a subshell, which has no record', { timeout: 90_000 }, async () => {
    const found = (await play('front_end.py', 'subshell')) as { after: unknown } | null;
    // ipykernel has subshells since version 7
    if (found === null) return;
    expect(found).toMatchObject({ first: true, main: { b: 'up-to-date' } });
    expect(found.after).toEqual([
      { c: 'up-to-date' },
      'not-guaranteed',
      expect.stringMatching(/x = 1[\s\S]*y = x \+ 1[\s\S]*no trace came from the kernel/),
    ]);
  });

  test('goes on without its companion, which ends with the kernel', { timeout: 120_000 }, async () => {
    expect(await play('front_end.py', 'ends')).toEqual({
      beside: 1,
      without: { output: '2\n', sluice: null, says: expect.stringMatching(/restart the kernel/) },
      again: 1,
      left: 0,
    });
  });

  test('sends its cells over the comm, and is answered while a cell runs', { timeout: 90_000 }, async () => {
    const { told, seconds } = (await play('front_end.py', 'comm')) as { told: object[]; seconds: number };
    expect(told).toMatchObject([
      { sluice: { states: { a: 'up-to-date', b: 'up-to-date' }, next: [] } },
      { sluice: { states: { a: 'edited', n: 'not-run', b: 'stale' }, next: ['a', 'b'] } },
      { answer: { cells: ['a', 'b'], lines: { b: [[1, 1]] } }, id: 7 },
      { answer: { cells: [] }, id: 8 },
      { answer: { problems: [{ cell: 'n', line: 1, severity: 'error' }], cells: ['n'] }, id: 8 },
      { answer: { text: expect.stringMatching(/cell 1 → cell 3: x/), svg: expect.stringMatching(/^<svg/) } },
    ]);
    expect(seconds).toBeLessThan(1.5);
  });

  test('nbclient gets the outputs of the stock kernel', { timeout: 180_000 }, async () => {
    const sample = join(findPackageRoot(), 'samples', 'algorithm.ipynb');
    expect(await play('same_outputs.py', sample)).toEqual({ cells: 21, differ: [], states: ['up-to-date'] });
  });
});

test('kernelspecs are listed and removed; those of others stay', { timeout: 60_000 }, async () => {
  const env = { JUPYTER_PATH: join(folder.path, 'share', 'jupyter') };
  const args = ['--python', python];
  await sluice(['kernelspec', 'install', ...args, '--name', 'other', '--prefix', folder.path]);
  folder.write(
    'share/jupyter/kernels/lost/kernel.json',
    '{"argv":["/gone/python"],"metadata":{"sluice":{}}}',
  );
  folder.write('share/jupyter/kernels/foreign/kernel.json', '{"argv":["python"]}');
  const listed = await sluiceJson(['kernelspec', 'list', ...args], 0, { env });
  expect(listed).toMatchObject([
    { name: 'lost', problem: '/gone/python is gone; run: sluice kernelspec install --name lost' },
    { name: 'other', python, problem: null },
    { name: 'sluice', folder: SPEC, python, problem: null },
  ]);
  const removed = await sluice(['kernelspec', 'remove', ...args, '--name', 'other'], { env });
  expect(removed.stdout).toMatch(/^Removed the kernelspec other/);
  expect(existsSync(join(folder.path, 'share', 'jupyter', 'kernels', 'other'))).toBe(false);
  for (const action of ['install', 'remove']) {
    const where = action === 'install' ? ['--prefix', folder.path] : [];
    const refused = await sluice(['kernelspec', action, ...args, '--name', 'foreign', ...where], { env });
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toMatch(/a kernelspec of another program/);
  }
});

test('sluice doctor lists the parts of the installation', { timeout: 60_000 }, async () => {
  const parts = await sluiceJson(['doctor', '--python', python], 0);
  const names = parts.map(({ name }) => name);
  for (const name of [
    'Node.js',
    'Python',
    'ipykernel',
    'jupyter_server',
    'home',
    'browser',
    'kernelspec',
    'overlays',
  ])
    expect(names).toContain(name);
  expect(parts.at(-1)).toMatchObject({ type: 'summary', missing: 0 });
  const none = await sluice(['doctor', '--python', join(folder.path, 'none')]);
  expect(none.code).toBe(1);
  expect(none.stdout).toMatch(/missing {3}Python: .*none does not run\n +→ give --python PATH/);
});
