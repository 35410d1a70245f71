import { copyFileSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { findPackageRoot } from '../../instrument/index.ts';
import { notebookText } from '../cli/sluice.ts';
import { seriousViolations } from './axe.ts';
import { findChromium, shoot } from './browser.ts';
import { cell, choose, kernelReady, outputs, runAll, write } from './notebook-page.ts';
import { pageSuite } from './page-suite.ts';

const SOON = { timeout: 10_000 };
const MAP = `from IPython.display import display
display({'application/geo+json': {'type': 'Point', 'coordinates': [1, 2]}, 'text/plain': 'a point'}, raw=True)`;

describe.skipIf(findChromium() === null)('extensions', () => {
  const suite = pageSuite();
  let folder = '';

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** Puts extensions into the home of the server, and loads the page again. */
  async function put(page: Page, home: string, modules: Readonly<Record<string, string>>): Promise<void> {
    folder = join(home, 'extensions');
    for (const [name, text] of Object.entries(modules)) {
      mkdirSync(join(folder, name, '..'), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    await page.reload();
    await page.waitForSelector('.cell');
  }

  async function runCommand(page: Page, title: string): Promise<void> {
    await choose(page, 'c1');
    await page.keyboard.press('p');
    await page.getByRole('combobox', { name: 'Command' }).fill(title);
    await page.getByRole('option', { name: title }).first().waitFor(SOON);
    await page.keyboard.press('Enter');
  }

  test('the samples: a panel that follows the cells, a command, a renderer', async () => {
    const { page, home } = await suite.show(['x = 1  # TODO: name it', MAP, '2']);
    folder = join(home, 'extensions');
    mkdirSync(folder, { recursive: true });
    for (const name of ['todo.js', 'geojson.js'])
      copyFileSync(join(findPackageRoot(), 'samples', 'extensions', name), join(folder, name));
    await page.reload();
    await kernelReady(page);
    await runCommand(page, 'To do');
    const panel = page.getByRole('complementary', { name: 'To do' });
    await panel.getByText('name it').waitFor(SOON);
    await write(page, 'c3', '2  # TODO <b>bold</b>');
    await panel.getByText('<b>bold</b>').waitFor(SOON);
    expect(await seriousViolations(page)).toEqual([]);
    await runCommand(page, 'Run the cells that have something to do');
    await outputs(page, 'c3').getByText('2').waitFor(SOON);
    await choose(page, 'c2');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('img', { name: 'A map of 1 points' }).waitFor(SOON);
    await shoot(page, 'extensions');
  }, 90_000);

  test('a folder with modules that import each other; texts, runs, listeners and keys', async () => {
    const { page, home } = await suite.show(['1', '2']);
    await put(page, home, {
      'own/words.js': `export const WORD = 'six';`,
      'own/index.js': `import { WORD } from './words.js';
export function activate(sluice) {
  let changes = 0;
  const stop = sluice.on('changed', () => { changes += 1; document.title = WORD + ' ' + changes; });
  sluice.addCommand({ id: 'six', title: 'Make it six', keys: ['Ctrl+Alt+6'], run() {
    const [first] = sluice.cells();
    sluice.setSource(first.id, '2 * 3');
    sluice.run([first.id]);
  } });
  sluice.addCommand({ id: 'stop', title: 'Stop listening', run: stop });
}`,
    });
    await kernelReady(page);
    await choose(page, 'c2');
    await page.keyboard.press('Control+Alt+6');
    await outputs(page, 'c1').getByText('6').waitFor(SOON);
    await expect.poll(() => page.title(), SOON).toMatch(/^six \d+$/);
    await runCommand(page, 'Stop listening');
    await page.evaluate(() => {
      document.title = 'quiet';
    });
    await write(page, 'c2', '3');
    await page.waitForTimeout(400);
    expect(await page.title()).toBe('quiet');
  }, 60_000);

  test('failures are told in one sentence each, and stop nothing', async () => {
    const { page, home, errors } = await suite.show(['1']);
    await put(page, home, {
      'throws.js': 'export function activate() { throw new Error("no luck"); }',
      'empty.js': 'export const x = 1;',
      'broken.js': 'export function activate( {',
      'later.js': `export function activate(sluice) {
  sluice.addCommand({ id: 'bad', title: 'Go wrong', run: async () => { throw new Error('later'); } });
  sluice.addCommand({ id: 'gone', title: 'Ask for a lost cell', run: () => sluice.run(['lost']) });
  sluice.addPanel({ id: 'bad', title: 'Bad panel', draw() { throw new Error('no paint'); } });
}`,
    });
    const said = (text: string) => page.getByRole('log').getByText(text).waitFor(SOON);
    await said('The extension throws failed to start: no luck');
    await said('The extension empty failed to start: it exports no function `activate`');
    await said('The extension broken failed to start');
    await runCommand(page, 'Go wrong');
    await said('The extension later failed in "Go wrong": later');
    await runCommand(page, 'Ask for a lost cell');
    await said('The extension later failed in "Ask for a lost cell": there is no cell lost');
    await runCommand(page, 'Bad panel');
    await said('The extension later failed in its panel Bad panel: no paint');
    await runAll(page, 1);
    await outputs(page, 'c1').getByText('1').waitFor(SOON);
    errors.splice(0);
  }, 60_000);

  test('a switch takes away all parts at once, and brings them back', async () => {
    const { page, home } = await suite.show(['1']);
    await put(page, home, {
      'own.js': `export function activate(sluice) {
  sluice.addPanel({ id: 'hello', title: 'Hello panel', draw(element) { element.textContent = 'hello there'; } });
}`,
    });
    const set = async (on: boolean) => {
      await page.keyboard.press('Control+,');
      await page.getByRole('checkbox', { name: 'own' }).setChecked(on);
      await page.getByText(folder).waitFor();
      if (!on) await shoot(page, 'settings-extensions');
      await page.keyboard.press('Escape');
    };
    await runCommand(page, 'Hello panel');
    await page.getByText('hello there').waitFor(SOON);
    await set(false);
    await page.getByText('hello there').waitFor({ state: 'detached' });
    await page.keyboard.press('p');
    await page.getByRole('combobox', { name: 'Command' }).fill('Hello');
    expect(await page.getByRole('option').count()).toBe(0);
    await page.keyboard.press('Escape');
    await set(true);
    await runCommand(page, 'Hello panel');
    await page.getByText('hello there').waitFor(SOON);
    rmSync(join(home, 'settings.json'));
  }, 60_000);

  test('a renderer draws nothing before the notebook is trusted', async () => {
    const output = {
      output_type: 'display_data',
      data: { 'text/x-own': 'drawn by it', 'text/plain': 'as it was' },
      metadata: {},
    };
    const notebook = JSON.parse(notebookText(['show()']));
    notebook.cells[0].outputs = [output, output];
    const { page, home } = await suite.show(JSON.stringify(notebook));
    await put(page, home, {
      'own.js': `export const activate = (sluice) => sluice.addRenderer('text/x-own', (data, element) => {
  element.textContent = 'own: ' + data;
});`,
    });
    const note = page.getByText('Extensions draw these outputs in a notebook that you trust.');
    await note.waitFor(SOON);
    expect(await note.count()).toBe(1);
    expect(await cell(page, 'c1').getByText('as it was').count()).toBe(2);
    expect(await page.getByText('own: drawn by it').count()).toBe(0);
    await page.getByText('Trust this notebook').click();
    await page.getByText('own: drawn by it').first().waitFor(SOON);
    expect(await note.count()).toBe(0);
  }, 60_000);

  test('only modules of the folder are served, and only with the key or the pass', async () => {
    const { page, home, url, folder: opened } = await suite.show(['1']);
    writeFileSync(join(opened, 'other.js'), 'export function activate() { document.title = "taken"; }');
    mkdirSync(join(opened, 'extensions'));
    writeFileSync(
      join(opened, 'extensions', 'planted.js'),
      'export function activate() { document.title = "taken"; }',
    );
    await put(page, home, { 'own.js': 'export function activate() {}' });
    symlinkSync(join(opened, 'other.js'), join(folder, 'linked.js'));
    const { origin, searchParams } = new URL(url);
    const ask = (path: string, headers: Record<string, string> = {}) =>
      fetch(`${origin}${path}`, { headers });
    const token = { Authorization: `token ${searchParams.get('token')}` };
    expect((await ask('/api/extensions')).status).toBe(403);
    const { extensions } = (await (await ask('/api/extensions', token)).json()) as {
      extensions: { name: string; address: string }[];
    };
    expect(extensions.map(({ name }) => name)).toEqual(['own']);
    const { address } = extensions[0]!;
    expect((await ask(address)).status).toBe(200);
    const pass = address.split('/')[2]!;
    expect((await ask(`/extensions/${'x'.repeat(pass.length)}/own.js`, token)).status).toBe(403);
    expect((await ask(`/extensions/${pass}/linked.js`)).status).toBe(400);
    expect((await ask(`/extensions/${pass}/%2e%2e/settings.json`)).status).toBeGreaterThanOrEqual(400);
    expect((await ask(`/extensions/${pass}/..%2fsettings.json`)).status).toBeGreaterThanOrEqual(400);
    expect(await page.title()).not.toBe('taken');
  }, 60_000);
});
