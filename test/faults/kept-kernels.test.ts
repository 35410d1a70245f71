/** Kernels that outlive their server: the next server shows their work, and ends kernels without a user. */

import { existsSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keptFolder, keptKernels } from '../../runtime/kernel/index.ts';
import { sluiceHome } from '../../runtime/python/index.ts';
import { type Folder, makeFolder, notebookText } from '../cli/sluice.ts';
import { Choices } from '../generator/random.ts';
import { killWhileRunning, PRINTS, shownIn } from './kept-kernels.ts';
import { attackedServer } from './served-line.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 });

let folder: Folder;
beforeEach(() => {
  folder = makeFolder({ 'book.ipynb': notebookText(PRINTS) });
});
afterEach(() => folder.remove());

/** The kept kernels of the folder's notebooks. */
function kept(): ReturnType<typeof keptKernels> {
  return keptKernels(sluiceHome()).filter(({ notebook }) => notebook.startsWith(folder.path));
}

test('a server that is killed while a cell prints and a person types loses none of it', async () => {
  for (const seed of [1, 2, 3])
    expect((await killWhileRunning(folder.path, new Choices(seed))).wrong).toEqual([]);
  expect(kept()).toEqual([]);
});

test('a cell that waits for input still waits, and what is typed is shown once', async () => {
  writeFileSync(join(folder.path, 'book.ipynb'), notebookText(["n = input('name? ')\nprint('hello', n)"]));
  let server = await attackedServer(folder.path);
  let line = await server.open('book.ipynb');
  line.say({ op: 'run', cells: ['c1'] });
  await line.until(() => line.cell('c1').prompt !== null);
  await server.kill();
  server = await attackedServer(folder.path);
  line = await server.join('book.ipynb');
  await line.until(() => line.cell('c1').prompt !== null);
  line.say({ op: 'input', cell: 'c1', value: 'Ada' });
  await line.until(() => line.cell('c1').state === 'settled');
  expect(shownIn(line, 'c1')).toBe('name? Ada\nhello Ada\n');
  await server.stop();
});

test('values, dependences and what threads print meanwhile are there', async () => {
  const thread =
    'import threading, time\ndef late():\n    time.sleep(2)\n    print("late", flush=True)\nthreading.Thread(target=late).start()';
  writeFileSync(join(folder.path, 'book.ipynb'), notebookText(['x = 1', 'print(x)', 'x', thread]));
  let server = await attackedServer(folder.path, ['--keep-kernels']);
  let line = await server.open('book.ipynb');
  line.say({ op: 'run-all' });
  await line.until(() => line.cell('c4').state === 'settled');
  await server.stop();
  expect(kept()).toHaveLength(1);
  await sleep(2_500);
  server = await attackedServer(folder.path);
  line = await server.join('book.ipynb');
  await line.until(() => shownIn(line, 'c4') === 'late\n');
  expect(['c1', 'c2', 'c3', 'c4'].map((cell) => line.cell(cell).state)).toEqual(Array(4).fill('settled'));
  line.say({ op: 'edit', cell: 'c1', version: 0, edits: [{ client: 'a', changes: [4, [1, '5']] }] });
  line.say({ op: 'run', cells: ['c1'] });
  await line.until(() => shownIn(line, 'c2') === '5\n');
  expect(line.cell('c2').executionCount).toBe(6);
  await server.stop();
  expect(kept()).toEqual([]);
});

test('a run from before is undone, and redone, by the next server; so is a run undone before', async () => {
  const cells = ['x = [1]\nprint(x)', 'x.append(2)\nprint(x)', 'y = 7\nprint(y)'];
  writeFileSync(join(folder.path, 'book.ipynb'), notebookText(cells));
  let server = await attackedServer(folder.path);
  let line = await server.open('book.ipynb');
  line.say({ op: 'run-all' });
  await line.until(() => line.cell('c3').state === 'settled');
  line.say({ op: 'undo-run', exec: 3 });
  await line.until(() => shownIn(line, 'c3') === '');
  await server.kill();

  server = await attackedServer(folder.path);
  line = await server.join('book.ipynb');
  await line.until(({ kernel }) => kernel.state === 'idle');
  expect(['c1', 'c2', 'c3'].map((cell) => line.cell(cell).state)).toEqual(['settled', 'settled', 'unrun']);
  expect(await line.ask({ ask: 'undo-plan', cell: 'c2' })).toMatchObject({ way: 'undo', exec: 2, why: null });
  line.say({ op: 'undo-run', exec: 2 });
  await line.until(() => shownIn(line, 'c2') === '');
  expect(await line.ask({ ask: 'undo-plan', cell: 'c2' })).toMatchObject({ way: 'redo', exec: 2, why: null });
  line.say({ op: 'redo-run', exec: 2 });
  await line.until(() => shownIn(line, 'c2') === '[1, 2]\n');
  line.say({ op: 'undo-run', exec: 2 });
  await line.until(() => shownIn(line, 'c2') === '');
  await line.run('c2');
  expect(shownIn(line, 'c2')).toBe('[1, 2]\n');
  await server.stop();
});

test('the note of a kernel is for its user alone, and goes with it', async () => {
  const server = await attackedServer(folder.path);
  const line = await server.open('book.ipynb');
  await line.run('c1');
  await server.kill();
  const [{ kernel, log } = { kernel: '', log: '' }] = kept();
  const notes = keptFolder(sluiceHome());
  expect(statSync(notes).mode & 0o077).toBe(0);
  expect(statSync(join(notes, `${kernel}.json`)).mode & 0o077).toBe(0);
  expect(statSync(log).mode & 0o077).toBe(0);
  await (await attackedServer(folder.path)).stop();
  expect(readdirSync(notes)).not.toContain(`${kernel}.json`);
  await vi.waitFor(() => expect(existsSync(log)).toBe(false), 10_000);
});

test.each([
  ['--end-kernels', 'SIGKILL', 0],
  ['--keep-kernels', 'SIGTERM', 1],
  [null, 'SIGTERM', 0],
  [null, 'SIGHUP', 1],
] as const)('%s, %s: %i kernels go on', async (option, signal, left) => {
  const server = await attackedServer(folder.path, option === null ? [] : [option]);
  const line = await server.open('book.ipynb');
  await line.run('c1');
  await server.kill(signal);
  expect(kept()).toHaveLength(left);
  if (left > 0) await (await attackedServer(folder.path)).stop();
  await vi.waitFor(() => expect(kept()).toEqual([]), 10_000);
});

test('an idle kernel that nobody comes back to ends', async () => {
  const home = join(folder.path, 'home');
  mkdirSync(home);
  const environments = readdirSync(sluiceHome()).filter((name) => name.startsWith('python-'));
  for (const name of environments) symlinkSync(join(sluiceHome(), name), join(home, name));
  writeFileSync(join(home, 'settings.json'), '{"keptHours":0.0005}');
  vi.stubEnv('SLUICE_HOME', home);
  const server = await attackedServer(folder.path);
  await (await server.open('book.ipynb')).run('c1');
  await server.kill();
  expect(kept()).toHaveLength(1);
  await vi.waitFor(() => expect(kept()).toEqual([]), 20_000);
  vi.unstubAllEnvs();
});
