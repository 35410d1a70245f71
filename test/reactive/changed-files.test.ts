/**
 * Modules, data files and folders that another program changes while a notebook is open, on a real kernel: after each change
 * every cell is settled, and at the end has the output of a run from the top in a plain kernel.
 */

import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { findPackageRoot } from '../../instrument/index.ts';
import { parseNotebook } from '../../runtime/documents/index.ts';
import { openServer } from '../../runtime/kernel/index.ts';
import { HeadlessNotebook, type Settled } from '../../runtime/live/index.ts';
import { StaticRecorder, TracedKernel } from '../../runtime/session/index.ts';
import { Sample } from '../harness/sample.ts';

/**
 * Events between two looks: files, with `text` or removed, and cells (by number from 1), replaced or put in (as `id`, at a
 * position).
 */
type Step = {
  readonly file?: string;
  readonly text?: string;
  readonly rm?: string;
  readonly cell?: number;
  readonly source?: string;
  readonly insert?: number;
  readonly id?: string;
};

/** A case. `shows`: the outputs of the cells at the end, in their order; `ran`: the cells run after the last step. */
interface ChangedFilesCase {
  readonly name: string;
  readonly cells: readonly string[];
  readonly files: Readonly<Record<string, string>>;
  readonly steps: readonly (readonly Step[])[];
  readonly shows: readonly string[];
  readonly ran?: readonly string[];
  /** Why cells are held back in the end, by cell: the last of their reasons. */
  readonly left?: Readonly<Record<string, string>>;
}

const SAMPLE = Sample.ofRun();
const FILE = join(findPackageRoot(), 'test', 'cases', 'reactive', 'changed-files.jsonl');
const CASES = readFileSync(FILE, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as ChangedFilesCase)
  .filter(({ name }) => SAMPLE.has(name, 12, 'changed files '));

const server = await openServer();
afterAll(() => server.close());

describe('shows what a run from the top shows, after other programs have changed files', () => {
  it.each(CASES)('$name', { timeout: 120_000 }, async ({ cells, files, steps, shows, ran, left = {} }) => {
    const { folder, headless, close, stirs } = await opened(files);
    try {
      const texts = cells.map((source, at): [id: string, source: string] => [`c${at + 1}`, source]);
      let settled = await headless.update(documentOf(texts));
      for (const step of steps) {
        const before = stirs();
        let isFilesAlone = true;
        for (const each of step) {
          if (each.file !== undefined) await write(join(folder, each.file), each.text ?? '');
          else if (each.rm !== undefined) await rm(join(folder, each.rm));
          else {
            change(texts, each);
            isFilesAlone = false;
          }
        }
        if (isFilesAlone) await expect.poll(stirs, { timeout: 5000 }).toBeGreaterThan(before);
        settled = await headless.update(documentOf(texts));
      }
      expect(Object.fromEntries(settled.left.map(({ cell, reasons }) => [cell, reasons.at(-1)]))).toEqual(
        left,
      );
      expect(shown(headless, texts, folder)).toEqual(shows);
      if (ran !== undefined) expect(ranIn(settled)).toEqual(ran);
    } finally {
      await close();
    }
  });
});

describe('keeps what a person saves while a cell runs', () => {
  const SAVED = [
    ['helpers.py', 'NEW'],
    ['notes.md', 'MINE'],
    ['slow.py', '# NEW'],
  ] as const;
  it.each([
    ['a command', '!sleep 2'],
    ['a call that may change any file', "import shutil, time\nshutil.rmtree('none', True)\ntime.sleep(2)"],
    ['a process', "import subprocess\n_ = subprocess.run(['sleep', '2'])"],
    ['a script', '!python slow.py'],
  ])('%s', { timeout: 120_000 }, async (_, source) => {
    const script = "import time; time.sleep(2); open('made.csv', 'w').write('1')";
    const { folder, headless, close } = await opened({ 'helpers.py': 'OLD', 'slow.py': script });
    const edited = (number: number): Promise<Settled> =>
      headless.update(
        documentOf([
          ['c1', `n = ${number}`],
          ['c2', `n\n${source}`],
        ]),
      );
    try {
      await edited(0);
      const running = edited(1);
      await sleep(1000);
      for (const [name, text] of SAVED) await write(join(folder, name), text);
      await running;
      const { left } = await edited(2);
      for (const [name, text] of SAVED) expect(await readFile(join(folder, name), 'utf8')).toBe(text);
      expect(left.flatMap(({ reasons }) => reasons.at(-1))).toEqual([
        'its last run changed helpers.py, notes.md, slow.py, or another program did meanwhile; to go on, run it yourself',
      ]);
    } finally {
      await close();
    }
  });
});

