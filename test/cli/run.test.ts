/** `sluice run`: outputs are saved, nothing else changes; and how it ends when something goes wrong. */
import { execFileSync } from 'node:child_process';
import { existsSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseNotebook } from '../../runtime/documents/index.ts';
import { startStockServer } from '../kernel/stock-server.ts';
import { type Folder, makeFolder, notebookText, sessionText, sluice, startSluice } from './sluice.ts';

const T = 120_000;
let folder: Folder;
beforeAll(() => {
  folder = makeFolder();
});
afterAll(() => folder.remove());

interface SavedCell {
  readonly id: string;
  readonly execution_count: number | null;
  readonly outputs: readonly {
    readonly output_type: string;
    readonly text?: readonly string[];
    readonly ename?: string;
  }[];
}

function read(file: string): { readonly cells: readonly SavedCell[] } {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** A notebook's text without what a run may change. */
function withoutOutputs(file: string): string {
  const notebook = JSON.parse(readFileSync(file, 'utf8')) as { cells: Record<string, unknown>[] };
  const cells = notebook.cells.map((cell) => ({ ...cell, outputs: [], execution_count: null }));
  return JSON.stringify({ ...notebook, cells });
}

describe.concurrent('a notebook that runs', () => {
  test.each([[], ['--reactive']])(
    'all that a cell puts out is in a file beside the notebook, where that was asked for %s',
    async (...reactive) => {
      const name = `much${reactive.length}.ipynb`;
      const file = folder.write(name, notebookText(["for i in range(150_000): print('line', i)", "'end'"]));
      const { code } = await sluice(['run', file, '--whole-output', '--output-limit', '1', ...reactive]);
      expect(code).toBe(0);
      const [cell, last] = read(file).cells;
      const whole = join(folder.path, '.sluice', `${name}.outputs`);
      const lines = readFileSync(join(whole, `${cell!.id}.txt`), 'utf8').split('\n');
      expect([lines.length, lines[149_999]]).toEqual([150_001, 'line 149999']);
      expect(readFileSync(join(whole, `${last!.id}.txt`), 'utf8')).toBe("'end'\n");
      expect(JSON.stringify(cell!.outputs)).toContain(`All of it is in ${join(whole, `${cell!.id}.txt`)}`);
    },
    T,
  );

  test(
    'outputs are saved into it, and a second run changes no byte',
    async () => {
      const file = folder.write(
        'a.ipynb',
        notebookText(['x = 20', "print('hi')\nx * 2 + 2", '', '{"a": x}']),
      );
      const before = withoutOutputs(file);
      const first = await sluice(['run', file]);
      expect(first).toMatchObject({ code: 0, stdout: '', stderr: `3 cells ran; saved ${file}\n` });
      const { cells } = read(file);
      expect(cells.map(({ execution_count }) => execution_count)).toEqual([1, 2, null, 3]);
      expect(cells[1]?.outputs).toMatchObject([
        { output_type: 'stream', text: ['hi\n'] },
        { output_type: 'execute_result', data: { 'text/plain': ['42'] }, execution_count: 2 },
      ]);
      expect(withoutOutputs(file)).toBe(before);
      const saved = readFileSync(file, 'utf8');
      expect((await sluice(['run', file])).code).toBe(0);
      expect(readFileSync(file, 'utf8')).toBe(saved);
    },
    T,
  );

  test(
    '-o leaves the notebook itself alone, and it runs in the folder of the notebook',
    async () => {
      const file = folder.write('sub/b.ipynb', notebookText(["open('made.txt', 'w').write('1')"]));
      const before = readFileSync(file, 'utf8');
      const out = join(folder.path, 'out.ipynb');
      const found = await sluice(['run', file, '-o', out, '--json']);
      expect(found.code).toBe(0);
      expect(JSON.parse(found.stdout)).toMatchObject({
        type: 'run',
        cell: 'c1',
        exec: 1,
        status: 'ok',
        error: null,
      });
      expect(readFileSync(file, 'utf8')).toBe(before);
      expect(read(out).cells[0]?.outputs).toHaveLength(1);
      expect(existsSync(join(folder.path, 'sub', 'made.txt'))).toBe(true);
    },
    T,
  );
});

describe.concurrent('a notebook that fails', () => {
  test(
    'it stops at the first error, saves that, and keeps what the other cells had',
    async () => {
      const file = folder.write('fails.ipynb', notebookText(["print('one')", '1 / 0', "print('three')"]));
      const old = notebookText(['1']).match(/"outputs": \[\]/)?.[0] ?? '';
      const third = '"outputs": [{"name": "stdout", "output_type": "stream", "text": ["old\\n"]}]';
      const text = readFileSync(file, 'utf8');
      const last = text.lastIndexOf(old);
      folder.write('fails.ipynb', text.slice(0, last) + third + text.slice(last + old.length));
      const found = await sluice(['run', file]);
      expect(found).toMatchObject({ code: 1, stdout: '' });
      expect(found.stderr).toBe(
        `cell 2 failed: ZeroDivisionError: division by zero; stopped there, saved ${file}\n`,
      );
      const { cells } = read(file);
      expect(cells.map(({ outputs }) => outputs[0]?.text ?? outputs[0]?.ename)).toEqual([
        ['one\n'],
        'ZeroDivisionError',
        ['old\n'],
      ]);
    },
    T,
  );

  test(
    'input() fails clearly instead of waiting',
    async () => {
      const file = folder.write('asks.ipynb', notebookText(["input('name?')"]));
      const found = await sluice(['run', file]);
      expect(found.code).toBe(1);
      expect(found.stderr).toMatch(/^cell 1 failed: StdinNotImplementedError: .*\n$/);
    },
    T,
  );

  test(
    'a kernel that ends itself: one line, exit code 3, and what ran is saved',
    async () => {
      const file = folder.write('dies.ipynb', notebookText(['x = 1', 'import os; os._exit(1)', 'x']));
      const found = await sluice(['run', file]);
      expect(found).toMatchObject({ code: 3, stdout: '' });
      expect(found.stderr).toMatch(/^sluice: the kernel died in cell 2: .*exit code 1.*\n$/);
      expect(read(file).cells.map(({ execution_count }) => execution_count)).toEqual([1, null, null]);
    },
    T,
  );

  test(
    'the same in a replay: the events before it are told',
    async () => {
      const file = folder.write('dies.jsonl', sessionText(['x = 1', 'import os; os._exit(1)']));
      const found = await sluice(['replay', file, '--json']);
      expect(found.code).toBe(3);
      expect(found.stdout.trimEnd().split('\n')).toHaveLength(1);
      expect(found.stderr).toMatch(/^sluice: the kernel died in cell b: [^\n]*\n$/);
    },
    T,
  );

  test(
    'exit() ends the kernel: the cell that called it is told',
    async () => {
      const file = folder.write('exits.jsonl', sessionText(['x = 1', 'exit()', 'x', 'x + 1']));
      const found = await sluice(['replay', file, '--json']);
      expect(found.code).toBe(3);
      expect(found.stdout.trimEnd().split('\n')).toHaveLength(2);
      expect(found.stderr).toBe(
        'sluice: cell b called exit() or quit(), which ended the kernel; nothing after it was played\n',
      );
    },
    T,
  );
});

/** Processes of the machine whose command line mentions a text. */
function processesWith(text: string): string[] {
  const found = execFileSync('ps', ['-eo', 'pid,args'], { encoding: 'utf8' }).split('\n');
  return found.filter((line) => line.includes(text) && !line.includes('ps -eo'));
}

describe.concurrent('an end from outside', () => {
  test.each([
    ['SIGINT', 130, 'run'],
    ['SIGTERM', 143, 'run'],
    ['SIGINT', 130, 'replay'],
  ] as const)(
    '%s (exit code %i) during a long cell of %s',
    async (signal, code, command) => {
      const own = makeFolder();
      // what a replay writes into the notebook's own folder nobody else sees
      const seen = join(makeFolder().path, 'pid');
      const file = own.write(
        'long.ipynb',
        notebookText([
          `open(${JSON.stringify(seen)}, 'w').write(str(__import__('os').getpid()))`,
          'import time; time.sleep(600)',
        ]),
      );
      const before = readFileSync(file, 'utf8');
      const temporary = makeFolder();
      const { child, finished } = startSluice([command, file], { env: { TMPDIR: temporary.path } });
      while (!existsSync(seen)) await sleep(50);
      await sleep(300);
      const pid = Number(readFileSync(seen, 'utf8'));
      const asked = performance.now();
      child.kill(signal);
      const found = await finished;
      expect(performance.now() - asked).toBeLessThan(15_000);
      expect(found.code).toBe(code);
      expect(found.stderr).toBe(`sluice: stopped (${signal})\n`);
      if (command === 'replay') expect(readFileSync(file, 'utf8')).toBe(before);
      // what ran is not lost
      else
        expect(parseNotebook(readFileSync(file, 'utf8'), 'x').cells[0]).toMatchObject({ executionCount: 1 });
      expect(() => process.kill(pid, 0)).toThrow(/ESRCH/);
      expect(readdirSync(temporary.path)).toEqual([]);
      expect(processesWith(temporary.path)).toEqual([]);
      own.remove();
      temporary.remove();
    },
    T,
  );

  test.skipIf(!existsSync('/dev/full'))(
    'a disk that is full fails in one line, exit code 2',
    async () => {
      const file = folder.write('full.jsonl', sessionText(['x = 1', 'x']));
      const { child, finished } = startSluice(['replay', file, '--json'], {
        stdout: openSync('/dev/full', 'w'),
      });
      expect(await finished).toMatchObject({ code: 2 });
      expect((await finished).stderr).toMatch(
        /^sluice: cannot write to standard output: the disk is full; [^\n]+\n$/,
      );
      expect(child.exitCode).toBe(2);
    },
    T,
  );

  test(
    'a reader that closes the output is no failure',
    async () => {
      const file = folder.write(
        'lines.jsonl',
        sessionText(Array.from({ length: 26 }, (_, i) => `x${i} = ${i}`)),
      );
      const main = startSluice(['replay', file, '--json']);
      main.child.stdout?.once('data', () => main.child.stdout?.destroy());
      const found = await main.finished;
      expect(found).toMatchObject({ code: 0, stderr: '' });
    },
    T,
  );
});

test(
  'an existing Jupyter server: runs there, and its kernels are shut down afterwards',
  async () => {
    const server = await startStockServer();
    try {
      const options = ['--server', server.url, '--token', server.token];
      const file = folder.write('there.ipynb', notebookText(['x = 2', 'x + 1']));
      expect(await sluice(['run', file, ...options])).toMatchObject({ code: 0 });
      expect(read(file).cells[1]?.outputs).toHaveLength(1);
      const gathered = await sluice(['gather', file, '--exec', '2', '--verify', ...options]);
      expect(gathered).toMatchObject({
        code: 0,
        stderr: 'verified: a new kernel gave the same outputs and values\n',
      });
      const refused = await sluice(['run', file, '--server', server.url, '--token', 'no']);
      expect(refused).toMatchObject({ code: 3, stdout: '' });
      expect(refused.stderr).toMatch(/^sluice: .*refuses the token[^\n]*\n$/);
      const kernels = await fetch(`${server.url}api/kernels?token=${server.token}`);
      expect(await kernels.json()).toEqual([]);
    } finally {
      await server.stop();
    }
  },
  T,
);
