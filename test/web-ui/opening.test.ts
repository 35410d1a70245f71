/** Notebooks of strangers in the page: the messages when they are opened, and their files after typing and undoing. */

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseNotebook } from '../../runtime/documents/index.ts';
import { findChromium } from './browser.ts';
import { cell, type Shown } from './notebook-page.ts';
import { pageSuite } from './page-suite.ts';

/** Saving waits for a pause. */
const SOON = { timeout: 20_000 };

const kernel = (name: string) => ({ kernelspec: { name, display_name: name, language: 'python' } });

describe.skipIf(findChromium() === null)('a notebook of a stranger in the browser', () => {
  const suite = pageSuite();
  let shown: Shown;
  const file = (): string => readFileSync(shown.file, 'utf8');
  const note = (text: string) => shown.page.locator('.notice', { hasText: text });

  test('of nbformat 3: it is said, the file stays until something changes, and is as it was when that is undone', async () => {
    const text = JSON.stringify({
      metadata: { name: 'old' },
      nbformat: 3,
      nbformat_minor: 0,
      worksheets: [
        {
          cells: [
            { cell_type: 'heading', level: 2, metadata: {}, source: ['Old'] },
            { cell_type: 'code', input: ['6 * 7'], language: 'python', metadata: {}, outputs: [] },
          ],
        },
      ],
    });
    shown = await suite.show(text);
    const { page } = shown;
    await note('converted from nbformat 3 to 4.5').waitFor(SOON);
    await cell(page, 'cell-1').locator('h2').waitFor();
    expect(file()).toBe(text);
    await cell(page, 'cell-2').locator('.cm-content').click();
    await page.keyboard.press('End');
    await page.keyboard.type('1');
    await expect.poll(() => JSON.parse(file()).nbformat, SOON).toBe(4);
    const saved = parseNotebook(file(), 'x');
    expect([saved.mended, saved.minor, saved.cells[1]!.source]).toEqual([null, 5, '6 * 71']);
    await page.keyboard.press('Control+z');
    await expect.poll(file, SOON).toBe(text);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+s');
    await expect.poll(() => JSON.parse(file()).nbformat, SOON).toBe(4);
  }, 90_000);

  test('whose lines end as on Windows: typing changes one line, undoing none', async () => {
    const source = ['a = 1\r\n', 'b = 2\r\n', 'c = 3'];
    const cells = [{ cell_type: 'code', execution_count: null, metadata: {}, outputs: [], source }];
    const text = JSON.stringify({ cells, metadata: {}, nbformat: 4, nbformat_minor: 2 }, null, 2);
    shown = await suite.show(text.replaceAll('\n', '\r\n'));
    const before = file();
    const { page } = shown;
    await cell(page, 'cell-1').locator('.cm-content').click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('End');
    await page.keyboard.type('0');
    await expect.poll(file, SOON).toBe(before.replace('a = 1', 'a = 10'));
    await page.keyboard.press('Enter');
    await page.keyboard.type('x');
    const longer = '"a = 10\\r\\n",\r\n        "x\\r\\n"';
    await expect.poll(file, SOON).toBe(before.replace('"a = 1\\r\\n"', longer));
    for (let n = 0; n < 3; n += 1) await page.keyboard.press('Control+z');
    await expect.poll(file, SOON).toBe(before);
  }, 90_000);

  test('on paper: every cell, and no bar', async () => {
    const cells = Array.from({ length: 40 }, (_, n) => `name_${n} = 1`);
    shown = await suite.show(cells);
    const { page } = shown;
    const cutOff = () => page.locator('#cells').evaluate((list) => list.scrollHeight - list.clientHeight);
    expect(await cutOff()).toBeGreaterThan(0);
    await page.emulateMedia({ media: 'print' });
    expect(await cutOff()).toBe(0);
    expect(await page.locator('.bar').isVisible()).toBe(false);
    await page.emulateMedia({ media: 'screen' });
  });

  test('with repeated ids, for a kernel that is not there: both are said', async () => {
    const cells = ['a = 1', 'a + 1'].map((source) => ({
      cell_type: 'code',
      execution_count: null,
      id: 'x',
      metadata: {},
      outputs: [],
      source,
    }));
    const text = JSON.stringify(
      { cells, metadata: kernel('python2'), nbformat: 4, nbformat_minor: 5 },
      null,
      1,
    );
    shown = await suite.show(text);
    const { page } = shown;
    await note('cell 2 got an id of its own').waitFor(SOON);
    await note('is for the kernel "python2"; it runs on Python 3.').waitFor({ timeout: 60_000 });
    expect(file()).toBe(text);
    await cell(page, 'x').locator('.cm-content').click();
    await page.keyboard.press('End');
    await page.keyboard.type('0');
    const changed = text.replace('"a = 1"', '"a = 10"').replace(/"x"(?![\s\S]*"x")/, '"cell-2"');
    await expect.poll(file, SOON).toBe(changed);
  }, 120_000);
});
