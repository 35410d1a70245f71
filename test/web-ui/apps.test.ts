/** `sluice open --app` from outside: pages of visitors, refusals, and the untouched file. */

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { findChromium, launch, openPage, type Served, serve, shoot } from './browser.ts';

const SOON = { timeout: 30_000 };

const CELLS = [
  ['markdown', '# Growth\n\nA small app.'],
  [
    'code',
    'rate = 2.0  # growth in a year\nsteps = 3\nname = "apple"\nloud = False\nsizes = [1, 2]  # in metres',
    'parameters',
  ],
  ['code', 'import ipywidgets as w\nprint("once")\nslider = w.IntSlider(value=3)\nslider'],
  ['code', 'print("total", rate * steps)'],
  ['code', 'print(name.upper() if loud else name, sizes)'],
] as const;

function notebook(): string {
  const cells = CELLS.map(([type, source, ...tags], at) => ({
    cell_type: type,
    id: `c${at}`,
    metadata: tags.length === 0 ? {} : { tags },
    source,
    ...(type === 'code' ? { outputs: [], execution_count: null } : {}),
  }));
  return JSON.stringify({ cells, metadata: {}, nbformat: 4, nbformat_minor: 5 });
}

describe.skipIf(findChromium() === null)('apps', () => {
  let browser: Browser;
  let folder: string;
  let file: string;
  let served: Served;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'app-test-'));
    file = join(folder, 'growth.ipynb');
    writeFileSync(file, notebook());
    [browser, served] = await Promise.all([launch(), serve(file, ['--app', '--visitors', '1'])]);
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await served?.stop();
    rmSync(folder, { recursive: true, force: true });
  }, 60_000);

  const set = async (page: Page, name: string, value: string): Promise<void> => {
    const field = page.getByLabel(name, { exact: true });
    await field.fill(value);
    await field.press('Enter');
  };

  test('a visitor sets parameters, and only their readers run', async () => {
    const { page, context, errors } = await openPage(browser, served.url);
    await page.getByText('total 6.0').waitFor({ timeout: 90_000 });
    await page.getByText('growth in a year').waitFor(SOON);
    expect(await page.locator('.code-text').count()).toBe(0);
    await set(page, 'rate', '4');
    await page.getByText('total 12.0').waitFor(SOON);
    await set(page, 'name', 'a"; print("broken out")\\');
    await page.getByText('a"; print("broken out")\\ [1, 2]').waitFor(SOON);
    await page.getByLabel('loud', { exact: true }).check();
    await page.getByText('A"; PRINT("BROKEN OUT")\\ [1, 2]').waitFor(SOON);
    await set(page, 'sizes', '[3, null]');
    await page.getByText('[3, None]').waitFor(SOON);
    await set(page, 'sizes', 'open()');
    await page.getByText('A list such as').waitFor(SOON);
    expect(await page.getByText('once').count()).toBe(1);
    await page.getByRole('switch', { name: 'Show code' }).check();
    await page.locator('.code-text').first().waitFor(SOON);
    await shoot(page, 'app-code');
    // another visitor finds no place, and the first one finds everything again after a reload
    const other = await openPage(browser, served.url);
    await other.page.getByText('The only place is taken').waitFor(SOON);
    await other.context.close();
    await page.reload();
    await page.getByText('[3, None]').waitFor(SOON);
    expect(errors).toEqual([]);

    const said = await rogue(page, served.url);
    expect(said.refused).toEqual([]);
    expect(said.texts).not.toContain('hacked');

    await context.close();
    expect(readFileSync(file, 'utf8')).toBe(notebook());
    expect(readdirSync(folder)).toEqual(['growth.ipynb']);
  }, 240_000);

  test('visitors share one kernel, and a new value starts it again', async () => {
    const place = mkdtempSync(join(tmpdir(), 'app-shared-'));
    const shared = join(place, 'growth.ipynb');
    const more =
      '{"cell_type":"code","id":"c9","metadata":{},"outputs":[],"execution_count":null,"source":"import os\\nif name == \\"die\\": os._exit(1)"}';
    writeFileSync(
      shared,
      notebook().replace('],"metadata":{},"nbformat"', `,${more}],"metadata":{},"nbformat"`),
    );
    const app = await serve(shared, ['--app', '--shared']);
    try {
      const [one, two] = [await openPage(browser, app.url), await openPage(browser, app.url)];
      for (const { page } of [one, two]) await page.getByText('total 6.0').waitFor({ timeout: 90_000 });
      await set(one.page, 'steps', '5');
      for (const { page } of [one, two]) await page.getByText('total 10.0').waitFor(SOON);
      await set(two.page, 'name', 'die');
      await one.page.getByText('The kernel has ended').waitFor(SOON);
      await set(one.page, 'name', 'pear');
      await two.page.getByText('pear [1, 2]').waitFor({ timeout: 60_000 });
      await expect.poll(() => two.page.getByText('From an earlier run').count(), SOON).toBe(0);
      await set(one.page, 'name', 'die');
      await two.page.getByRole('button', { name: 'Start again' }).waitFor(SOON);
      await shoot(two.page, 'app-dead');
      expect([...one.errors, ...two.errors]).toEqual([]);
      await one.context.close();
      await two.context.close();
    } finally {
      await app.stop();
      rmSync(place, { recursive: true, force: true });
    }
  }, 240_000);
});

