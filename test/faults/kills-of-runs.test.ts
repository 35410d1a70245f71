import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { makeFolder, notebookText } from '../cli/sluice.ts';
import { Choices } from '../generator/random.ts';
import { AttackedServer } from '../security/attacked-server.ts';
import { ageOfLost, clock, LARGE } from './kills-of-runs.ts';

vi.setConfig({ testTimeout: 180_000 });

/** A busy machine saves later. */
const SLOW_MS = 3_000;

test.each([
  ['killed', clock(), 'SIGKILL', 5_000],
  ['killed, with a large output', clock(LARGE), 'SIGKILL', 10_000],
  ['interrupted', clock(), 'SIGINT', 1_000],
  ['terminated', clock(), 'SIGTERM', 1_000],
] as const)(
  'outputs of a running cell are in the file when the server is %s',
  async (_, cell, signal, oldest) => {
    const folder = makeFolder({ 'book.ipynb': notebookText([cell]) });
    try {
      // longer than any output may be in no file
      const ms = oldest + SLOW_MS + new Choices(Date.now()).int(0, 2_000);
      expect(await ageOfLost(folder.path, ms, signal)).toBeLessThan(oldest + SLOW_MS);
    } finally {
      folder.remove();
    }
  },
);

test('outputs of a cell in which the kernel dies are in the file', async () => {
  const dies = 'print("before", flush=True)\nimport time, os\ntime.sleep(0.5)\nos._exit(1)';
  const folder = makeFolder({ 'book.ipynb': notebookText([dies]) });
  const server = await AttackedServer.start(folder.path);
  try {
    const page = await server.page('book.ipynb');
    await page.hears(({ type }) => type === 'notebook');
    page.send(JSON.stringify({ op: 'run', cells: ['c1'] }));
    await expect
      .poll(() => readFileSync(join(folder.path, 'book.ipynb'), 'utf8'), { timeout: 60_000 })
      .toContain('before\\n');
  } finally {
    await server.end('SIGKILL');
    folder.remove();
  }
});
