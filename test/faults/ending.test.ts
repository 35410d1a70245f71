/** The fate of unsaved work when a server ends, or fails where it must not. */

import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Folder, makeFolder, notebookText } from '../cli/sluice.ts';
import { AttackedServer } from '../security/attacked-server.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

/** Loaded into the server: a signal makes the server fail as by a bug of ours. */
const FAULTY = "process.on('SIGUSR2', () => setTimeout(() => { throw new Error('a fault on purpose'); }));";

const TYPED = {
  op: 'edit',
  cell: 'c1',
  version: 0,
  edits: [{ client: 'a', changes: [5, [0, '  # typed']] }],
};

let folder: Folder;
let notebook: string;
let server: AttackedServer;

beforeEach(async () => {
  folder = makeFolder({ 'book.ipynb': notebookText(['x = 1']) });
  notebook = join(folder.path, 'book.ipynb');
  server = await AttackedServer.start(folder.path, {
    NODE_OPTIONS: `--import "data:text/javascript,${encodeURIComponent(FAULTY)}"`,
  });
});
afterEach(() => folder.remove());

/** Types in a page of the notebook until the server has the text. */
async function type(): Promise<Awaited<ReturnType<AttackedServer['page']>>> {
  const page = await server.page('book.ipynb');
  await page.hears(({ type }) => type === 'notebook');
  page.send(JSON.stringify(TYPED));
  await page.hears(({ type }) => type === 'edits');
  return page;
}

test('a failure that nobody has caught saves notebooks, is said, and ends nothing', async () => {
  const page = await type();
  process.kill(server.pid, 'SIGUSR2');
  const said = await page.hears(({ type }) => type === 'error');
  expect(said).toMatchObject({ message: expect.stringMatching(/Notebooks are saved.*a fault on purpose/) });
  expect(readFileSync(notebook, 'utf8')).toContain('# typed');
  expect(await server.isAlive()).toBe(true);
  expect(await server.end()).toMatch(/a fault on purpose \(this is a bug in Sluice/);
});

test('what is typed is saved when it ends', async () => {
  await type();
  await server.end();
  expect(readFileSync(notebook, 'utf8')).toContain('# typed');
});

test('and beside a file that somebody else has changed', async () => {
  await type();
  const foreign = notebookText(['of another']);
  writeFileSync(notebook, foreign);
  const said = await server.end('SIGINT');
  const beside = join(folder.path, 'book.unsaved.ipynb');
  expect(said).toContain(`what is not saved is in ${beside}`);
  expect(readFileSync(notebook, 'utf8')).toBe(foreign);
  expect(readFileSync(beside, 'utf8')).toContain('# typed');
});

test('a notebook that was renamed outside is asked about, and not made anew', async () => {
  const page = await server.page('book.ipynb');
  await page.hears(({ type }) => type === 'notebook');
  renameSync(notebook, join(folder.path, 'other.ipynb'));
  page.send(JSON.stringify(TYPED));
  await page.hears((message) => message.type === 'change' && message.notebook?.saved === 'gone');
  expect(existsSync(notebook)).toBe(false);
  page.send('{"op":"save","overwrite":true}');
  await page.hears((message) => message.type === 'change' && message.notebook?.saved === 'saved');
  expect(readFileSync(notebook, 'utf8')).toContain('# typed');
  await server.end();
});
