/** `sluice graph`: formats, sources, bounds and bad input; nothing runs. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Folder, makeFolder, sessionText, sluice, sluiceJson } from './sluice.ts';

const code = (id: string, source: string) => ({
  cell_type: 'code',
  id,
  metadata: {},
  execution_count: null,
  outputs: [],
  source,
});
const notebook = JSON.stringify({
  nbformat: 4,
  nbformat_minor: 5,
  metadata: {},
  cells: [
    code('a', 'l = [1]\nm = l'),
    { cell_type: 'markdown', id: 'text', metadata: {}, source: '# a' },
    code('b', ''),
    code('c', 'm.append(2)'),
    code('d', 'print(l)'),
  ],
});

let folder: Folder;
beforeAll(() => {
  folder = makeFolder({
    'n.ipynb': notebook,
    'deep/more.ipynb': notebook,
    '.ipynb_checkpoints/n.ipynb': notebook,
    's.jsonl': sessionText(['x = 1', 'x']),
    'bad.pyi': '__module__ = "m"\ndef f(x) -> Mutate[x]: ...\n',
    'own.pyi': '__module__ = "shop"\ndef sell(x) -> Mutates[x]: ...\n',
    'shop.ipynb': JSON.stringify({
      nbformat: 4,
      nbformat_minor: 5,
      metadata: {},
      cells: [code('a', 'import shop\ns = [1]'), code('b', 'y = shop.sell(s)'), code('c', 's')],
    }),
    'empty/x.txt': '',
    'open.ipynb': JSON.stringify({
      nbformat: 4,
      nbformat_minor: 5,
      metadata: {},
      cells: [code('a', 'import shop\ns = [1]'), code('b', 'shop.sell(s)'), code('c', 'print(s)')],
    }),
    'open.jsonl': ['import shop\ns = [1]', 'shop.sell(s)', 'print(s)']
      .map((source, i) => JSON.stringify({ type: 'run', cell: 'abc'[i], source }))
      .join('\n'),
    'seen.jsonl': [
      { event: 1, type: 'run', cell: 'a', exec: 1, reads: [], writes: ['s'] },
      { event: 2, type: 'run', cell: 'b', exec: 2, reads: ['s'], writes: ['s[0]', 'the file x'] },
    ]
      .map((line) => JSON.stringify(line))
      .join('\n'),
  });
});
afterAll(() => folder.remove());

const at = (name: string) => join(folder.path, name);

interface Graph {
  readonly type: string;
  readonly file?: string;
  readonly cells: readonly { readonly cell: string; readonly index: number }[];
  readonly flows: readonly { readonly from: string; readonly to: string; readonly name: string }[];
  readonly questions: readonly Record<'cell' | 'name' | 'asks' | 'answer' | 'by', unknown>[];
  readonly dependencies: readonly { readonly cell: string; readonly needs: readonly string[] }[];
}

describe('sluice graph', { timeout: 120_000 }, () => {
  test('prints one object with --json; blank cells count', async () => {
    const [graph, ...more] = await sluiceJson<Graph>(['graph', at('n.ipynb'), '--transitive']);
    expect(more).toEqual([]);
    expect(graph).toMatchObject({ type: 'graph', bound: 'resolved' });
    expect(graph!.cells.map(({ cell, index }) => [cell, index])).toEqual([
      ['a', 1],
      ['b', 2],
      ['c', 3],
      ['d', 4],
    ]);
    expect(graph!.flows.map(({ from, name, to }) => `${from} ${name} ${to}`)).toEqual([
      'a m c',
      'a l c',
      'c l d',
      'c m d',
    ]);
    expect(graph!.dependencies.at(-1)).toEqual({ cell: 'd', needs: ['a', 'c'] });
  });

  test('prints text, DOT and Mermaid', async () => {
    const text = await sluice(['graph', at('n.ipynb')]);
    expect(text.stdout).toContain('l from cell 3: cell 3 changes m: append (l stands for it, or holds it)');
    const dot = await sluice(['graph', at('n.ipynb'), '--format', 'dot']);
    expect(dot.stdout).toContain('"c" -> "d" [label="l, m"');
    const mermaid = await sluice(['graph', at('n.ipynb'), '--format', 'mermaid', '--bound', 'lower']);
    expect(mermaid.stdout).toContain('c1 -->|"m"| c2');
    expect([text.code, dot.code, mermaid.code]).toEqual([0, 0, 0]);
  });

  test('takes sessions, and folders without checkpoints', async () => {
    const [session] = await sluiceJson<Graph>(['graph', at('s.jsonl')]);
    expect(session!.flows).toHaveLength(1);
    const found = await sluiceJson<Graph>(['graph', folder.path]);
    expect(found.map(({ file }) => file)).toEqual(
      ['n.ipynb', 'open.ipynb', 'shop.ipynb', 'deep/more.ipynb'].map(at),
    );
  });

  test('counts declarations of the user', async () => {
    const flows = async (...args: string[]) =>
      (await sluiceJson<Graph>(['graph', at('shop.ipynb'), ...args]))[0]!.flows.map(({ from }) => from);
    expect(await flows()).toEqual(['a', 'a']);
    expect(await flows('--effects', at('own.pyi'))).toEqual(['a', 'b']);
  });

  test('draws an SVG, of cells or names, all or of one name', async () => {
    const cells = await sluice(['graph', at('n.ipynb'), '--format', 'svg']);
    expect(cells.stdout).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg"/);
    expect(cells.stdout).toContain('<title>cell 1 binds m; cell 3 reads m');
    const names = await sluice(['graph', at('n.ipynb'), '--format', 'svg', '--view', 'names', '--name', 'm']);
    expect(names.stdout).toContain('>m</text>');
    expect(names.stdout).not.toContain('cell 1: l = [1]');
  });

  const questions = async (...args: string[]) =>
    (await sluiceJson<Graph>(['graph', ...args]))[0]!.questions
      .filter(({ cell }) => cell === 'b')
      .map(({ cell, name, asks, answer, by }) => [cell, name, asks, answer, by].join(' '));

  test('keeps what a person answers beside the notebook, as long as the line stays', async () => {
    const file = at('open.ipynb');
    const before = readFileSync(file, 'utf8');
    const text = await sluice(['graph', file]);
    expect(text.stdout).toContain(
      'does cell 2 change s (line 1)? no, says the usual rule; --answer 2:s=yes or no',
    );
    expect(await questions(file, '--answer', '2:s=yes')).toEqual(['b s changes true person']);
    expect(await questions(file)).toEqual(['b s changes true person']);
    expect(readFileSync(file, 'utf8')).toBe(before);
    expect(JSON.parse(readFileSync(at('.sluice/open.ipynb.answers.json'), 'utf8'))).toMatchObject({
      answers: [{ cell: 'b', name: 's', line: 'shop.sell(s)', answer: true }],
    });
    writeFileSync(file, before.replace('shop.sell(s)', 'shop.buy(s)'));
    expect(await questions(file)).toEqual(['b s changes false default']);
    writeFileSync(file, before);
    expect(await questions(file, '--answer', 'b:changes:s=forget')).toEqual(['b s changes false default']);
    const refused = await sluice(['graph', file, '--answer', '2:t=no']);
    expect(refused.stderr).toContain('is not open; open is: changes s');
    expect(refused.code).toBe(2);
  });

  test('takes what a session has shown, before what a person says', async () => {
    const args = ['--observed', at('seen.jsonl')];
    expect(await questions(at('open.jsonl'), ...args)).toEqual(['b s changes true observed']);
  });

  test('draws the other notebooks of a folder in which one cannot be read', async () => {
    folder.write('mixed/a.ipynb', '{"cells": [');
    folder.write('mixed/b.ipynb', notebook);
    folder.write(
      'mixed/c.ipynb',
      '{"cells": [], "metadata": {"kernelspec": {"name": "ir", "display_name": "R", "language": "R"}}, "nbformat": 4, "nbformat_minor": 4}',
    );
    const { code, stdout, stderr } = await sluice(['graph', at('mixed')]);
    expect(stdout).toContain(at('mixed/b.ipynb'));
    expect(stderr).toMatch(/left out: .*a\.ipynb.*\n.*left out: .*c\.ipynb is a notebook for R/);
    expect(code).toBe(1);
    rmSync(at('mixed'), { recursive: true });
  });

  test.each([
    [['graph'], 'needs a file'],
    [['graph', 'open.ipynb', '--answer', 's'], '--answer takes CELL:NAME=yes'],
    [['graph', 'open.ipynb', '--answer', '9:s=no'], 'there is no cell 9; the code cells are 1 to 3'],
    [['graph', 'open.ipynb', '--observed', 'bad.pyi'], 'is neither the log of a session'],
    [['graph', 'open.ipynb', '--model', 'localhost', '--model-name', 'm'], '--model takes an address'],
    [['graph', 'open.ipynb', '--model', 'http://localhost/v1'], '--model needs --model-name'],
    [['graph', 'open.ipynb', '--name', 's'], '--view and --name belong to'],
    [['graph', 'open.ipynb', '--format', 'dot', '--name', 'z'], 'no value of z goes from cell to cell'],
    [['graph', 'deep', '--format', 'svg'], '--format svg is for one notebook'],
    [['graph', 'missing.ipynb'], 'missing.ipynb'],
    [['graph', 'n.ipynb', '--bound', 'some'], '--bound is resolved or lower or upper, not some'],
    [['graph', 'n.ipynb', '--format', 'dot', '--json'], 'give one of --json and --format dot'],
    [['graph', 'n.ipynb', '--effects', 'bad.pyi'], 'bad.pyi:2: "Mutate" is no effect'],
    [['graph', 'empty'], 'has no notebooks'],
  ])('%j is refused in one line', async (args, message) => {
    const { code, stderr, stdout } = await sluice(args, { cwd: folder.path });
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain(message);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });
});
