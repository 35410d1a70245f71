/**
 * Opening a notebook runs nothing of its folder: not at Python's start, nor at ours, nor for a person's requests about code that
 * has not run.
 */

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type KernelClient, startKernel } from '../../runtime/kernel/index.ts';
import { formatCode } from '../../runtime/live/questions/format-code.ts';
import { ensurePrivatePython } from '../../runtime/python/index.ts';
import { notebookText, sluice } from '../cli/sluice.ts';
import { startStockServer } from '../kernel/stock-server.ts';
import { type TrappedFolder, trappedFolder } from './trapped-folder.ts';

vi.setConfig({ testTimeout: 60_000 });

let folder: TrappedFolder;
let kernel: KernelClient | null = null;

beforeEach(() => {
  folder = trappedFolder();
});
afterEach(async () => {
  await kernel?.shutdown();
  kernel = null;
  vi.unstubAllEnvs();
  folder.remove();
});

/** Makes every request to a kernel without a run of a cell. */
async function askAround(client: KernelClient): Promise<void> {
  await client.ask({ type: 'complete', code: 'impor', cursor: 5 });
  await client.ask({ type: 'inspect', code: 'print', cursor: 5 });
  await client.execute({ code: '1', silent: true, storeHistory: false });
  await formatCode(client, 'x  =  1');
}

/** The visible facts of a kernel's start. */
const FACTS = `
import json, multiprocessing.spawn, os, sys
def given(arguments):
    return [text for text in arguments[:-1] if 'code_to_run' not in text]
facts = [sys.path, given(sys.argv), given(sys.orig_argv), os.getcwd(), os.environ.get('PYTHONPATH'), list(map(str, _dh)),
    get_ipython().starting_dir, multiprocessing.spawn.get_preparation_data('x')['sys_path'], sys.flags.isolated,
    [name for name in os.environ if 'SLUICE_FOLDER' in name], get_ipython().events.callbacks['pre_run_cell'] == []]
with open('FACTS', 'w') as f:
    json.dump(facts, f)
`;

/** The facts of a kernel started by Jupyter. */
async function factsOfStock(): Promise<string> {
  const code = "--IPKernelApp.code_to_run=import os; exec(os.environ['CODE']); os._exit(0)";
  const args = ['-m', 'ipykernel_launcher', code, '-f', 'connection.json'];
  const env = { ...process.env, CODE: FACTS };
  spawnSync(await ensurePrivatePython(() => {}), args, { cwd: folder.path, env });
  return readFileSync(join(folder.path, 'FACTS'), 'utf8');
}

test('a kernel imports nothing before the first cell, and then is like any other', async () => {
  // an empty part means the current folder
  vi.stubEnv('PYTHONPATH', `:inner:${folder.path}/../nowhere`);
  kernel = await startKernel({ cwd: folder.path });
  await askAround(kernel);
  expect(folder.sprung()).toBe('');
  folder.disarm();
  expect(await kernel.execute({ code: FACTS })).toMatchObject({ status: 'ok' });
  const facts = readFileSync(join(folder.path, 'FACTS'), 'utf8');
  expect(JSON.parse(facts)).toEqual(JSON.parse(await factsOfStock()));
});

test('modules beside the notebook are there for cells, and for processes that they start', async () => {
  folder.write('main.py', 'from beside import double\nshown = double(4)\n');
  kernel = await startKernel({ cwd: folder.path, kernelName: 'python3' });
  await kernel.restart();
  expect(folder.sprung()).toBe('');
  folder.disarm();
  const code = `
import multiprocessing
from beside import double
with multiprocessing.get_context('spawn').Pool(1) as pool:
    print(pool.map(double, [1, 2]))
%run main.py
print(shown)`;
  expect((await kernel.execute({ code })).outputs).toMatchObject([{ text: '[2, 4]\n8\n' }]);
});

test('neither does a kernel of another server, once it is in the folder', async () => {
  const stock = await startStockServer();
  kernel = await startKernel({ server: stock, cwd: folder.path });
  await askAround(kernel);
  expect(folder.sprung()).toBe('');
  const run = await kernel.execute({ code: 'import beside, sys\n"" in sys.path' });
  expect(run).toMatchObject({ status: 'ok', outputs: [{ data: { 'text/plain': 'True' } }] });
  await kernel.shutdown();
  kernel = null;
  await stock.stop();
});

test('nor do commands that are given in the folder', async () => {
  const python = await ensurePrivatePython(() => {});
  const file = folder.write('book.ipynb', notebookText([]));
  const { code, stderr } = await sluice(['run', file, '--python', python], { cwd: folder.path });
  expect([code, stderr]).toEqual([0, expect.stringContaining('0 cells ran')]);
  expect(folder.sprung()).toBe('');
});
