/** Notebooks of other languages on the command line, with a real kernel: `run` and `export` take them, analyses refuse in one line. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ensurePrivatePython } from '../../runtime/python/index.ts';
import { installBash } from './bash-kernel.ts';
import { type Folder, makeFolder, sluice } from './sluice.ts';

let folder: Folder;
let file: string;
beforeAll(async () => {
  folder = makeFolder();
  vi.stubEnv('JUPYTER_PATH', folder.path);
  installBash(folder.path, process.env.SLUICE_TEST_PYTHON ?? (await ensurePrivatePython(() => {})));
  file = folder.write('sh.ipynb', book('bash', ['x=20', 'echo $((x + 1))', 'false', 'echo never']));
}, 120_000);
afterAll(() => folder.remove());

function book(language: string, sources: readonly string[]): string {
  const cells = sources.map((source, at) => ({
    cell_type: 'code',
    execution_count: null,
    id: `c${at}`,
    metadata: {},
    outputs: [],
    source,
  }));
  const metadata = { kernelspec: { name: `test-${language}`, display_name: language, language }, mine: 1 };
  return JSON.stringify({ cells, metadata, nbformat: 4, nbformat_minor: 5 });
}

test('run takes the kernel that the notebook names, and stops at an error', async () => {
  const out = join(folder.path, 'out.ipynb');
  const { code, stderr } = await sluice(['run', file, '-o', out]);
  expect([code, stderr.trim().split('\n').at(-1)]).toEqual([
    1,
    `cell 3 failed: Exit: 1; stopped there, saved ${out}`,
  ]);
  const { cells, metadata } = JSON.parse(readFileSync(out, 'utf8'));
  expect(cells.map((cell: { outputs: { text?: string }[] }) => cell.outputs[0]?.text)).toEqual([
    undefined,
    ['21\n'],
    undefined,
    undefined,
  ]);
  expect(metadata).toEqual(JSON.parse(readFileSync(file, 'utf8')).metadata);
}, 120_000);

test('export writes its code as it is', async () => {
  const markdown = await sluice(['export', file, '--to', 'md']);
  expect(markdown).toMatchObject({ code: 0, stdout: expect.stringContaining('```bash\nx=20\n```') });
  const html = await sluice(['export', file, '--to', 'html']);
  expect(html).toMatchObject({ code: 0, stdout: expect.stringContaining('<span class="line">x=20') });
}, 120_000);

test.each([
  ['check'],
  ['graph'],
  ['slice', '--cell', '2'],
  ['run', '--reactive'],
  ['run', '-p', 'x=3'],
  ['export', '--to', 'py'],
  ['sweep', '-p', 'x=1,2', '--collect', 'x'],
])(
  '%s refuses in one line',
  async (...args) => {
    const { code, stderr } = await sluice([args[0]!, file, ...args.slice(1)]);
    expect(stderr.split('\n')[0]).toBe(
      `sluice: ${file} is a notebook for bash (kernel "test-bash"); this needs Python, but sluice open, run and export take it`,
    );
    expect(code).toBeGreaterThan(0);
  },
  60_000,
);

test('run says which kernel is missing', async () => {
  const other = folder.write('r.ipynb', book('R', ['1']));
  const { code, stderr } = await sluice(['run', other]);
  expect(code).toBe(2);
  expect(stderr).toContain('there is no kernel "test-R", and no other one for R here');
}, 60_000);
