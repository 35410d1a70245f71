/** Names, code and messages of somebody else, printed: they neither steer a terminal nor give orders to a CI. */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { visible, visibleInLogs, visibleJson } from '../../runtime/words/index.ts';
import { type Folder, makeFolder, notebookText, sluice } from '../cli/sluice.ts';

vi.setConfig({ testTimeout: 120_000 });

/** Clears the screen, sets the title, moves up; the same by one character; turns the direction of writing. */
const STEER = '\u001b[2J\u001b]0;owned\u0007\u001b[1A\u009b31m\u202e\u2066\r\u007f\b';
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that are meant
const STEERING = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;
const ORDERS =
  '\n::error file=a.py,line=1::forged\n  ::warning::forged\n##[error]forged\n##vso[task.setvariable]x';
const ORDER = /^\s*::|##(?:vso)?\[/m;

const NAME = `a${STEER}${ORDERS.replaceAll('/', '')}.ipynb`;

let folder: Folder;
let book: string;

beforeEach(() => {
  folder = makeFolder();
  const source = `x${STEER} = unknown_name\n# ${STEER}${ORDERS}\ny = """${ORDERS}"""\nprint(x, lost)`;
  book = folder.write(
    NAME,
    notebookText([source, `import pandas as pd\npd.read_csv("${STEER.slice(0, 4)}lost.csv")`]),
  );
  folder.write('plain.ipynb', notebookText([`z = 1 # ${STEER}${ORDERS}`, 'print(z)\nlost_name']));
  folder.write('broken.ipynb', `{"cells": ["${ORDERS}${STEER}"]`);
});
afterEach(() => folder.remove());

function expectHarmless(text: string): void {
  expect(STEERING.exec(text)).toBeNull();
  expect(ORDER.exec(text)).toBeNull();
}

describe('what is printed for people', () => {
  const COMMANDS: readonly (readonly string[])[] = [
    ['check', 'BOOK'],
    ['check', 'FOLDER'],
    ['check', 'BOOK', '--fix', '--diff'],
    ['check', 'PLAIN', '--fix', '--diff'],
    ['query', 'FOLDER', 'SELECT * FROM cells'],
    ['query', 'FOLDER', `SELECT 1 ${STEER}${ORDERS}`],
    ['graph', 'BOOK'],
    ['graph', 'PLAIN'],
    ['what-if', 'PLAIN'],
    ['what-if', 'BOOK', '--event', 'run', '--cell', `${STEER}${ORDERS}`],
    ['check', `BOOK${STEER}${ORDERS}`],
    [`${STEER}${ORDERS}`],
    ['query', 'BOOK', `${STEER}${ORDERS}`],
  ];

  test.each(COMMANDS.map((args) => [args]))('%j', async (args) => {
    const given = args.map((each) =>
      each
        .replace('FOLDER', folder.path)
        .replace('BOOK', book)
        .replace('PLAIN', join(folder.path, 'plain.ipynb')),
    );
    const { stdout, stderr } = await sluice(given, { cwd: folder.path });
    expect(stdout + stderr).not.toBe('');
    expectHarmless(stdout);
    expectHarmless(stderr);
  });
});

test('orders to GitHub are those of findings only', async () => {
  const { stdout } = await sluice(['check', folder.path, '--format', 'github']);
  expect(STEERING.exec(stdout)).toBeNull();
  const lines = stdout.trimEnd().split('\n');
  expect(lines.length).toBeGreaterThan(2);
  for (const line of lines) expect(line).toMatch(/^::(?:error|warning|notice) file=[^:,]+,.*title=Sluice /);
});

test.each(['json', 'sarif'])('%s says the same, without what steers', async (format) => {
  const { stdout } = await sluice(['check', folder.path, '--format', format]);
  expect(STEERING.exec(stdout)).toBeNull();
  const said =
    format === 'sarif'
      ? [JSON.parse(stdout)]
      : stdout
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line));
  expect(JSON.stringify(said)).toContain('is no valid Python');
});

test('a folder whose name is an order can be worked in', async () => {
  const inner = join(folder.path, `d${ORDERS.replaceAll('/', '')}${STEER}`);
  mkdirSync(inner);
  const { stdout, stderr } = await sluice(['check', inner]);
  expectHarmless(stdout);
  expectHarmless(stderr);
});

test('text that steers nothing stays as it is', () => {
  const text = 'é 日本\tx\n┌─ │ ▶ 👩‍🔬 a::b x[::2] # [note] https://x.org/#[a]\n';
  expect(visible(text)).toBe(text);
  expect(visibleInLogs(text)).toBe(text);
  expect(visibleJson(JSON.stringify(text))).toBe(JSON.stringify(text));
  expect(visible('a\r\nb\u001b[2J\u202e')).toBe('a\nb\\x1b[2J\\u202e');
  expect(visibleInLogs('::error::a\n  ::set-output::b\n##[group]c')).toBe(
    '\\x3a:error::a\n  \\x3a:set-output::b\n\\x23#[group]c',
  );
  expect(JSON.parse(visibleJson(JSON.stringify(STEER)))).toBe(STEER);
});
