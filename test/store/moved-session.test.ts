/** Saved sessions: restored in another folder and by another person; attacks on the file. */

import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openSignature } from '../../runtime/python/index.ts';
import {
  type FoundSession,
  findSession,
  movedKernel,
  type Place,
  reportIn,
  SessionWithStore,
  StoreFolder,
  saveSession,
  takeRuns,
  unpackNotebook,
} from '../../runtime/store/index.ts';
import { testPython } from '../harness/host.ts';
import { StoreHost } from './store-host.ts';

const CELLS = [
  'n = 3',
  "# SLOW\ny = [n] * n\nopen('out.txt', 'w').write('abc')\ny",
  'len(y), n',
  '# SLOW\nz = [len(y)]\nz',
];
const PYTHON = { python: '/nowhere/python', path: ['/nowhere/lib'] };

let python: string;
let host: StoreHost;
let top: string;
const home = process.env.SLUICE_HOME;
beforeAll(async () => {
  python = await testPython();
  host = new StoreHost(python);
});
afterAll(() => host.close());
beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), 'store-moved-'));
  process.env.SLUICE_HOME = join(top, 'home');
});
afterEach(() => {
  if (home === undefined) delete process.env.SLUICE_HOME;
  else process.env.SLUICE_HOME = home;
  rmSync(top, { recursive: true, force: true });
});

interface Played {
  readonly shown: readonly string[];
  readonly restored: readonly number[];
  readonly place: Place | null;
}

async function play(
  store: StoreFolder,
  at: string,
  origin: Place | null = null,
  env: Readonly<Record<string, string>> = {},
): Promise<Played> {
  mkdirSync(at, { recursive: true });
  const kernel = movedKernel(await host.start(at, env), origin, false);
  const session = new SessionWithStore(kernel, store, { resumes: true, from: 0.5, times: 0 }, at, CELLS);
  const shown: string[] = [];
  const restored: number[] = [];
  try {
    for (const [index, source] of CELLS.entries()) {
      const outcome = await session.run(index + 1, `c${index}`, source, {});
      const { outputs } = outcome.type === 'ran' ? outcome.run.result : outcome.stored;
      if (outcome.type === 'restored') restored.push(index + 1);
      shown.push(outputs.map((each) => (each.output_type === 'stream' ? each.text : '')).join(''));
    }
    await session.finish();
    store.writeReport('r', { cells: session.reports, place: session.place });
    return { shown, restored, place: session.place };
  } finally {
    await host.end();
  }
}

function storeAt(name: string): StoreFolder {
  const store = new StoreFolder(join(top, name));
  store.prepare();
  return store;
}

/** A saved session of the cells, and what they showed. */
async function saved(
  byKeys = false,
): Promise<{ readonly file: string; readonly first: Played; readonly runs: number }> {
  const store = storeAt('store');
  const at = join(top, 'at');
  const first = await play(store, at);
  const notebook = join(at, 'n.ipynb');
  writeFileSync(notebook, '{"cells": []}');
  writeFileSync(join(at, 'log'), 'a log');
  const file = join(top, 'n.sluice-session');
  const report = store.report('r')!;
  const { runs } = await saveSession({ store, notebook, log: join(at, 'log'), report, byKeys }, file);
  return { file, first, runs };
}

