/** An editor on the server: joins the running one, and saves the file itself until it leaves. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { makeFolder, notebookText, sluice } from '../cli/sluice.ts';
import { type AttackedServer, attackedServer } from '../faults/served-line.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const folder = makeFolder({ 'sub/a.ipynb': notebookText(['x = 1']) });
const file = join(folder.path, 'sub', 'a.ipynb');
const onDisk = () => readFileSync(file, 'utf8');
let server: AttackedServer;

beforeAll(async () => {
  server = await attackedServer(folder.path);
});
afterAll(async () => {
  await server.stop();
  folder.remove();
});

test('sluice open --join prints the address at the running server, and ends', async () => {
  const { code, stdout, stderr } = await sluice(['open', file, '--no-browser', '--join']);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/notebooks\/sub\/a\.ipynb\?token=[\w-]+\n$/);
  expect(stderr).toMatch(/the server is that of sluice open/);
});

test('sluice open refuses to join a server that keeps results in another place', async () => {
  const { code, stdout, stderr } = await sluice(['open', file, '--no-browser', '--join', '--store', 'on']);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(
    /serves this folder already, with another --store: end it first, or leave out --store/,
  );
});

test('while an editor saves the file, the server does not, and nobody sees a conflict', async () => {
  const path = 'sub/a.ipynb';
  const editor = await server.open(path);
  const page = await server.open(path);
  const before = onDisk();
  editor.say({ op: 'saves-itself' });
  editor.say({ op: 'insert', cell: 'new', type: 'code', source: 'y = x', before: null });
  await vi.waitFor(() => expect(page.cell('new').source).toBe('y = x'));
  await page.run('c1');
  page.say({ op: 'save' });
  await sleep(4000);
  expect(onDisk()).toBe(before);

  // the editor saves, and goes on
  folder.write(path, before.replace('x = 1', 'x = 5'));
  await sleep(2500);
  expect(page.cell('new').source).toBe('y = x');
  await page.until(({ saved }) => saved === 'saved');

  // after it has left, the file counts
  editor.close();
  await vi.waitFor(async () => expect((await server.open(path)).cell('c1').source).toBe('x = 5'));
  expect(() => page.cell('new')).toThrow();
  page.say({ op: 'insert', cell: 'last', type: 'code', source: 'z = 1', before: null });
  await vi.waitFor(() => expect(onDisk()).toMatch(/z = 1/), { timeout: 10_000 });
});
