/** `sluice query` as a person runs it: sources, formats, facts of a log, wrong queries, interrupts. */

import { afterAll, expect, test, vi } from 'vitest';
import { makeFolder, notebookText, sluice, sluiceJson, startSluice } from './sluice.ts';

// (each starts processes, which a busy machine takes its time for)
vi.setConfig({ testTimeout: 120_000 });

const folder = makeFolder();
afterAll(() => folder.remove());
const at = { cwd: folder.path };

folder.write('all/a.ipynb', notebookText(['import pandas as pd', "pd.read_csv('x, y.csv')"]));
folder.write('all/sub/b.ipynb', notebookText(['x = 1\nprint(x)']));
folder.write('all/broken.ipynb', '{"cells": [');
folder.write('all/.ipynb_checkpoints/c.ipynb', notebookText(['y = 1']));

test('a folder and a session as sources; what cannot be read in a folder is told and left out', async () => {
  const session = { type: 'run', cell: 'a', source: 'z = 1' };
  folder.write('s.jsonl', `${JSON.stringify(session)}\n${JSON.stringify({ ...session, source: 'z = 2' })}\n`);
  const sql = 'SELECT file, kind, code_cells FROM notebooks';
  const { code, stdout, stderr } = await sluice(['query', 'all', 's.jsonl', sql, '--format', 'csv'], at);
  const rows = ['file,kind,code_cells', 'all/a.ipynb,notebook,2', 'all/sub/b.ipynb,notebook,1'];
  expect([code, stdout]).toEqual([0, [...rows, 's.jsonl,session,1', ''].join('\r\n')]);
  expect(stderr).toContain('broken.ipynb');
  const runs = await sluiceJson(['query', 's.jsonl', 'SELECT exec, source, current FROM executions'], 0, at);
  expect(runs).toEqual([
    { exec: 1, source: 'z = 1', current: 0 },
    { exec: 2, source: 'z = 2', current: 1 },
  ]);
});

test('the formats', async () => {
  const sql = `SELECT number AS n, source, NULL AS none FROM cells`;
  const ask = (...more: string[]) => sluice(['query', 'all/a.ipynb', sql, ...more], at);
  expect((await ask()).stdout).toBe(
    [
      'n  source                   none',
      '─  ───────────────────────  ────',
      '1  import pandas as pd',
      "2  pd.read_csv('x, y.csv')",
      '',
    ].join('\n'),
  );
  expect((await ask('--format', 'csv')).stdout).toBe(
    `n,source,none\r\n1,import pandas as pd,\r\n2,"pd.read_csv('x, y.csv')",\r\n`,
  );
  expect((await ask('--json')).stdout).toBe(
    `{"n":1,"source":"import pandas as pd","none":null}\n{"n":2,"source":"pd.read_csv('x, y.csv')","none":null}\n`,
  );
});

