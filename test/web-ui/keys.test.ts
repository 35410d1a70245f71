/** A person without a mouse: the focus goes where the person goes, and each place has its keys. */

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { notebookText } from '../cli/sluice.ts';
import { findChromium } from './browser.ts';
import { choose, kernelReady } from './notebook-page.ts';
import { pageSuite } from './page-suite.ts';

const SOON = { timeout: 15_000 };

/** The name of the part that has the focus: its label, or its text. */
function focus(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement!;
    return element === document.body ? '' : (element.getAttribute('aria-label') ?? element.textContent!);
  });
}

/** Goes to a file by the first letters of its name, and presses a key there. */
async function press(page: Page, letters: string, key: string): Promise<void> {
  await page.keyboard.type(letters);
  await page.keyboard.press(key);
}

describe.skipIf(findChromium() === null)('keys without a mouse', () => {
  const suite = pageSuite();

  test('files are found, opened, renamed and deleted in their list, and the focus follows', async () => {
    const { page, folder } = await suite.show(['x = 1']);
    for (const name of ['aa.txt', 'ab.txt', 'notes.md', 'old.txt']) writeFileSync(join(folder, name), name);
    await choose(page, 'c1');
    await page.keyboard.press('Control+b');
    await expect.poll(() => focus(page), SOON).toBe('book.ipynb');
    await press(page, 'not', 'Enter');
    await expect.poll(() => focus(page), SOON).toBe('Text of notes.md');
    await page.keyboard.type('# ');
    await page.keyboard.press('Control+s');
    await expect.poll(() => readFileSync(join(folder, 'notes.md'), 'utf8'), SOON).toBe('# notes.md');
    await page.locator('.tok-heading').first().waitFor();
    // all commands of this place, and back
    await page.keyboard.press('Control+Shift+p');
    await expect.poll(() => focus(page)).toBe('Command');
    await page.getByRole('option', { name: 'Run all cells' }).waitFor({ state: 'detached' });
    await page.getByRole('option', { name: 'Running kernels' }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => focus(page)).toBe('Text of notes.md');
    // the panel closes and opens
    await page.keyboard.press('Control+b');
    await expect.poll(() => focus(page)).toBe('Text of notes.md');
    await page.keyboard.press('Control+b');
    await expect.poll(() => focus(page), SOON).toBe('notes.md');
    await press(page, 'old', 'F2');
    await page.keyboard.type('new');
    await page.keyboard.press('Enter');
    await expect.poll(() => focus(page), SOON).toBe('new.txt');
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+ArrowDown');
    await page.getByText('2 selected').waitFor();
    await page.keyboard.press('Delete');
    await page.getByText('ab.txt is in the trash').waitFor(SOON);
    expect(existsSync(join(folder, 'aa.txt'))).toBe(false);
    await page.keyboard.press('Enter');
    await expect.poll(() => existsSync(join(folder, 'ab.txt')), SOON).toBe(true);
    // words for a search, the first file that is found
    await page.getByLabel('Search files by name').fill('new');
    await page.getByText('new.txt').waitFor(SOON);
    await page.getByLabel('Search files by name').press('Enter');
    await expect.poll(() => focus(page), SOON).toBe('Text of new.txt');
  }, 120_000);

  test('tabs of notebooks in frames are changed and closed by keys', async () => {
    const { page, folder } = await suite.show(['x = 1', 'y = 2']);
    writeFileSync(join(folder, 'second.ipynb'), notebookText(['z = 3', 'z']));
    await choose(page, 'c2');
    await page.keyboard.press('Control+b');
    await expect.poll(() => focus(page), SOON).toBe('book.ipynb');
    await press(page, 'sec', 'Enter');
    const frame = page.frameLocator('.notebook-frame');
    const focused = frame.locator('.cell:focus');
    await focused.waitFor({ timeout: 30_000 });
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => focused.getAttribute('id')).toBe('cell-c2');
    await page.keyboard.press('Control+Shift+[');
    await expect.poll(() => page.locator('.cell:focus').getAttribute('id'), SOON).toBe('cell-c2');
    expect(await page.title()).toBe('book — Sluice');
    await page.keyboard.press('Control+Shift+]');
    await expect.poll(() => page.title(), SOON).toBe('second — Sluice');
    await expect.poll(() => focused.count(), SOON).toBe(1);
    await page.keyboard.press('Alt+w');
    await page.locator('.notebook-frame').waitFor({ state: 'detached' });
    await expect.poll(() => page.locator('.cell:focus').count(), SOON).toBe(1);
  }, 120_000);

  test('what lies over the cells gives the focus back', async () => {
    const { page } = await suite.show(['values = [3, 1]', 'values']);
    await kernelReady(page);
    await choose(page, 'c2');
    const isBack = () =>
      expect.poll(() => page.locator('.cell:focus').getAttribute('id'), SOON).toBe('cell-c2');
    for (const keys of [['Control+f'], ['p'], ['h'], ['Control+,'], ['Control+Shift+k'], ['0', '0']]) {
      for (const key of keys) await page.keyboard.press(key);
      await expect.poll(() => page.locator('.cell:focus').count(), SOON).toBe(0);
      await page.keyboard.press('Escape');
      await isBack();
    }
    // one Escape for everything that has opened by itself
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('sorted(val');
    await page.locator('.signature').waitFor(SOON);
    await page.locator('.cm-tooltip-autocomplete').waitFor(SOON);
    await page.keyboard.press('Escape');
    await page.locator('.cm-tooltip').waitFor({ state: 'detached' });
    expect(await page.locator('.cell:focus').count()).toBe(0);
    await page.keyboard.press('Escape');
    await isBack();
  }, 120_000);
});