describe('runs a cell no more when each of its runs leads to one more change', () => {
  it.each([
    [
      'in a file of another name each time',
      'name = os.path.join(tempfile.mkdtemp(prefix="own-"), "info")',
      "open(sys.argv[1], 'w'); time.sleep(0.6); os.remove(sys.argv[1])",
      'while not os.path.exists(name): time.sleep(0.05)\nprint(len(open(name).read()))',
    ],
    [
      'in the same file',
      'name = "later.py"',
      "time.sleep(0.6); open(sys.argv[1], 'w').write(f'X = {time.time()}')",
      'time.sleep(0.2)\nimport later\nprint(later.X > 0)',
    ],
  ])('%s', { timeout: 120_000 }, async (_, named, child, reads) => {
    const { headless, close } = await opened({ 'later.py': 'X = 1' });
    const start = `subprocess.Popen([sys.executable, "-c", "import os, sys, time; ${child}", name])`;
    const source = `import os, subprocess, sys, tempfile, time\n${named}\n${start}\n${reads}`;
    try {
      const document = documentOf([['c1', source]]);
      let ran = (await headless.update(document)).ran.length;
      for (let quiet = 0; quiet < 8; quiet += 1) {
        await sleep(250);
        if (!(await headless.hasChangedFiles())) continue;
        ran += (await headless.update(document)).ran.length;
        quiet = 0;
      }
      expect(ran).toBeLessThanOrEqual(6);
    } finally {
      await close();
    }
  });
});

/** A notebook on a kernel in a folder with these files, watched; `stirs`: how often something has stirred. */
async function opened(files: Readonly<Record<string, string>>): Promise<{
  readonly folder: string;
  readonly headless: HeadlessNotebook;
  readonly close: () => Promise<void>;
  readonly stirs: () => number;
}> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'changed-files-')));
  for (const [name, text] of Object.entries(files)) await write(join(folder, name), text);
  const client = await server.startKernel({ cwd: folder });
  const kernel = await TracedKernel.attach(client, 'on', new StaticRecorder());
  const headless = new HeadlessNotebook(kernel, 'in-order', () => {});
  let stirred = 0;
  headless.watch(() => {
    stirred += 1;
  }, true);
  const close = async (): Promise<void> => {
    headless.close();
    await client.shutdown();
    await rm(folder, { recursive: true, force: true });
  };
  return { folder, headless, close, stirs: () => stirred };
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

function change(texts: [string, string][], { cell, source = '', insert, id = '' }: Step): void {
  if (insert !== undefined) texts.splice(insert - 1, 0, [id, source]);
  for (const each of texts) if (each[0] === `c${cell}`) each[1] = source;
}

function documentOf(texts: readonly (readonly [string, string])[]): ReturnType<typeof parseNotebook> {
  const cells = texts.map(([id, source]) => ({
    cell_type: 'code',
    id,
    metadata: {},
    execution_count: null,
    outputs: [],
    source,
  }));
  return parseNotebook(
    JSON.stringify({ nbformat: 4, nbformat_minor: 5, metadata: {}, cells }),
    'changed-files.ipynb',
  );
}

function shown(
  headless: HeadlessNotebook,
  texts: readonly (readonly [string, string])[],
  folder: string,
): string[] {
  const { cells } = headless.withOutputs(documentOf(texts));
  return cells.map((cell) => (cell.type === 'code' ? textOf(cell.outputs).replaceAll(folder, 'FOLDER') : ''));
}

const ranIn = ({ ran }: Settled): string[] => ran.map(({ cell }) => cell);

function textOf(outputs: readonly object[]): string {
  return outputs
    .map((output) => {
      const { text, ename, evalue, data } = output as Readonly<Record<string, unknown>>;
      if (ename !== undefined) return `${String(ename)}: ${String(evalue)}`;
      return text ?? (data as Readonly<Record<string, unknown>>)['text/plain'];
    })
    .join('');
}
