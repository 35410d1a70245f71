/** Undo of runs in an open notebook: the kernel, the outputs, the states of cells, slices, and the log. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type KernelServer, openServer } from '../../runtime/kernel/index.ts';
import { restoredSession } from '../../runtime/live/log/log-fold.ts';
import { readSessionLog } from '../../runtime/live/log/session-log.ts';
import { notebookText } from '../cli/sluice.ts';
import { LivePage } from './live-page.ts';

let server: KernelServer;
let folder: string;
let page: LivePage;
let made = 0;
beforeAll(async () => {
  const python = process.env.SLUICE_TEST_PYTHON;
  server = await openServer(python === undefined ? {} : { python });
  folder = mkdtempSync(join(tmpdir(), 'sluice-undo-'));
}, 120_000);
afterEach(() => page.close());
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** An open notebook in lazy mode, whose cells have run. */
async function opened(...cells: string[]): Promise<string> {
  made += 1;
  const path = join(folder, `book-${made}.ipynb`);
  writeFileSync(path, notebookText(cells));
  page = await LivePage.open(path, server, folder);
  await page.do({ op: 'mode', mode: 'lazy' });
  await page.runAll();
  return path;
}

test('a cell that ran again shows its earlier output, and its objects have their old content', async () => {
  await opened('x = [1]', 'x.append(2)\nprint(x)');
  await page.edit('c2', '\nx.append(3)\nprint(x)');
  expect(page.shown('c2')).toContain('3');
  const after = [page.shown('c2'), page.state('c2')];
  const plan = await page.undo('c2');
  expect(plan).toMatchObject({ way: 'undo', why: null, text: 'Puts back x.', cells: [] });
  expect(page.shown('c2')).toBe('[1, 2]\n');
  expect(await page.evaluate('x')).toBe('[1, 2]');
  expect(page.state('c2')).toBe('edited');
  expect(await page.undo('c2')).toMatchObject({ way: 'redo', why: null });
  expect([page.shown('c2'), page.state('c2')]).toEqual(after);
});

test('later runs that used the change are undone too, and others stay', async () => {
  await opened('x = 1', 'y = x + 1\nprint(y)', 'z = 7\nprint(z)');
  const plan = await page.undo('c1');
  expect(plan.text).toBe('Deletes x and y and undoes the runs of cell 2 too.');
  expect(plan.cells).toEqual(['c2']);
  expect([page.state('c1'), page.state('c2'), page.state('c3')]).toEqual(['unrun', 'unrun', 'settled']);
  expect([page.shown('c2'), page.shown('c3')]).toEqual(['', '7\n']);
  expect(await page.evaluate("['x' in globals(), 'y' in globals(), z]")).toBe('[False, False, 7]');
});

test('slices, the history and the log know of the undo', async () => {
  const path = await opened('x = 1', 'x = x + 1', 'print(x)');
  const of = { type: 'cell', cell: 'c3' } as const;
  await page.undo('c2');
  await page.do({ op: 'run', cells: ['c3'], alone: true });
  const slice = await page.ask({ ask: 'slice', of, direction: 'backward', level: 'cell' });
  expect(JSON.stringify(slice)).not.toContain('"c2"');
  expect(page.shown('c3')).toBe('1\n');
  const history = await page.ask({ ask: 'history', after: 0 });
  expect(history).toMatchObject({ undone: [2, 3] });
  expect(await page.ask({ ask: 'past-run', exec: 2 })).toMatchObject({ source: 'x = x + 1' });
  const { core, runs, undone } = restoredSession(readSessionLog(path));
  expect([...undone]).toEqual([2, 3]);
  expect(core.settlement.execution('c2')).toBeNull();
  expect(core.settlement.execution('c3')?.exec).toBe(4);
  expect(runs.map(({ exec }) => exec)).toEqual([1, 2, 3, 4]);
});

test('the reason against an undo, and after a run no redo', async () => {
  await opened('x = 1', 'import subprocess\nsubprocess.run(["true"])', 'y = 2');
  const refused = await page.plan('c2');
  expect(refused.why).toContain('program');
  await page.undo('c3');
  expect(await page.plan('c3')).toMatchObject({ way: 'redo' });
  await page.do({ op: 'run', cells: ['c1'], force: true });
  expect(await page.plan('c3')).toMatchObject({ way: 'undo', exec: null });
});