test('another folder and another store', async () => {
  const { file, first, runs } = await saved();
  expect(runs).toBe(2);
  const session = findSession(file);
  expect(session.isOwn).toBe(true);
  const folder = join(top, 'there');
  const notebook = unpackNotebook(session, folder, () => join(folder, 'log'));
  expect(readFileSync(notebook, 'utf8')).toBe('{"cells": []}');
  expect(readFileSync(join(folder, 'log'), 'utf8')).toBe('a log');
  expect(readFileSync(join(folder, 'requirements.txt'), 'utf8')).toMatch(/^# Python 3/);
  expect(reportIn(session).map(({ fate }) => fate)).toEqual(['not stored', 'stored', 'not stored', 'stored']);
  const store = storeAt('store-there');
  expect(takeRuns(session, store, folder, PYTHON)).toEqual({ taken: 2, refused: [] });
  const again = await play(store, folder);
  expect(again.restored).toEqual([2, 4]);
  expect(again.shown).toEqual(first.shown);
  expect(readFileSync(join(folder, 'out.txt'), 'utf8')).toBe('abc');
});

test('another machine with the same versions', async () => {
  const { file, first } = await saved();
  const session = findSession(file);
  const folder = join(top, 'there');
  unpackNotebook(session, folder, null);
  const store = storeAt('store-there');
  takeRuns(session, store, folder, PYTHON);
  const { place } = session.contents;
  // (as if they had been computed elsewhere)
  const env = { HOME: '/elsewhere' };
  expect((await play(store, folder, null, env)).restored).toEqual([]);
  const other = storeAt('other-store');
  takeRuns(session, other, folder, PYTHON);
  expect(await play(other, folder, place, env)).toMatchObject({ restored: [2, 4], shown: first.shown });
});

test('another machine with other variables or versions', async () => {
  const { file, first } = await saved();
  const session = findSession(file);
  const { place } = session.contents;
  const folder = join(top, 'there');
  const tries: readonly (readonly [Place, Readonly<Record<string, string>>])[] = [
    [place!, { OMP_DYNAMIC: 'true' }],
    [{ ...place!, packages: { ...place!.packages, numpy: '0.1' } }, { HOME: '/elsewhere' }],
    [{ ...place!, version: '3.9.1' }, { HOME: '/elsewhere' }],
    [{ ...place!, system: 'Plan 9' }, { HOME: '/elsewhere' }],
  ];
  for (const [at, [origin, env]] of tries.entries()) {
    const store = storeAt(`store-${at}`);
    takeRuns(session, store, folder, PYTHON);
    expect(await play(store, folder, origin, env)).toMatchObject({ restored: [], shown: first.shown });
  }
});

test('another person', async () => {
  const { file } = await saved();
  const { signer } = findSession(file);
  process.env.SLUICE_HOME = join(top, 'other-home');
  expect(findSession(file)).toMatchObject({ isOwn: false, signer });
});

test('what is cheap to compute stays out by keys', async () => {
  expect((await saved(true)).runs).toBe(2);
});

test('nothing is overwritten', async () => {
  const { file } = await saved();
  const session = findSession(file);
  const folder = join(top, 'full');
  mkdirSync(folder);
  writeFileSync(join(folder, 'mine'), '1');
  expect(() => unpackNotebook(session, folder, null)).toThrow('exists already');
  expect(readdirSync(folder)).toEqual(['mine']);
  writeFileSync(join(top, 'file'), '1');
  expect(() => unpackNotebook(session, join(top, 'file'), null)).toThrow('exists already');
  symlinkSync(join(top, 'elsewhere'), join(top, 'link'));
  expect(() => unpackNotebook(session, join(top, 'link'), null)).toThrow();
  expect(existsSync(join(top, 'elsewhere'))).toBe(false);
  const { store, notebook } = { store: storeAt('store'), notebook: join(top, 'at', 'n.ipynb') };
  const report = store.report('r')!;
  await expect(saveSession({ store, notebook, log: '', report, byKeys: false }, file)).rejects.toThrow(
    'exists already',
  );
});

/** A changed file: its members, signed again by whoever has `SLUICE_HOME`. */
function forged(
  session: FoundSession,
  change: (members: Map<string, Buffer>, contents: Contents) => void,
): string {
  const members = new Map([...session.archive.names].map((name) => [name, session.archive.read(name)!]));
  const contents = structuredClone(session.contents) as Contents;
  change(members, contents);
  const listed = JSON.stringify(contents);
  members.set('contents.json', Buffer.from(listed));
  members.set('signature.json', Buffer.from(JSON.stringify(openSignature(listed))));
  return zipped(members);
}

type Contents = { notebook: string; members: Record<string, { sha256: string; size: number }> };

function zipped(members: ReadonlyMap<string, Buffer>, level: 0 | 9 = 0): string {
  const path = join(top, `forged-${readdirSync(top).length}.sluice-session`);
  writeFileSync(
    path,
    zipSync(Object.fromEntries([...members].map(([name, bytes]) => [name, [bytes, { level }]]))),
  );
  return path;
}

const first = (members: ReadonlyMap<string, Buffer>, start: string): string =>
  [...members.keys()].find((name) => name.startsWith(start))!;

test('attacks on the file', { timeout: 120_000 }, async () => {
  const { file } = await saved();
  const session = findSession(file);
  const bytes = readFileSync(file);
  const all = (): Map<string, Buffer> =>
    new Map([...session.archive.names].map((name) => [name, session.archive.read(name)!]));
  const broken = (name: string, content: Buffer | string): string => {
    const path = join(top, `${name}.sluice-session`);
    writeFileSync(path, content);
    return path;
  };
  const cut = [0, 10, bytes.length >> 1, bytes.length - 1].map((end, at) =>
    broken(`cut-${at}`, bytes.subarray(0, end)),
  );
  for (const path of cut) expect(() => findSession(path), path).toThrow('no intact saved session');
  expect(() => findSession(broken('text', 'not a zip'))).toThrow('no intact saved session');
  expect(() => findSession(top)).toThrow('no intact saved session');
  // a value with other bytes, two values swapped, an addition, a missing part
  const values = [...session.archive.names].filter((name) => name.startsWith('values/'));
  const changes: ((members: Map<string, Buffer>) => void)[] = [
    (members) => members.set(values[0]!, Buffer.from('other')),
    (members) => {
      const [a, b] = [members.get(values[0]!)!, members.get(values[1]!)!];
      members.set(values[0]!, b).set(values[1]!, a);
    },
    (members) => members.set('../../evil', Buffer.from('x')),
    (members) => members.delete('notebook'),
    (members) => members.delete(values[0]!),
    (members) => members.delete('signature.json'),
    (members) =>
      members.set(
        'contents.json',
        Buffer.from(members.get('contents.json')!.toString().replace('n.ipynb', 'm.ipynb')),
      ),
    (members) => members.set('notebook', Buffer.from('{"cells": [1]}')),
  ];
  for (const [at, change] of changes.entries()) {
    const members = all();
    change(members);
    const path = zipped(members);
    expect(() => findSession(path), String(at)).toThrow('no intact saved session');
  }
  // compressed parts may be larger than they look
  const compressed = zipped(all(), 9);
  expect(() => findSession(compressed)).toThrow('is compressed');
  // a length that the file does not have
  const long = Buffer.from(bytes);
  const entry = long.lastIndexOf(Buffer.from('504b0102', 'hex'));
  long.writeUInt32LE(0xfffffff0, entry + 24);
  long.writeUInt32LE(0xfffffff0, entry + 20);
  expect(() => findSession(broken('long', long))).toThrow('no intact saved session');
});

test('attacks by a trusted person', { timeout: 120_000 }, async () => {
  const { file } = await saved();
  const session = findSession(file);
  for (const name of ['../n.ipynb', '/n.ipynb', '.bashrc', 'a/b.ipynb', '', 'a\\b.ipynb']) {
    const path = forged(session, (_, contents) => {
      contents.notebook = name;
    });
    expect(() => findSession(path), name).toThrow('no intact saved session');
  }
  const folder = join(top, 'there');
  const withRun = (
    change: (run: {
      files: { path: string }[];
      source: string;
      key: string;
      values: { sha256: string }[];
    }) => void,
  ): string =>
    forged(session, (members, contents) => {
      const name = first(members, 'runs/');
      const run = JSON.parse(members.get(name)!.toString());
      change(run);
      const content = Buffer.from(JSON.stringify(run));
      members.set(name, content);
      const { createHash } = process.getBuiltinModule('node:crypto');
      contents.members[name] = {
        sha256: createHash('sha256').update(content).digest('hex'),
        size: content.length,
      };
    });
  const files = ['../out.txt', './../out.txt', '/etc/out.txt', './a/../../out.txt', './'];
  const attacks = [
    ...files.map((path) => withRun((run) => run.files.push({ ...run.files[0]!, path }))),
    withRun((run) => {
      run.source = '../../../../evil';
    }),
    withRun((run) => {
      run.key = `${'0'.repeat(31)}1`;
    }),
    withRun((run) => {
      run.values.push({ ...run.values[0]!, sha256: '0'.repeat(64) });
    }),
    withRun((run) => {
      run.values.push({ ...run.values[0]!, sha256: '../../evil' });
    }),
  ];
  for (const [at, path] of attacks.entries()) {
    const store = storeAt(`attacked-${at}`);
    const { taken, refused } = takeRuns(findSession(path), store, folder, PYTHON);
    expect([taken, refused.length], `${at}: ${refused}`).toEqual([1, 1]);
    expect(existsSync(join(top, 'out.txt'))).toBe(false);
  }
});
