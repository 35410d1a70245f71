/** The open notebook beside git's last commit and another file. */

import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { notebookText } from '../cli/sluice.ts';
import { findChromium } from './browser.ts';
import { cell, choose, write } from './notebook-page.ts';
import { pageSuite } from './page-suite.ts';
import { checkAtWidths } from './widths.ts';

const SOON = { timeout: 30_000 };

describe.skipIf(findChromium() === null)('differences', () => {
  const suite = pageSuite();

  test('from the last commit, cell by cell; a text comes back; from a file; without a commit', async () => {
    const { page, folder } = await suite.show(['x = 1', 'print(x)', 'y = 2']);
    const open = async () => {
      await choose(page, 'c1');
      await page.keyboard.press('p');
      await page.keyboard.insertText('Differences from the last');
      await page.keyboard.press('Enter');
    };
    await open();
    await page
      .locator('.difference')
      .getByText('is in no git repository; compare with a file instead')
      .waitFor(SOON);
    const git = (...args: string[]) =>
      execFileSync('git', ['-C', folder, '-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args]);
    git('init', '-q');
    git('add', 'book.ipynb');
    git('commit', '-q', '-m', 'one');
    await write(page, 'c1', 'x = 5');
    await page.getByRole('button', { name: 'Compare' }).click();
    const changed = page.locator('.changed-cells li');
    await expect.poll(() => changed.count(), SOON).toBe(1);
    await page.getByText('1 cell differs from the last commit.').waitFor();
    await changed.locator('.version-diff').getByText('x = 5').waitFor(SOON);
    await checkAtWidths(page, 'difference');
    await page.setViewportSize({ width: 1200, height: 900 });
    await page.getByRole('button', { name: 'Bring back' }).click();
    await expect.poll(() => cell(page, 'c1').locator('.cm-content').innerText(), SOON).toBe('x = 1');
    writeFileSync(join(folder, 'other.ipynb'), notebookText(['x = 1', 'print(x)']));
    await page.getByLabel('Another notebook; empty: the last commit').fill('other.ipynb');
    await page.getByRole('button', { name: 'Compare' }).click();
    await page.getByRole('button', { name: 'Cell 3: new' }).waitFor(SOON);
    await page.getByLabel('Another notebook; empty: the last commit').fill('none.ipynb');
    await page.getByRole('button', { name: 'Compare' }).click();
    await page.getByText('there is no such file').waitFor(SOON);
  }, 90_000);
});
