/** The graph panel: before anything has run, questions to a person, the edges of runs, and the saved drawing. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { findChromium, shoot } from './browser.ts';
import { choose, outputs, runAll } from './notebook-page.ts';
import { pageSuite } from './page-suite.ts';

const CELLS = [
  'import shop\nstock = shop.load()\nsame = stock',
  'shop.sell(stock)',
  'total = len(stock)',
  'if total > 9:\n    stock.clear()',
  'print(stock, same)',
];
const SHOP = 'def load():\n    return [1, 2, 3]\ndef sell(stock):\n    stock.pop()\n';

const arrows = async (page: Page, kind: string): Promise<string> =>
  (await page.locator(`.edge${kind} title`).allTextContents()).join('\n');

const WAIT = { timeout: 30_000 };

describe.skipIf(findChromium() === null)('the graph panel', () => {
  const suite = pageSuite();

  test('draws a notebook that has not run, keeps answers, and is saved', async () => {
    const { page, folder, file } = await suite.show(CELLS);
    await page.getByLabel('Graph').click();
    await expect.poll(() => page.locator('.graph .row').count(), WAIT).toBe(5);
    expect(await arrows(page, '.unsure')).toContain('cell 4 changes stock: clear');
    for (const [width, height] of [
      [1280, 800],
      [820, 900],
      [420, 800],
    ] as const) {
      await page.setViewportSize({ width, height });
      await shoot(page, `flow-${width}`);
    }
    await page.setViewportSize({ width: 1280, height: 800 });

    const text = readFileSync(file, 'utf8');
    await page.getByRole('button', { name: 'Yes, cell 2 does change stock' }).click();
    await expect
      .poll(() => arrows(page, ''), WAIT)
      .toContain('cell 2 changes stock: sell: a person has said so');
    expect(existsSync(join(folder, '.sluice', 'book.ipynb.answers.json'))).toBe(true);
    expect(readFileSync(file, 'utf8')).toBe(text);
    await page.reload();
    await page.getByLabel('Graph').click();
    await expect
      .poll(() => arrows(page, ''), WAIT)
      .toContain('cell 2 changes stock: sell: a person has said so');
    await page.getByRole('button', { name: 'Yes, cell 2 does change stock' }).click();
    await expect.poll(() => arrows(page, ''), WAIT).not.toContain('a person has said so');

    await page.getByLabel('Only this name').selectOption('total');
    await expect.poll(() => page.locator('.graph .row').count(), WAIT).toBe(2);
    await page.getByLabel('Only this name').selectOption('');
    await page.getByText('through others').click();
    await expect.poll(() => page.locator('.edge').count(), WAIT).toBeGreaterThan(6);
    await page.getByLabel('Names', { exact: true }).click();
    await expect
      .poll(() => page.locator('.graph .row text').allTextContents(), WAIT)
      .toEqual(['stock', 'same', 'total']);
    await shoot(page, 'flow-names');
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save', exact: true }).click(),
    ]);
    expect(saved.suggestedFilename()).toBe('book-graph.svg');
    expect(readFileSync(await saved.path(), 'utf8')).toContain('>total</text>');
  }, 120_000);

  test('shows what runs have shown, and where the text says otherwise', async () => {
    const hidden = 'name = "".join(["sto", "ck"])\nglobals()[name] = [0]';
    const cells = [...CELLS.slice(0, 2), hidden, 'print(stock)'];
    const { page, folder } = await suite.show(cells, { dark: true });
    writeFileSync(join(folder, 'shop.py'), SHOP);
    await runAll(page, 4);
    await outputs(page, 'c4').getByText('[0]').waitFor({ timeout: 60_000 });
    await page.getByLabel('Graph').click();
    await expect
      .poll(() => arrows(page, '.seen'), WAIT)
      .toContain('cell 3 changes stock when it ran, though its text does not show that; cell 4 reads stock');
    await page.getByText('Runs have shown something else (1)').waitFor();
    expect(await page.getByText('Open questions').count()).toBe(0);
    await choose(page, 'c4');
    await shoot(page, 'flow-seen-dark');
  }, 120_000);
});
