/** `sluice replay`: the facts of every event, on sessions whose facts were worked out by hand. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findPackageRoot } from '../../instrument/index.ts';
import { type Folder, makeFolder, notebookText, sessionText, sluice, sluiceJson } from './sluice.ts';

const CASES = join(findPackageRoot(), 'test', 'cases', 'sessions');
const HISTORY = join(findPackageRoot(), 'samples', 'history.sqlite');

/** Fields that are left out are not compared. */
interface Expected {
  readonly title: string;
  readonly order?: string;
  readonly events: readonly object[];
  readonly summary?: object;
}

type Facts = Readonly<Record<string, unknown>>;

const EVENT_KEYS = ['event', 'fresh', 'reactive', 'refreshers', 'stale', 'type'];
const RUN_KEYS = [
  ...EVENT_KEYS,
  ...['backward', 'backward_statements', 'cell', 'error', 'exec', 'guarantee', 'ms', 'parents', 'reads'],
  ...['reasons', 'result', 'statements', 'status', 'stdout', 'writes'],
].sort();

describe.concurrent('hand-computed sessions', () => {
  const names = readdirSync(CASES).filter((name) => name.endsWith('.json'));
  test.each(names)(
    '%s',
    async (name) => {
      const expected = JSON.parse(readFileSync(join(CASES, name), 'utf8')) as Expected;
      const order = expected.order === undefined ? [] : ['--order', expected.order];
      const source = join(CASES, name.replace(/\.json$/, '.jsonl'));
      const found = await sluiceJson<Facts>(['replay', source, ...order]);
      const events = found.slice(0, -1);
      expect(events).toHaveLength(expected.events.length);
      for (const [index, event] of expected.events.entries()) expect(events[index]).toMatchObject(event);
      expect(found.at(-1)).toMatchObject({ type: 'summary', ...expected.summary });
      for (const event of events) {
        if (event.type === 'run') {
          expect(Object.keys(event).sort()).toEqual(RUN_KEYS);
          expect(event.ms).toEqual({
            run: expect.any(Number),
            trace: expect.any(Number),
            analysis: expect.any(Number),
          });
        } else
          expect(
            Object.keys(event)
              .filter((key) => key !== 'cell')
              .sort(),
          ).toEqual(EVENT_KEYS);
      }
    },
    60_000,
  );
});

describe.concurrent('sources', () => {
  let folder: Folder;
  beforeAll(() => {
    // the notebook names `..`, so the copy takes the folder above as well: one of the test's own
    folder = makeFolder({ 'in/data/numbers.txt': '1\n2\n', 'in/nb.ipynb': '' });
  });
  afterAll(() => folder.remove());

  test('a notebook: its code cells run once, top to bottom, in a copy of its folder', async () => {
    folder.write(
      'in/nb.ipynb',
      notebookText([
        'import os\nhere = os.getcwd()\nhere',
        "numbers = [int(line) for line in open('data/numbers.txt')]\nopen('data/numbers.txt', 'w').close()",
        '',
        'sum(numbers)',
        "open('../' + os.path.basename(here) + '/data/new.txt', 'w').close()",
      ]),
    );
    const before = folder.snapshot();
    const found = await sluiceJson<Facts>(['replay', join(folder.path, 'in', 'nb.ipynb')]);
    expect(found.map(({ cell, status }) => [cell, status])).toEqual([
      ['c1', 'ok'],
      ['c2', 'ok'],
      ['c4', 'ok'],
      ['c5', 'ok'],
      [undefined, undefined],
    ]);
    expect(found[0]?.result).toBe(`'${join(folder.path, 'in')}'`);
    expect(found[1]?.reads).toContain('the file data/numbers.txt');
    expect(found[2]).toMatchObject({ result: '3', backward: [2, 3] });
    expect(folder.snapshot()).toEqual(before);
  }, 60_000);

  test('a history without --session: its sessions, one a line', async () => {
    const found = await sluiceJson<Facts>(['replay', HISTORY]);
    expect(found.length).toBeGreaterThan(1);
    for (const line of found) {
      expect(line).toMatchObject({
        type: 'session',
        session: expect.any(Number),
        executions: expect.any(Number),
      });
    }
    const text = await sluice(['replay', HISTORY]);
    expect(text.stdout.trimEnd().split('\n')).toHaveLength(found.length);
  }, 60_000);

  test('one session of a history', async () => {
    const [first] = await sluiceJson<Facts>(['replay', HISTORY]);
    const found = await sluiceJson<Facts>(['replay', HISTORY, '--session', String(first?.session)]);
    expect(found.filter(({ type }) => type === 'run')).toHaveLength(Number(first?.executions));
    expect(found.at(-1)).toMatchObject({ type: 'summary', executions: first?.executions });
  }, 60_000);
});

describe.concurrent('what is traced', () => {
  const text = sessionText(['a = [1]\nb = a', 'b.append(2)', 'c = 3', 'print(a)']);
  let folder: Folder;
  beforeAll(() => {
    folder = makeFolder({ 's.jsonl': text });
  });
  afterAll(() => folder.remove());

  test('--trace off: everything may depend on everything before, and it says so', async () => {
    const found = await sluiceJson<Facts>(['replay', join(folder.path, 's.jsonl'), '--trace', 'off']);
    expect(found[3]).toMatchObject({
      status: 'uninstrumented',
      stdout: '[1, 2]\n',
      reads: [],
      writes: [],
      backward: [1, 2, 3, 4],
      guarantee: 'not-guaranteed',
    });
    expect(String(found[3]?.reasons)).toMatch(/not traced \(--trace off\)/);
  }, 60_000);

  test('--trace static: dependences from the text alone, never guaranteed', async () => {
    const found = await sluiceJson<Facts>(['replay', join(folder.path, 's.jsonl'), '--trace', 'static']);
    expect(found[2]).toMatchObject({
      status: 'ok',
      writes: ['c'],
      backward: [3],
      guarantee: 'not-guaranteed',
    });
    expect(found[3]).toMatchObject({
      status: 'ok',
      stdout: '[1, 2]\n',
      reads: ['a'],
      guarantee: 'not-guaranteed',
    });
    expect(found[3]?.backward).not.toContain(3);
    expect(String(found[3]?.reasons)).toMatch(/static analysis only/);
  }, 60_000);

  test('for people: an entry per event, and a summary', async () => {
    const { code, stdout } = await sluice(['replay', join(folder.path, 's.jsonl')]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^ \[1\] a +writes a, b\n/);
    expect(stdout).toMatch(/\n4 executions of 4 cells, 0 failed; .*4 slices complete\n$/);
  }, 60_000);
});
