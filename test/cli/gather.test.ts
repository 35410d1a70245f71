/**
 * `sluice gather`: the script of an execution, a cell or a symbol; the places of its runs; the words of verification. The file is long
 * because each option of the command has its tests here.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensurePrivatePython } from '../../runtime/python/index.ts';
import { type Folder, makeFolder, sessionText, sluice, sluiceJson } from './sluice.ts';

interface GatherFacts {
  readonly script: string | null;
  readonly [key: string]: unknown;
}

const T = 120_000;
let folder: Folder;
let python = '';
beforeAll(async () => {
  python = await ensurePrivatePython(() => {});
  folder = makeFolder({
    'plain.jsonl': sessionText([
      'import math\nnoise = 1', // a, 1
      'xs = [4, 9]\nother = noise', // b, 2
      'roots = [math.sqrt(x) for x in xs]\nunused = 3', // c, 3
      "print('sum')\nsum(roots)", // d, 4
      'table = {"p": sum(roots), "q": 0}', // e, 5
    ]),
    'ipython.jsonl': sessionText([
      'import asyncio', // a, 1
      'async def get(n):\n    await asyncio.sleep(0)\n    return n\nvalue = await get(20)', // b, 2
      'words = !echo hello\n%time doubled = value * 2', // c, 3
      'doubled + 1', // d, 4
      'items = [1]\nitems.append(2); 1 / 0; never = 1', // e, 5
      '_ + _4 + Out[4] + len(items)', // f, 6
      '%%capture text\nprint(words)', // g, 7
      'text.stdout', // h, 8
    ]),
    'tasks.jsonl': sessionText([
      'import asyncio\nasync def work(n):\n    await asyncio.sleep(0.01)\n    return n\ndef start(n):\n    return asyncio.create_task(work(n))', // a, 1
      'first = asyncio.ensure_future(work(5))', // b, 2
      'loop = asyncio.get_event_loop()\nsecond = loop.create_task(work(6))', // c, 3
      'third = start(7)', // d, 4
      'print(await first, await asyncio.gather(second, third))', // e, 5
      'fourth = asyncio.create_task(work(8))\nawait fourth', // f, 6
      'await work(9)', // g, 7
    ]),
    'plots.jsonl': sessionText([
      '%matplotlib inline\nimport matplotlib.pyplot as plt', // a, 1
      'xs = [1, 3, 2]', // b, 2
      'plt.plot(xs)\nxs.append(len(plt.gca().lines))', // c, 3
      'plt.plot(xs)\nplt.title("all")', // d, 4
    ]),
    // a command makes a shell in plain Python
    'plot-after-command.jsonl': sessionText([
      'import matplotlib.pyplot as plt\nnames = !echo one', // a, 1
      'plt.plot([1, len(names)])', // b, 2
    ]),
    'verify.jsonl': sessionText([
      'import os, time', // a, 1
      'os.urandom(8)', // b, 2
      'time.time()', // c, 3
      'import json\nwith open("made.json", "w") as f:\n    json.dump([1], f)', // d, 4
      'data = json.load(open("made.json"))\ndata', // e, 5
      'print(os.getcwd())\nhere = os.getcwd()', // f, 6
      '{}["key"]', // g, 7
      'def broken(:\n    pass', // h, 8
      '%timeit -n 10 -r 2 1 + 1', // i, 9
      'import random\nrandom.random()', // j, 10
    ]),
  });
});
afterAll(() => folder.remove());

const path = (name: string): string => join(folder.path, name);

async function gather(code: number, name: string, ...args: string[]): Promise<GatherFacts> {
  const found = await sluiceJson<GatherFacts>(['gather', path(name), ...args], code);
  expect(found).toHaveLength(1);
  return found[0]!;
}

/** The script without its comments and blank lines. */
function codeOf({ script }: GatherFacts): string[] {
  return String(script)
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'));
}