test('what the log beside a notebook has observed', async () => {
  folder.write('seen/book.ipynb', notebookText(['x = []\nx.append(1)', 'print(hidden)']));
  const g = (field: string) => ({ object: 'g', field, kind: 'observed' });
  const ran = (exec: number, cell: string, source: string, reads: object[], writes: object[]) => ({
    type: 'ran',
    record: {
      exec,
      cell,
      source,
      status: 'ok',
      planned: 1,
      statements: [
        {
          ordinal: 0,
          line: 1,
          endLine: 1,
          failed: false,
          reads,
          writes,
          values: [],
          deleted: [],
          rebound: [],
          escapes: [],
        },
      ],
      opaque: null,
      closed: [],
      symbols: {},
      objects: {},
    },
    same: null,
    run: { status: 'ok', count: exec, outputs: [], error: null, request: `r${exec}`, at: 0, ms: 1.5 },
  });
  const first = 'globals()["hidden"] = open("/d/x.csv")';
  const [a, b] = (JSON.parse(notebookText(['1', '2'])) as { cells: { id: string }[] }).cells.map(
    ({ id }) => id,
  );
  const entries = [
    { type: 'session', version: 1, process: 4_000_000 },
    { type: 'kernel', id: 'k', server: null, agent: 'a' },
    { type: 'cells', order: [a, b], sources: { [a!]: first, [b!]: 'print(hidden)' } },
    { type: 'start', exec: 1, cell: a, source: first },
    ran(1, a!, first, [{ object: 'file', field: '/d/x.csv', kind: 'observed' }], [g('hidden')]),
    { type: 'start', exec: 2, cell: b, source: 'print(hidden)' },
    ran(2, b!, 'print(hidden)', [g('hidden')], []),
  ];
  const log = entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
  // its last line is cut off: whoever writes it may be in the middle of it
  folder.write('seen/.sluice/book.ipynb.session.jsonl', `${log}{"type":"ran","rec`);
  const ask = (sql: string) => sluiceJson(['query', 'seen/book.ipynb', sql], 0, at);
  expect(await ask("SELECT from_cell, to_cell, name, certain FROM flows WHERE known = 'observed'")).toEqual([
    { from_cell: a, to_cell: b, name: 'hidden', certain: 1 },
  ]);
  expect(await ask('SELECT exec, cell, status, ms, current FROM executions')).toEqual([
    { exec: 1, cell: a, status: 'ok', ms: 1.5, current: 0 },
    { exec: 2, cell: b, status: 'ok', ms: 1.5, current: 1 },
  ]);
  expect(await ask("SELECT path, does FROM files WHERE known = 'observed'")).toEqual([
    { path: '/d/x.csv', does: 'reads' },
  ]);
  expect(await ask("SELECT cell, name, exec FROM reads WHERE known = 'observed' AND exec = 2")).toEqual([
    { cell: b, name: 'hidden', exec: 2 },
  ]);
});

test('wrong queries and usage: exit code 2, the place, and nothing on standard output', async () => {
  const fails = async (args: readonly string[], stderr: string) => {
    const found = await sluice(['query', ...args], at);
    expect(found).toMatchObject({ code: 2, stdout: '' });
    expect(found.stderr).toContain(stderr);
  };
  await fails(
    ['all/a.ipynb', 'SELECT *\nFROM cels'],
    'sluice: line 2, column 6: no such table: cels; did you mean "cells"?\n  FROM cels\n       ^\n',
  );
  await fails(['all/a.ipynb', 'SELECT :cell'], 'line 1, column 8: :cell stands for a value that only');
  await fails(['all/a.ipynb'], 'sluice query needs a source and a query');
  await fails(['SELECT 1', 'all/a.ipynb'], 'the query comes last');
  await fails(['nowhere.ipynb', 'SELECT 1'], 'nowhere.ipynb');
  await fails(['all/a.ipynb', 'SELECT 1', '--timeout', 'soon'], '--timeout takes a whole number');
});

const ENDLESS = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n';

test('one that takes too long is ended; so is one that somebody interrupts', async () => {
  const { code, stderr } = await sluice(['query', 'all/a.ipynb', ENDLESS, '--timeout', '1'], at);
  expect([code, stderr]).toEqual([2, 'sluice: it took more than 1 s and was ended\n']);
  const started = startSluice(['query', 'all/a.ipynb', ENDLESS, '--timeout', '600'], at);
  setTimeout(() => started.child.kill('SIGINT'), 3_000);
  expect((await started.finished).code).toBe(130);
});

test('a query can be long', async () => {
  const sql = `SELECT count(*) AS n FROM cells WHERE source NOT IN (${"'no', ".repeat(3_000)}'')`;
  expect(await sluiceJson(['query', 'all/a.ipynb', sql], 0, at)).toEqual([{ n: 2 }]);
});

test('the tables are listed', async () => {
  const rows = await sluiceJson<{ table: string; column: string }>(['query', '--tables'], 0, at);
  expect(rows).toContainEqual({
    table: 'calls',
    column: 'callee',
    type: 'text',
    what: expect.any(String),
  });
});
