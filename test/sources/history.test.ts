import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readSource, type SessionList, type SourceSession } from '../../runtime/sources/index.ts';
import histories from '../cases/sources/histories.json' with { type: 'json' };

const python = process.env.SLUICE_TEST_PYTHON ?? 'python3';

// Each test starts several Pythons, on a machine that may be busy.
vi.setConfig({ testTimeout: 60_000 });

let folder: string;
let temporary: string;
let formerTemporary: string | undefined;
let children: ChildProcess[];
beforeEach(() => {
  const root = mkdtempSync(join(tmpdir(), 'sluice-history-test-'));
  folder = join(root, 'profile #1?');
  temporary = join(root, 'tmp');
  mkdirSync(folder);
  mkdirSync(temporary);
  // The reader's private copies go here, so that a test can see whether one is left.
  formerTemporary = process.env.TMPDIR;
  process.env.TMPDIR = temporary;
  children = [];
});
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  if (formerTemporary === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = formerTemporary;
  rmSync(join(folder, '..'), { recursive: true });
});

const TABLES = histories[0]!.sql.slice(0, 3);
const ONE_SESSION = [
  ...TABLES,
  "INSERT INTO sessions VALUES (1, '2024-01-01 00:00:00', NULL, NULL, '')",
  "INSERT INTO history VALUES (1, 1, 'a = 1', 'a = 1')",
];

function makeHistory(sql: readonly string[]): string {
  const path = join(folder, 'history.sqlite');
  const script =
    'import sqlite3, sys, json\ndb = sqlite3.connect(sys.argv[1])\nfor s in json.loads(sys.argv[2]): db.execute(s)\ndb.commit()';
  execFileSync(python, ['-c', script, path, JSON.stringify(sql)]);
  return path;
}

