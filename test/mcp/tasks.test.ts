/** Tasks of agents on live notebooks: each ends right, and runs only the cells that must run. The file is long: one test for each task. */

import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { makeFolder, notebookText } from '../cli/sluice.ts';
import { type Agent, startAgent } from './agent.ts';

// (each starts a kernel, which a busy machine takes its time for)
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

interface Opened {
  readonly revision: string;
  readonly states: Readonly<Record<string, number>>;
}

interface RunResult {
  readonly revision: string;
  readonly run: string;
  readonly status: string;
  readonly ran: readonly { readonly cell: string; readonly status: string; readonly error?: string }[];
  readonly outputs?: readonly { readonly kind: string; readonly text: string }[];
  readonly left?: readonly { readonly cell: string; readonly why: string }[];
  readonly waiting?: { readonly cell: string; readonly prompt: string };
  readonly reason?: string;
}

const SHOP = [
  'prices = [3, 5, 8]',
  'total = sum(prices)',
  'print("total", total)',
  'rate = 0.5',
  'tax = total * rate\nprint("tax", tax)',
  'print("done")',
];

const folder = makeFolder();
let agent: Agent;
beforeAll(async () => {
  agent = await startAgent(folder.path);
});
afterAll(async () => {
  await agent.end();
  folder.remove();
});

const cellsOf = ({ ran }: RunResult) => ran.map(({ cell }) => cell);

/** Opens a new notebook, and brings it up to date. */
async function opened(path: string, sources: readonly string[] = SHOP): Promise<string> {
  folder.write(path, notebookText(sources));
  const { revision } = await agent.call<Opened>('open', { path });
  return revision;
}

async function settled(path: string, sources: readonly string[] = SHOP): Promise<string> {
  const revision = await opened(path, sources);
  const { status } = await run({ path, revision, goal: 'all' });
  expect(status).toBe('done');
  return revision;
}

function run(given: object): Promise<RunResult> {
  return agent.call<RunResult>('run', { wait: 120, ...given });
}

function edit(path: string, revision: string, edits: readonly object[]): Promise<Opened> {
  return agent.call<Opened>('edit', { path, revision, edits });
}

test('brings a notebook up to date, once', async () => {
  const path = 'once.ipynb';
  const revision = await opened(path);
  const plan = await agent.call<{ cells: object[] }>('plan', { path, revision, goal: 'all' });
  expect(plan.cells).toHaveLength(6);
  const first = await run({ path, revision, goal: 'all' });
  expect(first).toMatchObject({ status: 'done', revision });
  expect(cellsOf(first)).toEqual(['c1', 'c2', 'c3', 'c4', 'c5', 'c6']);
  const again = await run({ path, revision, goal: 'all' });
  expect(again).toMatchObject({ status: 'done', ran: [] });
  expect((await agent.call<Opened>('open', { path })).states).toEqual({ 'up-to-date': 6 });
  const read = await agent.call('read', { path, revision, cell: '5' });
  expect(read).toMatchObject({ source: SHOP[4], outputs: [{ kind: 'stdout', text: 'tax 8.0\n' }] });
});

test('runs one cell with its needs', async () => {
  const path = 'needs.ipynb';
  const revision = await opened(path);
  const found = await run({ path, revision, goal: 'cell:c3' });
  expect(cellsOf(found)).toEqual(['c1', 'c2', 'c3']);
  expect(found.outputs).toEqual([{ kind: 'stdout', text: 'total 16\n' }]);
});

test('fixes a bug', async () => {
  const path = 'bug.ipynb';
  const revision = await opened(path, SHOP.with(1, 'total = sum(price for prise in prices)'));
  const failed = await run({ path, revision, goal: 'all' });
  expect(failed.status).toBe('failed');
  expect(failed.ran.find(({ status }) => status === 'error')).toMatchObject({
    cell: 'c2',
    error: expect.stringContaining("name 'price' is not defined"),
  });
  expect(failed.left).toContainEqual(expect.objectContaining({ cell: 'c3' }));
  const fixed = await edit(path, revision, [{ op: 'replace', cell: 'c2', source: SHOP[1] }]);
  const found = await run({ path, revision: fixed.revision, goal: 'cell:c5' });
  expect(found).toMatchObject({ status: 'done', outputs: [{ text: 'tax 8.0\n' }] });
  expect(cellsOf(found)).not.toContain('c1');
});