describe.concurrent('what is gathered', () => {
  test(
    'an execution, statement by statement and verified',
    async () => {
      const found = await gather(0, 'plain.jsonl', '--exec', '4', '--level', 'statement', '--verify');
      expect(found).toMatchObject({
        type: 'gather',
        executions: [1, 2, 3, 4],
        statements: 5,
        guarantee: 'complete',
        reasons: [],
        verification: { status: 'verified' },
        file: null,
      });
      expect(codeOf(found)).toEqual([
        'import math',
        'xs = [4, 9]',
        'roots = [math.sqrt(x) for x in xs]',
        "print('sum')",
        'sum(roots)',
      ]);
      expect(found.script).toMatch(/^# %% cell b \(execution 2\)$/m);
    },
    T,
  );

  test(
    'a cell means its last execution; whole cells are the default',
    async () => {
      const found = await gather(0, 'plain.jsonl', '--cell', 'c');
      expect(found).toMatchObject({ executions: [1, 2, 3], verification: null });
      expect(codeOf(found)).toEqual([
        'import math',
        'noise = 1',
        'xs = [4, 9]',
        'other = noise',
        'roots = [math.sqrt(x) for x in xs]',
        'unused = 3',
      ]);
    },
    T,
  );

  test(
    'a symbol, and a part of one',
    async () => {
      const whole = await gather(0, 'plain.jsonl', '--symbol', 'unused', '--level', 'statement', '--verify');
      expect(codeOf(whole)).toEqual(['unused = 3']);
      const part = await gather(
        0,
        'plain.jsonl',
        '--symbol',
        "table['p']",
        '--level',
        'statement',
        '--verify',
      );
      expect(codeOf(part).at(-1)).toBe('table = {"p": sum(roots), "q": 0}');
      expect(part.verification).toEqual({ status: 'verified' });
    },
    T,
  );

  test.each([
    ['static', 1],
    ['off', 5],
  ] as const)(
    'a symbol without probes (--trace %s) is found, and not guaranteed',
    async (trace, count) => {
      const found = await gather(0, 'plain.jsonl', '--symbol', 'noise', '--trace', trace);
      expect(found).toMatchObject({ guarantee: 'not-guaranteed' });
      expect(found.executions).toHaveLength(count);
    },
    T,
  );

  test(
    'the history of a name: failed statements and results of other cells',
    async () => {
      const found = await gather(0, 'ipython.jsonl', '--exec', '6', '--level', 'statement', '--verify');
      expect(found.verification).toEqual({ status: 'verified' });
      const code = codeOf(found);
      expect(found.script).toMatch(/^items\.append\(2\);?$/m);
      expect(found.script).not.toMatch(/1 \/ 0|never = 1/);
      expect(code.at(-1)).toBe('_ + _4 + Out[4] + len(items)');
    },
    T,
  );

  test(
    'without --json the script is all there is on standard output',
    async () => {
      const { code, stdout, stderr } = await sluice([
        'gather',
        path('plain.jsonl'),
        '--symbol',
        'xs',
        '--verify',
      ]);
      expect(code).toBe(0);
      expect(stdout).toMatch(/^# Gathered by Sluice for symbol xs: .*; complete\.\n# verified: /);
      expect(stderr).toBe('verified: a new kernel gave the same outputs and values\n');
    },
    T,
  );
});

describe.concurrent('files', () => {
  test(
    'a .py runs in plain Python, with magics and top-level await',
    async () => {
      const file = path('out.py');
      const found = await sluice(['gather', path('ipython.jsonl'), '--exec', '8', '--verify', '-o', file]);
      expect(found).toMatchObject({ code: 0, stdout: '' });
      expect(found.stderr).toMatch(/^\d of 8 executions, complete; saved .*out\.py\nverified: /);
      const print = (name: string): string[] => [
        '-c',
        `import runpy; print(repr(runpy.run_path(${JSON.stringify(name)})['text'].stdout))`,
      ];
      expect(execFileSync(python, print(file), { encoding: 'utf8' })).toContain('"[\'hello\']\\n"');
      const shown = execFileSync(
        python,
        ['-m', 'IPython', '--colors=NoColor', '-c', `%run -i ${file}\nprint(text.stdout)`],
        {
          encoding: 'utf8',
          env: { ...process.env, IPYTHONDIR: path('ipython-home') },
        },
      );
      expect(shown).toContain("['hello']");
    },
    T,
  );

  test(
    'a .py shows the figures of each cell also in plain Python, as pictures where there is no screen',
    async () => {
      const file = path('plots.py');
      const found = await gather(0, 'plots.jsonl', '--cell', '4', '--verify', '-o', file);
      expect(found).toMatchObject({ guarantee: 'complete', verification: { status: 'verified' } });
      const env = { ...process.env, MPLBACKEND: 'agg' };
      const [one, two] = [path('plots-1.png'), path('plots-2.png')];
      expect(execFileSync(python, [file], { encoding: 'utf8', env })).toBe(
        `figure saved as ${one}\nfigure saved as ${two}\n`,
      );
      expect(readFileSync(one).length).toBeGreaterThan(1000);
      const other = path('plot-after-command.py');
      await gather(0, 'plot-after-command.jsonl', '--cell', '2', '-o', other);
      expect(readFileSync(other, 'utf8')).toMatch(/plt\.plot[\s\S]*def _show_figures/);
      expect(execFileSync(python, [other], { encoding: 'utf8', env })).toBe(
        `figure saved as ${path('plot-after-command-1.png')}\n`,
      );
    },
    T,
  );

  test(
    'a .py awaits tasks that other cells have started, in a kernel and in plain Python',
    async () => {
      const file = path('tasks.py');
      const found = await gather(0, 'tasks.jsonl', '--exec', '5', '--verify', '-o', file);
      expect(found).toMatchObject({ guarantee: 'not-guaranteed', verification: { status: 'verified' } });
      expect(execFileSync(python, [file], { encoding: 'utf8', timeout: T })).toBe('5 [6, 7]\n');
    },
    T,
  );

  test.each(['6', '7'])(
    'the awaited value of execution %s is shown',
    async (exec) => {
      const found = await gather(0, 'tasks.jsonl', '--exec', exec, '--level', 'statement', '--verify');
      expect(found).toMatchObject({ verification: { status: 'verified' } });
    },
    T,
  );

  test(
    'a .ipynb is a notebook with the cells as they were',
    async () => {
      const file = path('out.ipynb');
      const facts = await gather(0, 'ipython.jsonl', '--exec', '8', '--verify', '-o', file);
      expect(facts).toMatchObject({ file, script: null, verification: { status: 'verified' } });
      const notebook = JSON.parse(readFileSync(file, 'utf8'));
      expect(notebook.nbformat).toBe(4);
      const sources = notebook.cells.map((cell: { source: string[] }) => cell.source.join(''));
      expect(sources.slice(-2)).toEqual(['%%capture text\nprint(words)', 'text.stdout']);
      expect(sources).toContain('words = !echo hello\n%time doubled = value * 2');
      const rerun = await sluice(['run', file]);
      expect(rerun).toMatchObject({ code: 0 });
    },
    T,
  );
});

describe.concurrent('verification', () => {
  test.each([
    // The bytes are of any kind, so Python writes them in either quotes.
    ['2', /^output .*b('|\\").*became/],
    ['3', /^output .* became/],
    ['10', /^output .* became/],
  ])(
    'execution %s, which is different every time, differs',
    async (exec, difference) => {
      const found = await gather(1, 'verify.jsonl', '--exec', exec, '--verify');
      expect(found.verification).toMatchObject({
        status: 'differs',
        difference: expect.stringMatching(difference),
        varies: true,
      });
      expect(found.script).toMatch(
        /^# differs: .* \(each run of the script gives something else: unseeded random numbers, or the time\?\)$/m,
      );
    },
    T,
  );

  test(
    'it starts from the files as they were before the session',
    async () => {
      const found = await gather(0, 'verify.jsonl', '--exec', '5', '--verify');
      expect(found).toMatchObject({ executions: [4, 5], verification: { status: 'verified' } });
    },
    T,
  );

  test(
    'the working directory is the same in both runs',
    async () => {
      const found = await gather(0, 'verify.jsonl', '--exec', '6', '--verify');
      expect(found.verification).toEqual({ status: 'verified' });
    },
    T,
  );

  test.each([
    ['an error', 7],
    ['a syntax error, wherever its line stands in the script', 8],
    ['a measurement, whatever time it took', 9],
  ])(
    '%s is reproduced',
    async (_, exec) => {
      const found = await gather(0, 'verify.jsonl', '--exec', String(exec), '--verify');
      expect(found).toMatchObject({ executions: [exec], verification: { status: 'verified' } });
    },
    T,
  );

  test(
    'what cannot be run says why',
    async () => {
      folder.write(
        'once.jsonl',
        sessionText([
          "import sys, types\nsys.modules['only_here'] = types.ModuleType('only_here')",
          'import only_here',
        ]),
      );
      folder.write(
        'killer.jsonl',
        sessionText(['import os, pathlib', "flag = pathlib.Path('/proc/self').resolve().name", 'x = 1']),
      );
      const found = await gather(
        1,
        'once.jsonl',
        '--exec',
        '2',
        '--verify',
        '--trace',
        'static',
        '--level',
        'statement',
      );
      expect(found.verification).toEqual({
        status: 'cannot run here',
        why: "ModuleNotFoundError: No module named 'only_here'",
      });
      expect(found).toMatchObject({ guarantee: 'not-guaranteed' });
    },
    T,
  );
});