/** Runs Python code with `db` open on `path`, until the first printed line. */
async function hold(path: string, code: string): Promise<ChildProcess> {
  const script = `import sqlite3, sys, time\ndb = sqlite3.connect(sys.argv[1], isolation_level=None)\n${code}\nprint('ready', flush=True)\ntime.sleep(60)`;
  const child = spawn(python, ['-c', script, path], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  await once(child.stdout!, 'data');
  return child;
}

/** All constant facts: names, content, times of change. */
function snapshot(): unknown {
  return readdirSync(folder).map((name) => {
    const path = join(folder, name);
    return [name, statSync(path).mtimeMs, readFileSync(path).toString('base64')];
  });
}

async function readUnchanged(path: string, session?: number): Promise<SourceSession | SessionList> {
  const before = snapshot();
  try {
    return await readSource(path, { python: () => python, session });
  } finally {
    expect(snapshot()).toEqual(before);
    expect(readdirSync(temporary)).toEqual([]);
  }
}

async function readSources(path: string, session = 1): Promise<readonly string[]> {
  const source = await readUnchanged(path, session);
  if (source.type !== 'session') throw new Error('expected a session');
  return source.events.map((event) => (event.type === 'run' ? event.source : event.type));
}

describe('schema variants', () => {
  test.each(histories)('$name', async ({ sql, sessions, sources }) => {
    const path = makeHistory(sql);
    expect(await readUnchanged(path)).toEqual({ type: 'session-list', path, sessions });
    for (const [session, texts] of Object.entries(sources)) {
      expect(await readSources(path, Number(session))).toEqual(texts);
    }
  });

  test('an end in UTC, as IPython 9 writes it, is shown in local time like the start', async () => {
    const path = makeHistory([
      ...TABLES,
      "INSERT INTO sessions VALUES (1, '2025-01-01 12:00:00.5', '2025-01-01 12:00:00.123456+00:00', 1, '')",
    ]);
    process.env.TZ = 'Etc/GMT-5';
    try {
      const list = await readUnchanged(path);
      expect(list).toMatchObject({
        sessions: [{ start: '2025-01-01 12:00:00', end: '2025-01-01 17:00:00' }],
      });
    } finally {
      delete process.env.TZ;
    }
  });

  test('a session: runs of inferred cells', async () => {
    const path = makeHistory([
      ...ONE_SESSION,
      "INSERT INTO history VALUES (1, 2, '', 'total = sum(values)'), (1, 4, '', 'total = sum(value)'), (1, 9, '', 'a = 1')",
    ]);
    expect(await readUnchanged(path, 1)).toMatchObject({
      kind: 'history',
      order: ['cell-1', 'cell-2'],
      info: { session: 1, executions: 4 },
      events: [
        { cell: 'cell-1', source: 'a = 1' },
        { cell: 'cell-2', source: 'total = sum(values)' },
        { cell: 'cell-2', source: 'total = sum(value)' },
        { cell: 'cell-1', source: 'a = 1' },
      ],
    });
  });

  test('an unknown session names the nearest, and what there is', async () => {
    const path = makeHistory([...ONE_SESSION, "INSERT INTO history VALUES (7, 1, 'z', 'z')"]);
    await expect(readUnchanged(path, 5)).rejects.toThrow(
      /has no session 5; the nearest is 7 \("z"\); choose one with --session N \(there is 1, 7\)$/,
    );
  });
});

describe('a file in use is read, and never changed', () => {
  test('locked exclusively by another process', async () => {
    const path = makeHistory(ONE_SESSION);
    await hold(path, "db.execute('BEGIN EXCLUSIVE')\ndb.execute('DELETE FROM history')");
    expect(await readSources(path)).toEqual(['a = 1']);
  });

  test('in WAL mode, not merged: while open, and after the writer was killed', async () => {
    const path = makeHistory(ONE_SESSION);
    const writer = await hold(
      path,
      `db.execute('PRAGMA journal_mode = WAL')\ndb.execute("INSERT INTO history VALUES (1, 2, '', 'b = 2')")`,
    );
    expect(readdirSync(folder)).toContain('history.sqlite-wal');
    expect(await readSources(path)).toEqual(['a = 1', 'b = 2']);
    writer.kill('SIGKILL');
    await once(writer, 'exit');
    expect(await readSources(path)).toEqual(['a = 1', 'b = 2']);
    rmSync(`${path}-shm`);
    expect(await readSources(path)).toEqual(['a = 1', 'b = 2']);
  });

  test('a hot journal that a crash left behind', async () => {
    const path = makeHistory(ONE_SESSION);
    const writer = await hold(
      path,
      `db.execute('PRAGMA cache_size = 1')\ndb.execute('BEGIN')\ndb.execute("UPDATE history SET source_raw = 'changed'")\nfor i in range(2, 2000): db.execute("INSERT INTO history VALUES (1, ?, '', ?)", (i, 'x' * 100))`,
    );
    writer.kill('SIGKILL');
    await once(writer, 'exit');
    expect(readdirSync(folder)).toContain('history.sqlite-journal');
    expect(statSync(path).size).toBeGreaterThan(100_000);
    expect(await readSources(path)).toEqual(['a = 1']);
  });

  test('written to all the time', async () => {
    const path = makeHistory(ONE_SESSION);
    const writer = await hold(
      path,
      `import threading
def write():
    own = sqlite3.connect(sys.argv[1], isolation_level=None)
    for i in range(2, 100000):
        own.execute("INSERT INTO history VALUES (1, ?, '', ?)", (i, 'b = %d' % i))
        time.sleep(0.002)
threading.Thread(target=write, daemon=True).start()`,
    );
    const source = await readSource(path, { python: () => python, session: 1 });
    expect(source).toMatchObject({
      events: expect.arrayContaining([{ type: 'run', cell: 'cell-1', source: 'a = 1' }]),
    });
    writer.kill('SIGKILL');
    await once(writer, 'exit');
    expect(readdirSync(temporary)).toEqual([]);
  });

  test('in a folder that cannot be written', async () => {
    const path = makeHistory([...ONE_SESSION, 'PRAGMA user_version = 1']);
    chmodSync(path, 0o444);
    chmodSync(folder, 0o555);
    try {
      expect(await readSources(path)).toEqual(['a = 1']);
    } finally {
      chmodSync(folder, 0o755);
    }
  });
});

describe('a file that is no history is one clear line', () => {
  const headOf = (path: string): Buffer => readFileSync(path).subarray(0, 100);

  test('another SQLite database', async () => {
    const path = makeHistory(['CREATE TABLE nbsignatures (id integer)']);
    await expect(readUnchanged(path)).rejects.toThrow(/is an SQLite database but not an IPython history/);
  });

  test.each(['history', 'sessions'])('with a query without end in place of the table %s', async (table) => {
    const endless = 'WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT x AS session';
    const path = makeHistory([
      ...ONE_SESSION,
      `DROP TABLE ${table}`,
      `CREATE VIEW ${table} AS ${endless}, 1 AS line, 'a' AS source, '' AS "start", '' AS "end", '' AS remark FROM c`,
    ]);
    await expect(readUnchanged(path)).rejects.toThrow(/is an SQLite database but not an IPython history/);
  });

  test('cut off, or overwritten, behind its header', async () => {
    const path = makeHistory(ONE_SESSION);
    const head = headOf(path);
    writeFileSync(path, head);
    await expect(readUnchanged(path)).rejects.toThrow(/history\.sqlite is corrupt \([^\n]*\); restore it/);
    writeFileSync(path, Buffer.concat([head, Buffer.alloc(20_000, 0xa5)]));
    await expect(readUnchanged(path, 1)).rejects.toThrow(/history\.sqlite is corrupt/);
  });

  test('a Python that is none, and one that fails', async () => {
    const path = makeHistory(ONE_SESSION);
    await expect(readSource(path, { python: () => join(folder, 'nope') })).rejects.toThrow(
      /^cannot run .*nope, needed to read/,
    );
    await expect(readSource(path, { python: () => 'false' })).rejects.toThrow(
      /with false: exit status 1; name another Python/,
    );
  });
});
