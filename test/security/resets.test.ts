import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Folder, makeFolder, notebookText } from '../cli/sluice.ts';
import { Choices } from '../generator/random.ts';
import { AttackedServer, resetConnections } from './attacked-server.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let folder: Folder;
let server: AttackedServer;

beforeAll(async () => {
  folder = makeFolder({ 'book.ipynb': notebookText(['x = 1']) });
  server = await AttackedServer.start(folder.path);
});

afterAll(async () => {
  expect(await server.end()).not.toContain('bug in Sluice');
  folder.remove();
});

test.each([false, true])(
  'connections that are reset while they open end nothing (known: %s)',
  async (known) => {
    await resetConnections(server, 100, new Choices(7), known);
    expect(await server.isAlive()).toBe(true);
  },
);
