/** `sluice what-if`: text, JSON, sources and bad input; nothing runs. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Folder, makeFolder, notebookText, sluice, sluiceJson } from './sluice.ts';

const code = (id: string, source: string, count: number | null) => ({
  cell_type: 'code',
  id,
  metadata: {},
  execution_count: count,
  outputs: [],
  source,
});
const chain = JSON.stringify({
  nbformat: 4,
  nbformat_minor: 5,
  metadata: {},
  cells: [
    code('a', 'x = 1', 1),
    { cell_type: 'markdown', id: 'text', metadata: {}, source: '# a' },
    code('b', 'y = x + 1', 2),
    code('c', 'z = y + 1', 3),
    code('d', 'print(z)', 4),
    code('e', 'w = 10', 5),
    code('f', '', null),
  ],
});
const lines = [
  { type: 'run', cell: 'a', source: 'x = 1' },
  { type: 'run', cell: 'b', source: 'print(x)' },
  { type: 'restart' },
  { type: 'run', cell: 'a', source: 'x = 1' },
  { type: 'run', cell: 'gone', source: 'y = x' },
  { type: 'delete', cell: 'gone' },
  { type: 'run', cell: 'c', source: 'print(y)' },
  { type: 'edit', cell: 'a', source: 'x = 2' },
];

let folder: Folder;
beforeAll(() => {
  folder = makeFolder({
    'n.ipynb': chain,
    'deep/unrun.ipynb': notebookText(['x = 1', 'print(x)']),
    's.jsonl': lines.map((line) => JSON.stringify(line)).join('\n'),
    'broken.ipynb': notebookText(['x = = 1', 'print "x"', '%%bash\nls', '', 'def f(:']),
    'none.ipynb': notebookText([]),
    'empty/x.txt': '',
  });
});
afterAll(() => folder.remove());

const at = (name: string) => join(folder.path, name);

interface Line {
  readonly type: 'path' | 'summary';
  readonly cells?: readonly string[];
  readonly verdict?: string;
  readonly [field: string]: unknown;
}

const paths = (found: readonly Line[]) =>
  found.flatMap(({ type, cells, verdict }) => (type === 'path' ? [`${cells!.join(' ')} ${verdict}`] : []));

describe('sluice what-if', { timeout: 120_000 }, () => {
  test('prints paths and a summary with --json', async () => {
    const found = await sluiceJson<Line>(['what-if', at('n.ipynb'), '--cell', '1']);
    expect(paths(found)).toEqual([
      'a safe',
      'a b safe',
      'a c stale',
      'a d stale',
      'a b c safe',
      'a b c d safe',
    ]);
    expect(found[2]).toEqual({
      type: 'path',
      event: 'run',
      cells: ['a', 'c'],
      verdict: 'stale',
      analysis: 'stale',
      at: 'c',
      line: 1,
      why: 'cell 3 reads y, which cell 2 made from x before cell 1 changed that',
    });
    const { ms, ...summary } = found.at(-1)!;
    expect(ms).toBeGreaterThan(0);
    expect(summary).toEqual({
      type: 'summary',
      event: 'run',
      isolated: ['e'],
      idle: ['e'],
      fresh: ['b'],
      stale: ['c', 'd'],
      complete: true,
      left: [],
      instead: null,
    });
  });

  test('tells people', async () => {
    const { stdout } = await sluice(['what-if', at('n.ipynb'), '--cell', 'a']);
    expect(stdout).toBe(`If you run cell 1 now, it reads the same values as in a run from the top.
stale then: cells 3, 4
    cell 3 reads y, which cell 2 made from x before cell 1 changed that
    cell 4 reads z, which cell 3 made from y, out of date since cell 1 changed x
has new inputs: cell 2
safe next: cell 2
safe after 2: cell 3
safe after 2, 3: cell 4
isolated (nothing flows in or out): cell 5
idle (no effect, shows nothing): cell 5
`);
  });

  test('takes depth and analyses', async () => {
    const near = await sluiceJson<Line>(['what-if', at('n.ipynb'), '--cell', 'a', '--depth', '1']);
    expect(paths(near)).toEqual(['a safe']);
    const some = await sluice(['what-if', at('n.ipynb'), '--cell', 'a', '--analysis', 'undefined,isolated']);
    expect(some.stdout).not.toContain('stale');
    expect(some.stdout).toContain('isolated');
  });

  test('counts what a session has run since its restart, deleted cells and edits', async () => {
    const open = await sluiceJson<Line>(['what-if', at('s.jsonl')]);
    expect(open.at(-1)).toMatchObject({ event: 'open', fresh: ['a'], stale: ['b', 'c'] });
    const run = await sluiceJson<Line>(['what-if', at('s.jsonl'), '--cell', 'a']);
    expect(paths(run)).toEqual(['a safe', 'a b safe']);
  });

  test('without counts nothing has run', async () => {
    const { stdout } = await sluice(['what-if', at('deep/unrun.ipynb'), '--cell', '2']);
    expect(stdout).toContain('it would fail: cell 2 needs x, which cell 1 would define');
    expect(stdout).toContain('run 1, 2 instead');
  });

  test('renames', async () => {
    const args = ['what-if', at('n.ipynb'), '--event', 'rename', '--name', 'y', '--to', 'w'];
    const summary = (await sluiceJson<Line>(args)).at(-1)!;
    expect(summary.edits).toEqual([
      { cell: 'b', source: 'w = x + 1' },
      { cell: 'c', source: 'z = w + 1' },
    ]);
    expect(summary.clashes).toEqual([{ cell: 'e', line: 1, why: 'has a variable w already' }]);
    expect((await sluice(args)).stdout).toContain('clash: cell 5 has a variable w already (line 1)');
  });

  test('takes cells that are no Python, empty notebooks and folders', async () => {
    const broken = await sluiceJson<Line>(['what-if', at('broken.ipynb'), '--cell', '1']);
    expect(paths(broken)).toEqual(['cell-1 undefined'].map((path) => path.replace('cell-1', 'c1')));
    expect(await sluiceJson<Line>(['what-if', at('none.ipynb')])).toHaveLength(1);
    const all = await sluiceJson<Line>(['what-if', folder.path]);
    expect(all.filter(({ type }) => type === 'summary')).toHaveLength(4);
  });

  test.each([
    [[], 'needs a file'],
    [['n.ipynb', '--cell', '9'], 'there is no cell 9: the code cells are 1 to 6'],
    [['n.ipynb', '--cell', 'a', '--event', 'fly'], '--event is run or edit'],
    [['n.ipynb', '--event', 'run'], '--event run needs --cell'],
    [['n.ipynb', '--cell', 'a', '--depth', '0'], '--depth takes a whole number from 1'],
    [['n.ipynb', '--analysis', 'stail'], 'there is no analysis stail; did you mean "stale"?'],
    [['n.ipynb', '--event', 'rename', '--name', 'x'], 'needs --name OLD and --to NEW'],
    [['n.ipynb', '--event', 'rename', '--name', 'x', '--to', 'if'], 'cannot be the name of a variable'],
    [['n.ipynb', '--event', 'rename', '--name', 'q', '--to', 'p'], 'no cell has a variable q'],
    [['n.ipynb', '--cell', 'a', '--event', 'move', '--to', '9'], 'places 1 to 6'],
    [['n.ipynb', '--cell', 'a', '--name', 'x'], '--name OLD belongs to --event rename'],
    [['s.jsonl', '--cell', 'gone'], 'cell gone was deleted'],
    [['empty'], 'has no notebooks'],
    [['missing.ipynb'], 'missing.ipynb'],
  ])('%j is refused in one line', async (args, message) => {
    const { code: exit, stderr, stdout } = await sluice(['what-if', ...args], { cwd: folder.path });
    expect(stderr).toContain(message);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect([exit, stdout]).toEqual([2, '']);
  });
});