test('changes a parameter, and runs only its readers', async () => {
  const path = 'parameter.ipynb';
  const revision = await settled(path);
  const changed = await edit(path, revision, [{ op: 'replace', cell: '4', source: 'rate = 0.25' }]);
  expect(changed).toMatchObject({ states: { 'up-to-date': 4, stale: 2 } });
  const found = await run({ path, revision: changed.revision, goal: 'stale' });
  expect(cellsOf(found)).toEqual(['c4', 'c5']);
  const read = await agent.call('read', { path, cell: 'c5', part: 'outputs' });
  expect(read).toMatchObject({ outputs: [{ text: 'tax 4.0\n' }] });
});

test('inserts, moves and deletes cells, all or none', async () => {
  const path = 'edits.ipynb';
  const revision = await settled(path);
  const nothing = await agent.call('edit', {
    path,
    revision,
    edits: [
      { op: 'delete', cell: 'c6' },
      { op: 'delete', cell: 'nope' },
    ],
  });
  expect(nothing.error).toMatch(/there is no cell nope/);
  expect((await agent.call<Opened>('open', { path })).revision).toBe(revision);
  const changed = await agent.call<Opened & { inserted: string[] }>('edit', {
    path,
    revision,
    edits: [
      { op: 'insert', after: 'c1', source: 'prices.append(4)' },
      { op: 'move', cell: 'c6', after: null },
      { op: 'delete', cell: 'c3' },
    ],
  });
  const found = await run({ path, revision: changed.revision, goal: `cell:${changed.inserted[0]}` });
  expect(found.status).toBe('done');
  const list = await agent.call<{ cells: { cell: string }[] }>('cells', { path });
  expect(list.cells.map(({ cell }) => cell)).toEqual(['c6', 'c1', changed.inserted[0], 'c2', 'c4', 'c5']);
  const read = await agent.call('read', { path, cell: 'c5', part: 'outputs' });
  expect(read).toMatchObject({ outputs: [{ text: 'tax 10.0\n' }] });
});

test('asks why, slices, and gathers a verified script', async () => {
  const path = 'why.ipynb';
  const revision = await settled(path);
  const why = await agent.call<{ reasons: { reason: string }[] }>('why', { path, revision, cell: 'c5' });
  expect(why.reasons.map(({ reason }) => reason)).toEqual([
    'cell 5 line 1 (tax = total * rate) uses total, written by cell 2 line 1 (total = sum(prices))',
    'cell 5 line 1 (tax = total * rate) uses rate, written by cell 4 line 1 (rate = 0.5)',
  ]);
  const chain = await agent.call<{ reasons: object[] }>('why', { path, revision, from: 'c1', to: 'c5' });
  expect(chain.reasons).toHaveLength(2);
  const slice = await agent.call<{ lines: { cell: string; line: number }[] }>('slice', {
    path,
    revision,
    cell: 'c5',
  });
  expect(slice.lines.map(({ cell, line }) => `${cell} ${line}`)).toEqual([
    'c1 1',
    'c2 1',
    'c4 1',
    'c5 1',
    'c5 2',
  ]);
  const gathered = await agent.call('gather', { path, revision, cell: 'c5', verify: true });
  expect(gathered).toMatchObject({
    verification: 'verified',
    script: expect.stringContaining('tax = total * rate'),
  });
  expect(gathered.script).not.toContain('done');
  const graph = await agent.call<{ flows: { from: string; to: string; name: string }[] }>('graph', {
    path,
    revision,
  });
  expect(graph.flows).toContainEqual({ from: 'c4', to: 'c5', name: 'rate', kind: 'data', certain: true });
});

test('finds problems', async () => {
  const path = 'check.ipynb';
  const revision = await opened(path, ['x = 1', 'print(totl)']);
  const found = await agent.call<{ findings: object[] }>('check', { path, revision });
  expect(found.findings).toContainEqual(expect.objectContaining({ code: 'undefined-name', cell: 'c2' }));
});

test('says that the kernel died, restarts on request, and goes on', async () => {
  const path = 'death.ipynb';
  const revision = await opened(path, ['kept = 1', 'import os\nos._exit(1)', 'print(kept)']);
  await run({ path, revision, goal: 'cell:c1' });
  const died = await run({ path, revision, goal: 'all' });
  expect(died).toMatchObject({ status: 'died', reason: expect.stringMatching(/died|kernel/i) });
  expect((await agent.call('run', { path, revision, goal: 'all' })).error).toMatch(/has died.*restart/);
  expect(await agent.call('status', { path })).toMatchObject({ kernel: { state: 'dead' } });
  const again = await agent.call('restart', { path });
  expect(again).toMatchObject({ restarted: true });
  const fixed = await edit(path, revision, [{ op: 'delete', cell: 'c2' }]);
  const found = await run({ path, revision: fixed.revision, goal: 'all' });
  expect(found).toMatchObject({ status: 'done' });
  expect(cellsOf(found)).toEqual(['c1', 'c3']);
});

