/** `sluice reproduce` over folders: one line each whatever they hold, shards, and runs that are killed and go on. */
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Folder, makeFolder, sluice, startSluice } from '../cli/sluice.ts';
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
      'c-old.ipynb': '{"metadata": {}, "nbformat": 3, "nbformat_minor": 0, "worksheets": []}',
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
        'c-old.ipynb': 'unreadable',
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
          sluice(['reproduce', 'sub', 'b-invalid.ipynb', 'c-old.ipynb', '--json', '--shard', shard], {
            cwd: folder.path,
          }),
        ),
      );
      const files = shards.flatMap(({ stdout }) => linesIn(stdout).map(({ file }) => file));
      expect(files.sort()).toEqual(['b-invalid.ipynb', 'c-old.ipynb', 'sub/g-good.ipynb']);
    },
    T,
  );
});

/** Processes whose temporary files go to a folder. */
function processesOf(folder: string): readonly string[] {
  if (!existsSync('/proc/self/environ')) return [];
  return readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/environ`, 'latin1').includes(`TMPDIR=${folder}`);
    } catch {
      return false;
    }
  });
}

test(
  'a run that is killed goes on where it was: no line is lost or doubled, nothing is left',
  async () => {
    const names = ['a', 'b', 'c'].map((name) => `${name}.ipynb`);
    const daemon = "import subprocess\nsubprocess.Popen(['sleep', '999'], start_new_session=True)";
    const corpus = makeFolder(Object.fromEntries(names.map((name) => [`c/${name}`, GOOD])));
    corpus.write('c/e.ipynb', savedNotebook([[daemon, null, null]]));
    const tmp = corpus.write('tmp/none', '').replace(/\/none$/, '');
    const out = join(corpus.path, 'results.jsonl');
    const args = ['reproduce', 'c', '-o', out, '--json'];
    const saved = (): string => (existsSync(out) ? readFileSync(out, 'utf8') : '');
    for (let kill = 1; kill <= 2; kill += 1) {
      const { child, finished } = startSluice(args, { cwd: corpus.path, env: { TMPDIR: tmp } });
      const before = saved().split('\n').length;
      while (saved().split('\n').length < before + 1 && child.exitCode === null) await sleep(20);
      await sleep(150 * kill);
      child.kill('SIGKILL');
      await finished;
    }
    // half a line, as of a write that was cut short
    corpus.write('results.jsonl', `${saved()}{"type":"notebook","file":"c/c.ip`);
    const { code } = await sluice(args, { cwd: corpus.path, env: { TMPDIR: tmp } });
    expect(code).toBe(0);
    const files = linesIn(saved()).map(({ file }) => file);
    expect(files.sort()).toEqual([...names, 'e.ipynb'].map((name) => `c/${name}`));
    await expect.poll(() => readdirSync(tmp), { timeout: 20_000 }).toEqual(['none']);
    await expect.poll(() => processesOf(tmp), { timeout: 20_000 }).toEqual([]);
    corpus.remove();
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
