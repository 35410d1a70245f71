import { describe, expect, test, vi } from 'vitest';
import { findChromium, shoot } from './browser.ts';
import { cell, kernelReady, type Shown, write } from './notebook-page.ts';
import { pageSuite } from './page-suite.ts';

const SOON = { timeout: 10_000 };

describe.skipIf(findChromium() === null)('problems in the editor', () => {
  const suite = pageSuite();
  let shown: Shown;

  const marked = (id: string) => cell(shown.page, id).locator('.cm-lintRange').allInnerTexts();
  const expectMarked = (id: string, words: readonly string[]) =>
    expect.poll(() => marked(id), SOON).toEqual(words);

  test('names that nobody or only a later cell defines, and syntax, as they are typed', async () => {
    shown = await suite.show([
      'total = price * 2\nlater = "not price: it is a text"',
      'def f(unit):\n    price = 1\n    return price + unit + rate\nf(1)',
      'price = 3',
      'print(total',
    ]);
    const { page } = shown;
    await kernelReady(page);
    await expectMarked('c1', ['price']);
    await expectMarked('c2', ['rate']);
    expect(await marked('c3')).toEqual([]);
    await expect.poll(async () => (await marked('c4')).length, SOON).toBe(1);
    await vi.waitFor(async () => {
      // marks that are drawn anew under the mouse take the tooltip away
      await page.mouse.move(0, 0);
      await cell(page, 'c1').locator('.cm-lintRange').hover();
      const told = page.locator('.cm-tooltip-lint').getByText('price is defined only below, in cell 3');
      await told.waitFor({ timeout: 1_000 });
    }, 20_000);
    await shoot(page, 'problems');
    // another cell is mended
    await write(page, 'c3', 'price = 3\nrate = 1');
    await page.keyboard.press('Escape');
    // below, where it is of no use to cell 2
    await expectMarked('c2', ['rate']);
    // and this one: positions move with the text
    await cell(page, 'c1').locator('.cm-line').first().click();
    await page.keyboard.press('Home');
    await page.keyboard.insertText('# a line above\n');
    await page.keyboard.press('Escape');
    await expectMarked('c1', ['price']);
    await write(page, 'c4', 'print(total)');
    await page.keyboard.press('Escape');
    await expectMarked('c4', []);
  }, 60_000);

  test('is quiet while somebody writes a word, and speaks afterwards', async () => {
    shown = await suite.show(['1', 'value = 1']);
    const { page } = shown;
    await kernelReady(page);
    await cell(page, 'c2').locator('.cm-content').click();
    await page.keyboard.press('Control+End');
    for (const key of '\nprint(valu') await page.keyboard.type(key, { delay: 30 });
    await page.waitForTimeout(1_200);
    expect(await marked('c2')).toEqual([]);
    await page.keyboard.type('e)');
    await page.waitForTimeout(1_500);
    expect(await marked('c2')).toEqual([]);
    await page.keyboard.type('\nprint(valu)\n');
    await expectMarked('c2', ['valu']);
    await page.keyboard.press('F8');
    await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toBe('valu');
  }, 60_000);
});
