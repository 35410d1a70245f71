/** Folders in which names known to Sluice belong to something else: a device without end, a pipe, a folder, a file of 5 GB. */

import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type Finished, type Folder, makeFolder, notebookText, startSluice } from '../cli/sluice.ts';
import { AttackedServer } from './attacked-server.ts';

vi.setConfig({ testTimeout: 240_000 });

/** Names beside a notebook that Sluice opens by itself. */
const NAMES = [
  ...['sluice.toml', 'pyproject.toml', 'requirements.txt', 'requirements-dev.txt', 'constraints.txt'],
  ...['setup.py', 'setup.cfg', 'environment.yml', 'Pipfile', 'uv.lock', 'ruff.toml', 'requirements/base.txt'],
  ...['sluice-effects.pyi', 'helper.py', '.git', '.sluice/book.ipynb.session.jsonl'],
  ...['.sluice/book.ipynb.answers.json', 'other.ipynb', 'history.sqlite', 'played.jsonl'],
];

const PLANTED: Readonly<Record<string, (path: string) => void>> = {
  'a link to a device': (path) => symlinkSync('/dev/zero', path),
  'a pipe': (path) => execFileSync('mkfifo', [path]),
  'a link in a circle': (path) => symlinkSync(path, path),
  'a folder': (path) => mkdirSync(path),
  'a file of 5 GB': (path) => {
    writeFileSync(path, '');
    truncateSync(path, 5_000_000_000);
  },
};

const LIMIT_MS = 30_000;

let folder: Folder;
afterEach(() => folder.remove());

/** A folder where all names but `sluice.toml`, of which each command speaks first, are planted; or only the one. */
function plantedFolder(what: string, names: readonly string[]): Folder {
  const made = makeFolder({
    'book.ipynb': notebookText(['import helper\nimport numpy', 'df = helper.load()', 'print(df)']),
  });
  for (const name of names) {
    mkdirSync(dirname(join(made.path, name)), { recursive: true });
    PLANTED[what]!(join(made.path, name));
  }
  return made;
}

const OTHERS = NAMES.filter((name) => name !== 'sluice.toml');

/** The end of a command; it is killed when it does not end, or takes more than a gigabyte. */
async function ended(...args: readonly string[]): Promise<Finished & { readonly most: number }> {
  const { child, finished } = startSluice(args);
  let [most, done] = [0, false];
  const deadline = Date.now() + LIMIT_MS;
  void finished.then(() => {
    done = true;
  });
  while (!done) {
    most = Math.max(most, memoryOf(child.pid!));
    if (most > 1_000 || Date.now() > deadline) child.kill('SIGKILL');
    await sleep(20);
  }
  return { ...(await finished), most };
}

/** Megabytes. */
function memoryOf(pid: number): number {
  try {
    const status = execFileSync('grep', ['VmRSS', `/proc/${pid}/status`], { encoding: 'utf8' });
    return Number(/\d+/.exec(status)?.[0] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

describe.each(Object.keys(PLANTED))('%s', (what) => {
  test('commands come to an end, and say what is wrong in one line', async () => {
    folder = plantedFolder(what, OTHERS);
    const book = join(folder.path, 'book.ipynb');
    for (const args of [
      ['check', book],
      ['check', folder.path],
      ['query', book, 'SELECT * FROM cells'],
      ['graph', book],
      ['what-if', book],
    ]) {
      const { code, signal, stderr } = await ended(...args);
      expect([args[0], signal]).toEqual([args[0], null]);
      // such a file is left out, or refused in words
      expect([0, 1, 2]).toContain(code);
      expect(stderr).not.toContain('bug');
      expect(stderr.split('\n').length).toBeLessThan(30);
    }
  });

  // (a link in a circle leads to no settings)
  test.skipIf(what === 'a link in a circle')('settings that cannot be read are said', async () => {
    folder = plantedFolder(what, ['sluice.toml']);
    const { code, stderr, signal } = await ended('check', join(folder.path, 'book.ipynb'));
    expect([signal, code]).toEqual([null, 2]);
    expect(stderr).toMatch(/^sluice: .*sluice\.toml.*\n$/);
  });

  test('a source that is none is refused in one line', async () => {
    folder = plantedFolder(what, ['source.ipynb']);
    const { code, stderr, signal } = await ended('check', join(folder.path, 'source.ipynb'));
    if (what === 'a folder') return;
    expect([signal, code]).toEqual([null, 2]);
    expect(stderr).toMatch(/^sluice: .*source\.ipynb.*\n$/);
  });

  test('a server starts, opens the notebook and goes on', async () => {
    folder = plantedFolder(what, OTHERS);
    const server = await AttackedServer.start(folder.path);
    try {
      const page = await server.page('book.ipynb');
      await page.hears(({ type }) => type === 'notebook');
      await sleep(3_000);
      expect(await server.isAlive()).toBe(true);
      expect(memoryOf(server.pid)).toBeLessThan(1_000);
      for (const name of what === 'a file of 5 GB' ? [] : readdirSync(folder.path)) {
        if (name.startsWith('.') || name === 'book.ipynb' || name === 'requirements') continue;
        const { status } = await server.ask(`/files/${name}`, { headers: server.known });
        expect(status).toBeGreaterThanOrEqual(400);
      }
      page.close();
    } finally {
      await server.end();
    }
  });
});

test('also a file that is replaced while a server runs is read within its bounds', async () => {
  folder = plantedFolder('a folder', []);
  const server = await AttackedServer.start(folder.path);
  try {
    const page = await server.page('book.ipynb');
    await page.hears(({ type }) => type === 'notebook');
    for (const what of Object.keys(PLANTED)) {
      rmSync(join(folder.path, 'book.ipynb'), { recursive: true, force: true });
      PLANTED[what]!(join(folder.path, 'book.ipynb'));
      await sleep(2_500);
      expect([what, await server.isAlive(), memoryOf(server.pid) < 1_000]).toEqual([what, true, true]);
    }
    page.close();
  } finally {
    await server.end();
  }
});

describe('a history in WAL mode, which is copied with its journals', () => {
  test.each(Object.keys(PLANTED).filter((what) => what !== 'a link in a circle'))(
    'whose journal is %s is refused',
    async (what) => {
      folder = makeFolder();
      const history = join(folder.path, 'history.sqlite');
      // how such a file begins: 2 and 2 stand for the mode
      folder.write(
        'history.sqlite',
        Buffer.from(`SQLite format 3\0\x10\0\x02\x02${'\0'.repeat(80)}`, 'latin1'),
      );
      PLANTED[what]!(`${history}-wal`);
      const { code, stderr, signal } = await ended('replay', history, '--session', '1');
      expect([signal, code]).toEqual([null, 2]);
      expect(stderr).toMatch(/^sluice: cannot read .*history\.sqlite: .*\n$/);
    },
  );
});