const MESSAGES = [
  { op: 'insert', cell: 'x', type: 'code', source: 'print("hacked")', before: null },
  { op: 'edit', cell: 'c3', version: 0, edits: [{ client: 'x', changes: [[29], [0, '#']] }] },
  { op: 'run', cells: ['c3'] },
  { op: 'run-all' },
  { op: 'restart', run: true },
  { op: 'interrupt' },
  { op: 'save' },
  { op: 'save', overwrite: true },
  { op: 'delete', cells: ['c3'] },
  { op: 'kernel', choice: 'python3' },
  { op: 'parameter', name: 'nothing', value: 1 },
  { op: 'parameter', name: 'rate', value: 'print("hacked")' },
  { op: 'parameter', name: 'sizes', value: [{ a: 1 }] },
  { ask: 'complete', id: 1, code: 'rate', cursor: 4 },
  { ask: 'variables', id: 2 },
  { ask: 'export', id: 3, form: 'py' },
  { ask: 'agent', id: 4, request: { do: 'look' } },
  ...[
    { state: { _esm: 'alert(1)' } },
    { state: { value: 1, _view_module: 'other' } },
    { state: {}, buffer_paths: [['_css']] },
  ].map((data, at) => ({
    ask: 'widget',
    id: 5 + at,
    widget: 'w',
    cell: 'c3',
    data: { method: 'update', ...data },
    buffers: [],
    message: `rogue-${at}`,
  })),
];

/** Says messages of its own as the visitor of a page. `refused`: messages without a refusal. */
async function rogue(page: Page, address: string): Promise<{ refused: unknown[]; texts: string }> {
  const key = await page.evaluate(() => localStorage.getItem('sluice-key') ?? '');
  const cookies = await page.context().cookies();
  const { host, origin } = new URL(address);
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const socket = new WebSocket(`ws://${host}/socket?path=`, ['sluice', key], { headers: { cookie, origin } });
  const heard: string[] = [];
  socket.on('message', (data) => heard.push(String(data)));
  await expect.poll(() => heard.some((text) => text.startsWith('{"type":"notebook"')), SOON).toBe(true);
  const missing: unknown[] = [];
  for (const message of MESSAGES) {
    const before = heard.length;
    socket.send(JSON.stringify(message));
    const isRefusal = (text: string) => /^\{"type":"error"|"to":"failed"/.test(text);
    try {
      await expect.poll(() => heard.slice(before).some(isRefusal), { timeout: 5_000 }).toBe(true);
    } catch {
      missing.push(message);
    }
  }
  for (const path of ['/files/growth.ipynb', '/tree/', '/notebooks/growth.ipynb', '/api/settings', '/']) {
    const answer = await fetch(new URL(path, origin), { headers: { cookie, 'X-Sluice-Key': key } });
    if (answer.status !== 404) missing.push(path);
  }
  socket.close();
  return { refused: missing, texts: heard.filter((text) => text.startsWith('{"type":"change"')).join() };
}
