/** Two agents and a person on one notebook and one server: all see the same, and nobody gets results of others. */

import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { makeFolder, notebookText, sluice } from '../cli/sluice.ts';
import { type AttackedServer, attackedServer } from '../faults/served-line.ts';
import { type Agent, startAgent } from './agent.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

interface RunResult {
  readonly run: string;
  readonly revision: string;
  readonly status: string;
  readonly ran: readonly { readonly cell: string }[];
}

const folder = makeFolder({
  'a.ipynb': notebookText([
    'x = 1',
    'import time\ntime.sleep(1)\nprint("a", x)',
    'time.sleep(1)\nprint("b", x)',
  ]),
  'sub/b.ipynb': notebookText(['print("b")']),
});
let server: AttackedServer;
let first: Agent;
let second: Agent;

beforeAll(async () => {
  server = await attackedServer(folder.path);
  [first, second] = await Promise.all([startAgent(folder.path), startAgent(folder.path)]);
});
afterAll(async () => {
  await Promise.all([first.end(), second.end()]);
  await server.stop();
  folder.remove();
});

test('agents join the server of a person', async () => {
  const path = 'a.ipynb';
  const person = await server.open(path);
  const { revision } = await first.call<RunResult>('open', { path });
  expect(await second.call('open', { path })).toMatchObject({ revision });

  // what an agent runs and edits, the person and the other agent see
  await first.call('run', { path, revision, goal: 'cell:c1', wait: 120 });
  await vi.waitFor(() => expect(person.cell('c1').state).toBe('settled'));
  expect(await second.call('cells', { path })).toMatchObject({ cells: [{ state: 'up-to-date' }, {}, {}] });
  const edits = [{ op: 'replace', cell: 'c1', source: 'x = 2' }];
  const edited = await first.call<RunResult>('edit', { path, revision, edits });
  await vi.waitFor(() => expect(person.cell('c1').state).toBe('edited'));
  expect((await server.open(path)).cell('c1').source).toBe('x = 2');

  // the other agent's revision is old now, and so is everybody's after an edit of the person
  const conflict = { conflict: true, revision: edited.revision, changed: [{ cell: 'c1', source: 'x = 2' }] };
  expect(await second.call('run', { path, revision, goal: 'all' })).toMatchObject(conflict);
  person.say({ op: 'insert', cell: 'mine', type: 'code', source: 'mine = 1', before: null });
  await vi.waitFor(() => expect(person.cell('mine').source).toBe('mine = 1'));
  const late = await second.call<RunResult>('run', { path, revision: edited.revision, goal: 'all' });
  expect(late).toMatchObject({
    conflict: true,
    changed: [{ cell: 'mine', change: 'inserted', source: 'mine = 1' }],
  });

  // two runs at once: each agent gets its own cells
  const now = late.revision;
  const [a, b] = await Promise.all([
    first.call<RunResult>('run', { path, revision: now, goal: 'cell:c2', wait: 120 }),
    sleep(300).then(() => second.call<RunResult>('run', { path, revision: now, goal: 'cell:c3', wait: 120 })),
  ]);
  expect(a).toMatchObject({ status: 'done', outputs: [{ text: 'a 2\n' }] });
  expect(b).toMatchObject({ status: 'done', outputs: [{ text: 'b 2\n' }] });
  expect(a.ran.map(({ cell }) => cell)).toEqual(['c1', 'c2']);
  expect(b.ran.map(({ cell }) => cell)).toContain('c3');
  expect(b.ran.map(({ cell }) => cell)).not.toContain('mine');
  expect((await second.call('interrupt', { path, run: a.run })).interrupted).toEqual([]);
});

test('sluice open joins a server that sluice mcp started', async () => {
  const other = makeFolder({ 'n.ipynb': notebookText(['x = 1']) });
  const agent = await startAgent(other.path);
  const { revision } = await agent.call<RunResult>('open', { path: 'n.ipynb' });
  const opened = await sluice(['open', 'n.ipynb', '--no-browser'], { cwd: other.path });
  expect(opened).toMatchObject({ code: 0, stderr: expect.stringContaining(`process ${agent.pid}`) });
  const url = new URL(opened.stdout.trim());
  expect(url.pathname).toBe('/notebooks/n.ipynb');
  expect((await fetch(url, { redirect: 'manual' })).status).toBeLessThan(400);
  // a second agent joins the first one's server; it starts its own when that has gone
  const joined = await startAgent(other.path);
  expect(await joined.call('open', { path: 'n.ipynb' })).toMatchObject({ revision });
  expect(joined.stderr()).toBe('');
  expect(await agent.end()).toBe(0);
  const alone = await joined.call<RunResult>('run', { path: 'n.ipynb', revision, goal: 'all', wait: 120 });
  expect(alone).toMatchObject({ status: 'done', ran: [{ cell: 'c1' }] });
  expect(joined.stderr()).toContain('agents work on the notebooks');
  expect(await joined.end()).toBe(0);
  other.remove();
});

test('a folder that does not exist is one clear sentence', async () => {
  const { code, stdout, stderr } = await sluice(['mcp', 'nope'], { cwd: folder.path });
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(/^sluice: .*nope is no folder[^\n]*\n$/);
});