test('a restart lists what was lost', async () => {
  const path = 'lost.ipynb';
  const revision = await settled(path);
  expect(await agent.call('restart', { path })).toMatchObject({
    revision,
    lost: 6,
    lost_names: ['prices', 'rate', 'tax', 'total'],
  });
});

test('an old revision is refused with the difference, and nothing happens', async () => {
  const path = 'conflict.ipynb';
  const revision = await settled(path);
  const changed = await edit(path, revision, [
    { op: 'replace', cell: 'c4', source: 'rate = 1' },
    { op: 'delete', cell: 'c6' },
  ]);
  const conflict = {
    conflict: true,
    revision: changed.revision,
    changed: [
      { cell: 'c4', change: 'edited', source: 'rate = 1' },
      { cell: 'c6', change: 'deleted' },
    ],
  };
  const edits = [{ op: 'replace', cell: 'c4', source: 'rate = 2' }];
  for (const [tool, given] of Object.entries({
    edit: { edits },
    run: { goal: 'all' },
    plan: { goal: 'all' },
    read: { cell: 'c4' },
    cells: {},
    why: { cell: 'c4' },
    slice: { cell: 'c4' },
    gather: { cell: 'c4' },
    check: {},
    graph: {},
  })) {
    expect(await agent.call(tool, { path, revision, ...given }), tool).toMatchObject(conflict);
  }
  expect(await agent.call('read', { path, cell: 'c4' })).toMatchObject({ source: 'rate = 1' });
  expect(await agent.call('edit', { path, revision: 'nonsense', edits })).toMatchObject({ conflict: true });
});

test('a long run gives its id at once, and is interrupted by it', async () => {
  const path = 'long.ipynb';
  const revision = await opened(path, ['import time\ntime.sleep(600)', 'print(1)']);
  const begun = await run({ path, revision, goal: 'cell:c1', wait: 0.1 });
  expect(begun).toMatchObject({ status: 'running' });
  await vi.waitFor(
    async () => {
      const list = await agent.call<{ cells: { state: string }[] }>('cells', { path });
      expect(list.cells[0]?.state).toBe('running');
      expect(await agent.call('status', { path })).toMatchObject({ kernel: { state: 'busy' } });
    },
    { timeout: 60_000, interval: 200 },
  );
  expect(await agent.call('interrupt', { path, run: begun.run })).toEqual({ interrupted: [begun.run] });
  expect(await agent.call('status', { path, run: begun.run })).toMatchObject({ status: 'interrupted' });
  expect(await agent.call('interrupt', { path, run: begun.run })).toMatchObject({ interrupted: [] });
  const other = await run({ path, revision, goal: 'cell:c2' });
  expect(other).toMatchObject({ status: 'done', outputs: [{ text: '1\n' }] });
});

test('a cell that waits for input does not keep the agent waiting', async () => {
  const path = 'input.ipynb';
  const revision = await opened(path, ['name = input("Who? ")']);
  const found = await run({ path, revision, goal: 'cell:c1' });
  expect(found).toMatchObject({ status: 'running', waiting: { cell: 'c1', prompt: 'Who? ' } });
  expect(await agent.call('interrupt', { path })).toEqual({ interrupted: [found.run] });
});

