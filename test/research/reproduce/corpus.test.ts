/** `sluice reproduce` over folders: a line for each file of any content, shards, and killed runs that go on. */
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Result, ResultsFile } from '../../../runtime/research/reproduce/index.ts';
import { type Folder, makeFolder, sluice } from '../../cli/sluice.ts';
import { KilledRuns } from './killed-runs.ts';
import { savedNotebook } from './saved-notebook.ts';

const T = 600_000;
const GOOD = savedNotebook([
  ['x = 20', null],
  ["print('hi', x)", 'hi 20\n'],
]);

interface Line {
  readonly file: string;
  readonly status: string;
}

function linesIn(text: string): readonly Line[] {
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as Line);
}

describe('what a folder can hold', () => {
  let folder: Folder;
  beforeAll(() => {
    folder = makeFolder({
      'a-good.ipynb': GOOD,
      'b-invalid.ipynb': '{"cells": [',
      'c-new.ipynb': '{"metadata": {}, "nbformat": 5, "nbformat_minor": 0, "cells": []}',
      'd-r.ipynb': GOOD.replace('"python"', '"R"'),
      'e-ends.ipynb': savedNotebook([
        ['import os; os._exit(1)', null],
        ["print('hi')", 'hi\n'],
      ]),
      'f-server.ipynb': savedNotebook([['import os; os.kill(os.getppid(), 9)', null]]),
      'sub/g-good.ipynb': savedNotebook([["import os\nprint(os.environ['PIP_DRY_RUN'])", '1\n']]),
      'sub/.ipynb_checkpoints/g-good-checkpoint.ipynb': GOOD,
      'sub/notes.txt': 'no notebook',
    });
    symlinkSync('/etc/hostname', join(folder.path, 'h-out.ipynb'));
    symlinkSync('..', join(folder.path, 'sub', 'circle'));
    mkdirSync(join(folder.path, 'i-folder.ipynb'));
  });
  afterAll(() => folder.remove());

  test(
    'one line for each notebook',
    async () => {
      const before = folder.snapshot();
      const { code, stdout } = await sluice(['reproduce', '.', '--json', '--jobs', '2'], {
        cwd: folder.path,
      });
      expect(code).toBe(1);
      expect(Object.fromEntries(linesIn(stdout).map(({ file, status }) => [file, status]))).toEqual({
        'a-good.ipynb': 'same',
        'b-invalid.ipynb': 'unreadable',
        'c-new.ipynb': 'unreadable',
        'd-r.ipynb': 'not-python',
        'e-ends.ipynb': 'failed',
        'f-server.ipynb': 'failed',
        'h-out.ipynb': 'unreadable',
        'sub/g-good.ipynb': 'same',
      });
      expect(linesIn(stdout)).toHaveLength(8);
      expect(folder.snapshot()).toEqual(before);
    },
    T,
  );

  test(
    'shards are parts of it',
    async () => {
      const shards = await Promise.all(
        ['1/2', '2/2'].map((shard) =>
          sluice(['reproduce', 'sub', 'b-invalid.ipynb', 'c-new.ipynb', '--json', '--shard', shard], {
            cwd: folder.path,
          }),
        ),
      );
      const files = shards.flatMap(({ stdout }) => linesIn(stdout).map(({ file }) => file));
      expect(files.sort()).toEqual(['b-invalid.ipynb', 'c-new.ipynb', 'sub/g-good.ipynb']);
    },
    T,
  );
});

test('a file of results is for one run at a time, and free again when that one has ended or was killed', async () => {
  const folder = makeFolder({});
  const path = join(folder.path, 'results.jsonl');
  const open = () => ResultsFile.open<Result>(path, 'notebook', { order: 'page' }, () => {});
  const first = await open();
  await expect(open()).rejects.toThrow(
    /^another run writes to .*: wait until it ends, or name another file$/,
  );
  first.append({ type: 'notebook', file: 'a.ipynb' });
  first.close();
  (await open()).close();
  // no process has this number
  writeFileSync(`${path}.lock`, `4194305 ${hostname()} x`);
  (await open()).close();
  expect(readdirSync(folder.path)).toEqual(['results.jsonl']);
  folder.remove();
});

test(
  'a run that is killed goes on where it was: no line is lost or doubled, nothing is left',
  async () => {
    const runs = new KilledRuns(4);
    for (let kill = 1; kill <= 2; kill += 1) {
      const before = runs.lines;
      await runs.kill(async (lines) => {
        while (lines() === before) await sleep(20);
        await sleep(150 * kill);
      });
    }
    runs.cutShort();
    expect(await runs.finish()).toEqual([]);
    runs.remove();
  },
  T,
);

test(
  'processes that a notebook has left end with it, also those that always become others',
  async () => {
    const mark = `${process.pid}-${Date.now()}`;
    const comet = `import os, time
if os.fork() == 0:
    os.setsid()
    for _ in range(3_000):
        if os.fork(): os._exit(0)
        time.sleep(0.01)`;
    const look = `import os
def of(pid):
    try: return open(f'/proc/{pid}/environ').read()
    except OSError: return ''
mine = {os.getpid(), os.getppid()}
def seen(): return sum('COMET=${mark}' in of(p) for p in map(int, filter(str.isdigit, os.listdir('/proc'))) if p not in mine)
# one look may miss what becomes another process meanwhile
print(max(seen() for _ in range(40)))`;
    const first = [
      `import os\nos.environ['COMET'] = '${mark}'`,
      `import subprocess, sys\nsubprocess.Popen([sys.executable, '-c', COMET], start_new_session=True) and None`,
    ];
    const folder = makeFolder({
      'a.ipynb': savedNotebook([
        [`COMET = ${JSON.stringify(comet)}`, null],
        [first[0]!, null],
        [first[1]!, null],
      ]),
      'b.ipynb': savedNotebook([[look, '0\n']]),
    });
    const { stdout } = await sluice(['reproduce', '.', '--json'], { cwd: folder.path });
    expect(linesIn(stdout).map(({ file, status }) => [file, status])).toEqual([
      ['a.ipynb', 'same'],
      ['b.ipynb', 'same'],
    ]);
    folder.remove();
  },
  T,
);

test(
  'results of other options are not mixed',
  async () => {
    const folder = makeFolder({ 'x.ipynb': '{}' });
    const args = ['reproduce', 'x.ipynb', '-o', 'r.jsonl'];
    expect((await sluice(args, { cwd: folder.path })).code).toBe(1);
    const other = await sluice([...args, '--normalize', 'none'], { cwd: folder.path });
    expect(other).toMatchObject({ code: 2, stdout: '' });
    expect(other.stderr).toMatch(/^sluice: .*has results with other options/);
    folder.remove();
  },
  T,
);
