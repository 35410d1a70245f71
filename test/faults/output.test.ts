/**
 * Output without end: the server stays up, its memory bounded; other notebooks answer; an interrupt works; saved files are whole.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { leftOutIn, type Output } from '../../runtime/kernel/index.ts';
import { type Folder, makeFolder, notebookText } from '../cli/sluice.ts';
import { type AttackedServer, attackedServer, mostMemory, type ServedLine } from './served-line.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

/** Far more than the stored output, far less than the printed. */
const MEGABYTES = 500;

const ENDLESS: Readonly<Record<string, string>> = {
  'endless print': 'while True:\n    print("x" * 10_000)',
  'endless print of short lines': 'while True:\n    print("line", flush=True)',
  'print without end by a command': '!yes',
  'display in a loop': 'i = 0\nwhile True:\n    display(i)\n    i += 1',
  'updates of a display in a loop': 'h = display(0, display_id=True)\nwhile True:\n    h.update(1)',
  'output that is cleared in a loop':
    'from IPython.display import clear_output\nwhile True:\n    clear_output(wait=True)\n    display("x" * 1000)',
};

const ENDING: Readonly<Record<string, { readonly code: string; readonly outputs: number }>> = {
  'ten thousand outputs': { code: 'for i in range(10_000): display(i)', outputs: 1101 },
  'a long text': { code: 'print("x" * 20_000_000)', outputs: 3 },
  'a long result': { code: '"x" * 30_000_000', outputs: 1 },
  'a long error': { code: 'raise ValueError("x" * 30_000_000)', outputs: 1 },
  'a large picture': {
    code: "display({'image/png': 'x' * 30_000_000, 'text/plain': 'picture'}, raw=True)",
    outputs: 1,
  },
};

const NAMES = [...Object.keys(ENDLESS), ...Object.keys(ENDING)];
const SOURCES = [...Object.values(ENDLESS), ...Object.values(ENDING).map(({ code }) => code)];

let folder: Folder;
let server: AttackedServer;
let attacked: ServedLine;
let other: ServedLine;
beforeAll(async () => {
  folder = makeFolder({ 'attacked.ipynb': notebookText(SOURCES), 'other.ipynb': notebookText(['1 + 1']) });
  server = await attackedServer(folder.path);
  [attacked, other] = await Promise.all([server.open('attacked.ipynb'), server.open('other.ipynb')]);
  attacked.say({ op: 'mode', mode: 'lazy' });
});
afterAll(async () => {
  const ended = await server?.stop();
  folder?.remove();
  expect(ended?.code).toBe(130);
});

const cellOf = (name: string): string => `c${NAMES.indexOf(name) + 1}`;

describe('while a cell makes output without end', () => {
  test.each(Object.keys(ENDLESS))('%s', async (name) => {
    const cell = cellOf(name);
    attacked.say({ op: 'run', cells: [cell] });
    await attacked.until(() => attacked.cell(cell).state === 'running');
    for (let turn = 0; turn < 3; turn += 1) {
      expect((await other.run('c1')).outputs).toMatchObject([{ data: { 'text/plain': '2' } }]);
    }
    attacked.say({ op: 'interrupt' });
    await attacked.until(({ kernel }) => kernel.state === 'idle');
    expect(attacked.cell(cell).outputs.length).toBeLessThan(1_200);
    expect(mostMemory(server.pid)).toBeLessThan(MEGABYTES);
  });
});

const TICKING: Readonly<Record<string, string>> = {
  'a ticker below a long text':
    'import time\nprint("x" * 300_000)\nfor i in range(80):\n    print("\\r", i, end="", flush=True)\n    time.sleep(0.1)\nprint("end")',
  'a long text that is shown anew':
    'import time\nfrom IPython.display import clear_output\nfor i in range(80):\n    clear_output(wait=True)\n    print("x" * 150_000, i)\n    time.sleep(0.1)\nprint("end")',
  'a display that is updated below many others':
    'import time\nfor i in range(30): display(i)\nh = display("", display_id=True)\nfor i in range(80):\n    h.update("x" * 150_000 + str(i))\n    time.sleep(0.1)\nprint("end")',
};

describe('large output again and again', () => {
  test.each(Object.keys(TICKING))('%s', async (name) => {
    const ticking = makeFolder({ 'ticking.ipynb': notebookText([TICKING[name]!]) });
    const quiet = await attackedServer(ticking.path);
    try {
      const line = await quiet.open('ticking.ipynb');
      const before = line.received;
      const { outputs } = await line.run('c1');
      expect(JSON.stringify(outputs)).toContain('end');
      // eight seconds
      expect(line.received - before).toBeLessThan(4_000_000);
    } finally {
      await quiet.stop();
      ticking.remove();
    }
  });
});

describe('much output', () => {
  test.each(Object.keys(ENDING))('%s', async (name) => {
    const cell = cellOf(name);
    const { outputs } = await attacked.run(cell);
    expect(outputs).toHaveLength(ENDING[name]!.outputs);
    expect(/(left out|not shown) here/.test(JSON.stringify(outputs))).toBe(true);
    expect(mostMemory(server.pid)).toBeLessThan(MEGABYTES);
  });
});

test('what is saved is a notebook, and says what is left out', async () => {
  attacked.say({ op: 'save' });
  await attacked.until(({ saved }) => saved === 'saved');
  const text = readFileSync(join(folder.path, 'attacked.ipynb'), 'utf8');
  const { cells } = JSON.parse(text) as { cells: { id: string; outputs: Output[] }[] };
  const saved = cells.find(({ id }) => id === cellOf('a long text'))!.outputs;
  const [, note] = saved;
  expect(note && 'data' in note && leftOutIn(note)).toMatchObject({
    characters: 17_500_001,
    whole: [20_000_001, 0, expect.any(String)],
  });
  expect(text.length).toBeLessThan(40_000_000);
});

test('all of it can be had in a file', async () => {
  const cell = cellOf('a long text');
  const { outputs } = await attacked.run(cell, { whole: true });
  const file = join(folder.path, '.sluice', 'attacked.ipynb.outputs', `${cell}.txt`);
  expect(outputs).toMatchObject([
    {},
    { data: { 'text/plain': expect.stringContaining(`All of it is in ${file}.`) } },
    {},
  ]);
  expect(readFileSync(file, 'utf8') === `${'x'.repeat(20_000_000)}\n`).toBe(true);
});

test('what was cleared is not in the log either', async () => {
  const log = (): string => readFileSync(join(folder.path, '.sluice', 'other.ipynb.session.jsonl'), 'utf8');
  expect(log()).toContain('"text/plain":"2"');
  other.say({ op: 'clear-outputs', cells: ['c1'] });
  await other.until(() => other.cell('c1').outputs.length === 0);
  expect(log()).not.toContain('"text/plain":"2"');
});