test('results are short unless more is asked for', async () => {
  const path = 'huge.ipynb';
  const long = `words = """${'é word '.repeat(20_000)}"""`;
  const many = Array.from({ length: 300 }, (_, i) => `value_${i} = "${'x'.repeat(200)}"`);
  const revision = await opened(path, [long, 'print("line of text\\n" * 50_000)', ...many]);
  const found = await run({ path, revision, goal: 'cell:c2' });
  expect(found.status).toBe('done');
  expect(agent.bytes()).toBeLessThanOrEqual(4000);
  for (const [tool, given] of Object.entries({
    cells: {},
    read: { cell: 'c1' },
    plan: { goal: 'all' },
    check: {},
    graph: {},
    slice: { cell: 'c2', level: 'cell' },
    gather: { cell: 'c2' },
  })) {
    await agent.call(tool, { path, revision, ...given });
    expect(agent.bytes(), tool).toBeLessThanOrEqual(4000);
  }
  let [text, page, pages] = ['', 1, 1];
  for (; page <= pages; page += 1) {
    const part = await agent.call<{ source: string; pages: number }>('read', {
      ...{ path, cell: 'c1', part: 'source', page, limit: 50_000 },
    });
    expect(agent.bytes()).toBeLessThanOrEqual(50_000);
    text += part.source;
    pages = part.pages;
  }
  expect(text).toBe(long);
  const second = await agent.call<{ next: { range: number[] } }>('cells', { path });
  const rest = await agent.call<{ cells: { position: number }[] }>('cells', { path, ...second.next });
  expect(rest.cells[0]?.position).toBe(second.next.range[0]);
  const edits = [{ op: 'replace', cell: 'c1', source: 'x'.repeat(2_000_000) }];
  expect((await agent.call('edit', { path, revision, edits })).error).toMatch(/too long/);
});

describe('bad input', () => {
  test.each([
    ['../other.ipynb', /not in the folder/],
    ['/etc/passwd', /is outside/],
    ['~/x.ipynb', /is outside/],
    ['sub/../../x.ipynb', /not in the folder/],
    ['.hidden/x.ipynb', /hidden/],
    ['nope.ipynb', /there is no notebook/],
    ['text.txt', /is no notebook/],
    ['broken.ipynb', /JSON/],
    ['a\0.ipynb', /character/],
  ])('the path %j', async (path, says) => {
    folder.write('text.txt', 'text');
    folder.write('broken.ipynb', '{"cells"');
    const { error } = await agent.call('open', { path });
    expect(error).toMatch(says);
    expect(error).not.toContain('\n');
  });

  test('nonsense, after which all goes on', async () => {
    const path = 'nonsense.ipynb';
    const revision = await opened(path);
    agent.write('{"jsonrpc": "2.0", "id": ');
    agent.write('nonsense');
    expect(await agent.ask('nonsense', {})).toMatchObject({ error: { message: expect.anything() } });
    const unknown = await agent.ask('tools/call', { name: 'nonsense', arguments: {} });
    expect(JSON.stringify(unknown)).toMatch(/not found/);
    const missing = await agent.ask('tools/call', { name: 'run', arguments: { path } });
    expect(JSON.stringify(missing)).toMatch(/required property/);
    const lacking = { path, revision, edits: [{ op: 'replace', cell: 'c1' }] };
    expect(JSON.stringify(await agent.ask('tools/call', { name: 'edit', arguments: lacking }))).toMatch(
      /source/,
    );
    const wrong = { path, revision, goal: 7 };
    expect(JSON.stringify(await agent.ask('tools/call', { name: 'run', arguments: wrong }))).toMatch(/goal/);
    for (const [tool, given, says] of [
      ['run', { goal: 'everything' }, /goal is cell:ID, stale or all/],
      ['run', { goal: 'cell:nope' }, /there is no cell nope/],
      ['read', { cell: '99' }, /positions 1 to 6/],
      ['status', { run: 'run-0' }, /there is no run run-0/],
      ['why', { from: 'c1' }, /a cell, or both from and to/],
      ['slice', { cell: 'c1' }, /has not run/],
    ] as const) {
      const found = await agent.call(tool, {
        path,
        revision,
        ...given,
        ...(tool === 'status' ? { revision: undefined } : {}),
      });
      expect(found.error, tool).toMatch(says);
    }
    expect((await agent.call<Opened>('open', { path })).revision).toBe(revision);
  });
});

test('the note of the server is for the user alone, and the token is in no result', async () => {
  const { SLUICE_HOME, HOME } = process.env;
  const home = SLUICE_HOME ?? join(HOME!, '.cache', 'sluice');
  const note = join(home, 'servers', `${agent.pid}.json`);
  expect(statSync(note).mode & 0o777).toBe(0o600);
  expect(statSync(join(home, 'servers')).mode & 0o777).toBe(0o700);
  const { url } = JSON.parse(readFileSync(note, 'utf8')) as { url: string };
  expect((await fetch(url.replace(/\?.*/, ''))).status).toBe(403);
  const token = new URL(url).searchParams.get('token')!;
  expect(JSON.stringify(await agent.call('open', { path: 'once.ipynb' }))).not.toContain(token);
  expect(agent.stderr()).not.toContain(token);
});
