/** `sluice study`: the tables over sessions, the page beside them, and what is left out and why. */

import { existsSync, readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Folder, makeFolder, sessionText, sluice } from './sluice.ts';

const T = 240_000;
let folder: Folder;
beforeAll(() => {
  folder = makeFolder();
});
afterAll(() => folder.remove());

const SESSION = ['n = 3', 'm = 4', 'xs = list(range(n))', 'print(sum(xs))', 'print(m)'];

test(
  'sessions are measured, or left out with a cause, and a run that was stopped goes on',
  async () => {
    folder.write('sessions/a.jsonl', sessionText(SESSION));
    folder.write('sessions/broken.jsonl', '{');
    folder.write('sessions/few.jsonl', sessionText(['1']));
    folder.write('sessions/loop.jsonl', sessionText(['1', '2', '3', '4', 'while True: pass']));
    folder.write('sessions/old.jsonl', sessionText(['print 1', 'print 2', 'print 3', '4', '5']));
    folder.write(
      'sessions/packages.jsonl',
      sessionText(['import no_such_a', 'no_such_a.b', 'import no_such_b', '4', '5']),
    );
    const out = join(folder.path, 'results.jsonl');
    const report = join(folder.path, 'study.html');
    const args = [
      'study',
      'sessions',
      join(folder.path, 'sessions'),
      '--least',
      '5',
      '--timeout',
      '5',
      '-o',
      out,
    ];
    const first = await sluice([...args, '--json', '--report', report]);
    expect([first.code, first.stderr.split('\n').at(-2)]).toEqual([
      0,
      `saved ${report}, and its tables in ${join(folder.path, 'study.tables')}`,
    ]);
    const lines = first.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const found = lines.map(({ type, file, status, cause }) => [
      type,
      file?.split('/').at(-1),
      status,
      cause,
    ]);
    expect(found.slice(0, 6)).toEqual([
      ['session', 'a.jsonl', 'measured', null],
      ['session', 'broken.jsonl', 'left-out', 'unreadable'],
      ['session', 'few.jsonl', 'left-out', 'few-executions'],
      ['session', 'loop.jsonl', 'left-out', 'timeout'],
      ['session', 'old.jsonl', 'left-out', 'not-python-3'],
      ['session', 'packages.jsonl', 'left-out', 'missing-packages'],
    ]);
    expect(lines.slice(6).every(({ type }) => type === 'table')).toBe(true);
    // the last output needs m alone; by execution, and by statement
    expect(lines[0].measures).toMatchObject({
      executions: 5,
      cells: 5,
      statements: 5,
      backward: { ours: { cell: 0.4, statement: 0.4 } },
      complete: true,
      verification: 'verified',
    });
    const page = readFileSync(report, 'utf8');
    expect(page).toContain('Predictive power of highlights');
    expect(page).not.toContain('<script');
    expect(readFileSync(join(folder.path, 'study.tables', 'corpus.csv'), 'utf8')).toContain(
      'measured,1,1,5\r\n',
    );

    truncateSync(out, readFileSync(out).length - 10);
    const again = await sluice([...args, '--json']);
    expect(again.stderr).toContain(`5 sessions in ${out} already`);
    expect(readFileSync(out, 'utf8').trim().split('\n')).toHaveLength(6);
    expect(existsSync(report)).toBe(true);
  },
  T,
);

test('what cannot be studied is said in one line', async () => {
  const found = await Promise.all([
    sluice(['study']),
    sluice(['study', 'session', 'a']),
    sluice(['study', 'sessions']),
    sluice(['study', 'sessions', join(folder.path, 'gone')]),
    sluice(['study', 'sessions', folder.path, '--jobs', '0']),
  ]);
  for (const { code, stdout, stderr } of found) {
    expect([code, stdout, stderr.trim().split('\n').length]).toEqual([2, '', 1]);
  }
  expect(found.map(({ stderr }) => stderr)).toMatchObject([
    expect.stringContaining('takes sessions, notebooks or reproduction'),
    expect.stringContaining('takes sessions, notebooks or reproduction, not session;'),
    expect.stringContaining('needs a history, a session file or a folder'),
    expect.stringContaining('there is no'),
    expect.stringContaining('--jobs'),
  ]);
});
