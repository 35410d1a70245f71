/** The console on the notebook's kernel: lines, outputs, lines as cells, and cells without a change. */

import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { findChromium } from './browser.ts';
import { cell, choose, ids, outputs, runAll, type Shown, write } from './notebook-page.ts';
import { pageSuite } from './page-suite.ts';
import { checkAtWidths } from './widths.ts';

const SOON = { timeout: 30_000 };

describe.skipIf(findChromium() === null)('the console', () => {
  const suite = pageSuite();
  let shown: Shown;

  async function open(page: Page): Promise<void> {
    await choose(page, 'c1');
    await page.keyboard.press('p');
    await page.keyboard.insertText('Console on the kernel');
    await page.keyboard.press('Enter');
    await page.getByLabel('Code for the kernel').waitFor();
  }

  async function enter(page: Page, code: string): Promise<void> {
    await page.getByLabel('Code for the kernel').click();
    await page.keyboard.insertText(code);
    await page.keyboard.press('Enter');
  }

  const entries = (page: Page) => page.locator('.console-entry');

  test('runs lines between runs of cells; what they change does not reach the notebook', async () => {
    shown = await suite.show(['d = [1, 2]', 'd.append(3)\nprint(d)', 'print(len(d))']);
    const { page } = shown;
    await runAll(page, 3);
    await outputs(page, 'c3').getByText('3').waitFor(SOON);
    const before = await ids(page);
    await open(page);
    await enter(page, 'sum(d)');
    await entries(page).first().getByText('6').waitFor(SOON);
    await enter(page, 'd.append(100)');
    await enter(page, 'print(len(d))');
    await entries(page).nth(2).locator('.outputs').getByText('4').waitFor(SOON);
    await enter(page, '1 / 0');
    await entries(page).nth(3).getByText('ZeroDivisionError').first().waitFor(SOON);
    expect(await ids(page)).toEqual(before);
    // a cell that reads the object finds it as the cells above leave it
    await write(page, 'c3', 'print(len(d), "of the cells")');
    await page.keyboard.press('Control+Enter');
    await outputs(page, 'c3').getByText('3 of the cells').waitFor(SOON);
    await checkAtWidths(page, 'console');
    await page.setViewportSize({ width: 1200, height: 900 });
    await choose(page, 'c2');
    await entries(page).first().getByRole('button', { name: 'To a cell' }).click();
    await expect.poll(async () => (await ids(page)).length, SOON).toBe(before.length + 1);
    await page.reload();
    await open(page);
    await expect.poll(() => entries(page).count(), SOON).toBe(4);
  }, 120_000);

  test('takes the selected text or the line of a cell, completes, recalls, waits and is interrupted', async () => {
    shown = await suite.show(['value = 41\nother = value + 1', 'import time\ntime.sleep(60)']);
    const { page } = shown;
    await runAll(page, 1);
    await expect.poll(() => cell(page, 'c1').locator('.count').innerText(), SOON).toBe('[1]');
    await cell(page, 'c1').locator('.cm-content').click();
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Shift+Home');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Alt+Shift+Enter');
    await expect.poll(() => entries(page).count(), SOON).toBe(1);
    expect(await entries(page).first().locator('.code-text').innerText()).toBe('other = value + 1');
    await page.getByLabel('Code for the kernel').click();
    await page.keyboard.type('valu', { delay: 20 });
    await page.keyboard.press('Tab');
    await expect.poll(() => page.getByLabel('Code for the kernel').innerText(), SOON).toBe('value');
    await page.keyboard.press('Enter');
    await entries(page).nth(1).locator('.outputs').getByText('41').waitFor(SOON);
    await page.keyboard.press('ArrowUp');
    expect(await page.getByLabel('Code for the kernel').innerText()).toBe('value');
    await choose(page, 'c2');
    await page.keyboard.press('Control+Enter');
    await page.locator('.kernel-busy').waitFor(SOON);
    await page.getByLabel('Code for the kernel').click();
    await page.keyboard.press('Enter');
    await entries(page).nth(2).getByText('waits').waitFor(SOON);
    await choose(page, 'c1');
    await page.keyboard.press('i');
    await page.keyboard.press('i');
    await entries(page).nth(2).getByText('did not run to its end').waitFor(SOON);
    await page.locator('.kernel-idle').waitFor(SOON);
    await enter(page, 'input()');
    await entries(page).nth(3).getByText('StdinNotImplementedError').first().waitFor(SOON);
  }, 120_000);
});
