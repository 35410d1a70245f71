import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Folder, makeFolder, notebookText } from '../cli/sluice.ts';
import { Choices } from '../generator/random.ts';
import { AttackedServer } from './attacked-server.ts';
import { askBogusPaths, sendBogusFrames } from './attacks.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let folder: Folder;
let server: AttackedServer;

beforeAll(async () => {
  folder = makeFolder({ 'book.ipynb': notebookText(['x = 1', 'y = x']) });
  server = await AttackedServer.start(folder.path);
});

afterAll(async () => {
  expect(await server.end()).not.toContain('bug in Sluice');
  folder.remove();
});

test('frames that are no messages are answered, and end nothing', async () => {
  const page = await server.page('book.ipynb');
  for (const frame of ['{', Buffer.from([1, 2]), '{"op":"insert","cell":"z","type":"bogus"}', 'null']) {
    const before = page.heard.length;
    page.send(frame);
    await expect
      .poll(() => page.heard.slice(before))
      .toContainEqual(
        expect.objectContaining({ type: 'error', message: expect.stringMatching(/does not understand/) }),
      );
  }
  page.close();
  expect(await server.isAlive()).toBe(true);
});

test('nor do two hundred from a seed, and the notebook stays one', async () => {
  const file = join(folder.path, 'book.ipynb');
  expect(await sendBogusFrames(server, file, 'book.ipynb', 200, new Choices(1))).toEqual([]);
  expect(await server.isAlive()).toBe(true);
});

test('addresses and bodies that are wrong are refused in words', async () => {
  expect(await askBogusPaths(server, 200, new Choices(2))).toEqual([]);
  expect(await server.isAlive()).toBe(true);
});

test('addresses of other servers are refused, whole ones of this server are taken', async () => {
  for (const address of [
    'http://evil/',
    'http://evil/api/files',
    'https://evil:443/tree',
    'ftp://evil/',
    '*',
  ]) {
    const { status, text } = await server.ask(address, { headers: server.known });
    expect([address, status, text.length < 200]).toEqual([address, 400, true]);
  }
  expect((await server.ask(`${server.origin}/api/files`, { headers: server.known })).status).toBe(200);
});
