import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseNotebook } from '../../runtime/documents/index.ts';
import { findChromium, shoot } from './browser.ts';
import { cell, choose, ids, kernelReady, outputs, type Shown, write } from './notebook-page.ts';
import { pageSuite } from './page-suite.ts';

/** Saving waits for a pause. */
const SOON = { timeout: 8_000 };

describe.skipIf(findChromium() === null)('a notebook in the browser', () => {
  const suite = pageSuite();
  let shown: Shown;

  const sources = (): string[] =>
    parseNotebook(readFileSync(shown.file, 'utf8'), 'x').cells.map((one) => one.source);
  const saved = () => shown.page.waitForSelector('.saved-saved');

  test('shows stored outputs and leaves the file alone', async () => {
    const text = readFileSync('samples/regression.ipynb', 'utf8');
    shown = await suite.show(text);
    await shown.page.waitForSelector('text=442 patients');
    await kernelReady(shown.page);
    await outputs(shown.page, 'load').locator('table').waitFor();
    expect(readFileSync(shown.file, 'utf8')).toBe(text);
    await shoot(shown.page, 'opened');
  }, 60_000);

  test('runs cells, shows what they print, and saves it', async () => {
    shown = await suite.show(['x = 20', 'print("sum", x + 1)', 'x * 2']);
    const { page } = shown;
    await choose(page, 'c1');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.press('Control+Enter');
    await outputs(page, 'c2').getByText('sum 21').waitFor({ timeout: 30_000 });
    await outputs(page, 'c3').getByText('40').waitFor();
    await page.waitForSelector('.kernel-idle');
    await saved();
    await expect.poll(() => readFileSync(shown.file, 'utf8'), SOON).toContain('sum 21');
    expect(await cell(page, 'c3').getAttribute('class')).toContain('active');
  }, 60_000);

  test('Shift+Enter at the end adds a cell, Alt+Enter adds one below', async () => {
    shown = await suite.show(['1 + 1']);
    const { page } = shown;
    await write(page, 'c1', '2 + 3');
    await page.keyboard.press('Shift+Enter');
    await expect.poll(async () => (await ids(page)).length).toBe(2);
    const focused = () => expect.poll(() => page.evaluate(() => document.activeElement?.textContent), SOON);
    await focused().toBe('');
    await page.keyboard.insertText('6 * 7');
    await focused().toBe('6 * 7');
    await page.keyboard.press('Alt+Enter');
    await expect.poll(async () => (await ids(page)).length).toBe(3);
    await page.getByText('42', { exact: true }).waitFor({ timeout: 30_000 });
    await expect.poll(sources, SOON).toEqual(['2 + 3', '6 * 7', '']);
  }, 60_000);

  test('command keys: a b x c v Shift+V dd z y m r 1 Shift+M j k', async () => {
    shown = await suite.show(['one', 'two', 'three']);
    const { page } = shown;
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    const texts = () => expect.poll(sources, SOON);
    await choose(page, 'c1');
    await press('j', 'x');
    await texts().toEqual(['one', 'three']);
    await press('v');
    await texts().toEqual(['one', 'three', 'two']);
    await press('k', 'k', 'Shift+V');
    await texts().toEqual(['two', 'one', 'three', 'two']);
    await press('d', 'd');
    await texts().toEqual(['one', 'three', 'two']);
    await press('z');
    await texts().toEqual(['two', 'one', 'three', 'two']);
    await press('z', 'b', 'a');
    await texts().toEqual(['one', '', '', 'three', 'two']);
    await press('z', 'z');
    await texts().toEqual(['one', 'three', 'two']);
    await choose(page, 'c1');
    await press('Shift+ArrowDown', 'Shift+M');
    await texts().toEqual(['one\n\nthree', 'two']);
    await press('z');
    await texts().toEqual(['one', 'three', 'two']);
    await choose(page, 'c1');
    await press('2');
    await texts().toEqual(['## one', 'three', 'two']);
    expect(await cell(page, 'c1').locator('h2').innerText()).toBe('one');
    await press('r');
    await expect.poll(() => cell(page, 'c1').getAttribute('class')).toContain('raw');
    await press('y', 'Control+Shift+ArrowDown');
    await texts().toEqual(['three', '## one', 'two']);
  }, 60_000);

  test('a notebook without cells gets its first one by a key', async () => {
    const empty = { nbformat: 4, nbformat_minor: 5, metadata: {}, cells: [] };
    shown = await suite.show(JSON.stringify(empty), { empty: true });
    const { page } = shown;
    await page.keyboard.press('b');
    await page.keyboard.press('Enter');
    await page.keyboard.type('1 + 1');
    await expect.poll(() => page.locator('.cell .cm-content').innerText()).toBe('1 + 1');
  }, 60_000);

  test('Enter, Escape, splitting, commenting and arrows between cells', async () => {
    shown = await suite.show(['first = 1\nsecond = 2', 'third = 3']);
    const { page } = shown;
    const focused = () => expect.poll(() => page.evaluate(() => document.activeElement?.textContent));
    await cell(page, 'c1').locator('.cm-content').waitFor();
    await choose(page, 'c1');
    await page.keyboard.press('Enter');
    await focused().toContain('first');
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('Control+/');
    await expect.poll(sources, SOON).toEqual(['# first = 1\nsecond = 2', 'third = 3']);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Home');
    await page.keyboard.press('Control+Shift+-');
    await expect.poll(sources, SOON).toEqual(['# first = 1', 'second = 2', 'third = 3']);
    await focused().toBe('second = 2');
    await page.keyboard.press('ArrowDown');
    await focused().toBe('third = 3');
    await page.keyboard.type('0');
    await page.keyboard.press('Home');
    await page.keyboard.type('# abcdefghijklmnopqrstuvwxyz 00 dd ');
    await expect
      .poll(sources, SOON)
      .toEqual(['# first = 1', 'second = 2', '# abcdefghijklmnopqrstuvwxyz 00 dd 0third = 3']);
    await page.keyboard.press('Escape');
    await page.keyboard.press('k');
    await page.keyboard.press('k');
    expect(await cell(page, 'c1').getAttribute('class')).toContain('active');
  }, 60_000);

  test('two tabs stay in step', async () => {
    shown = await suite.show(['a = 1', 'a']);
    const { page } = shown;
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.waitForSelector('.cell');
    await write(page, 'c1', 'a = 123');
    await other.getByText('a = 123').waitFor();
    await choose(other, 'c1');
    await other.keyboard.press('Shift+Enter');
    await other.keyboard.press('Control+Enter');
    await outputs(page, 'c2').getByText('123').waitFor({ timeout: 30_000 });
    await other.keyboard.press('b');
    await expect.poll(async () => (await ids(page)).length).toBe(3);
  }, 60_000);
});
