/** Undo of runs in the page: among all commands, in the panel of the cell, in the history. */

import { describe, expect, test } from 'vitest';
import { seriousViolations } from './axe.ts';
import { findChromium, shoot } from './browser.ts';
import { choose, kernelReady, outputs, write } from './notebook-page.ts';
import { pageSuite } from './page-suite.ts';

describe.skipIf(findChromium() === null)('undo of a run', () => {
  const suite = pageSuite();

  test('from the panel of the cell, from all commands, and from the history', async () => {
    const { page } = await suite.show(['x = [1]', 'x.append(2)\nprint(x)']);
    await kernelReady(page);
    await page.getByLabel('Run all cells').click();
    await outputs(page, 'c2').getByText('[1, 2]').waitFor({ timeout: 20_000 });
    await write(page, 'c2', 'x.append(5)\nprint(x)');
    await page.keyboard.press('Control+Enter');
    await outputs(page, 'c2').getByText('5]').waitFor({ timeout: 20_000 });
    const yes = (word: string) => page.locator('dialog').getByRole('button', { name: word });
    const command = async (title: string) => {
      await choose(page, 'c2');
      await page.keyboard.press('p');
      await page.keyboard.type(title);
      await page.keyboard.press('Enter');
    };
    await command('Undo this run');
    await page.locator('dialog').getByText('Puts back x').waitFor();
    await shoot(page, 'undo-run');
    expect(await seriousViolations(page)).toEqual([]);
    await yes('Undo this run').click();
    await outputs(page, 'c2').getByText('[1, 2]').waitFor();
    // the panel of the cell
    await choose(page, 'c2');
    await page.keyboard.press('p');
    await page.keyboard.type('Tags and metadata');
    await page.keyboard.press('Enter');
    await page.locator('.cell-panel').getByRole('button', { name: 'Redo this run' }).click();
    await yes('Redo this run').click();
    await outputs(page, 'c2').getByText('5]').waitFor();
    await page.locator('.cell-panel').getByRole('button', { name: 'Undo this run' }).waitFor();
    expect(await seriousViolations(page)).toEqual([]);
    // the history
    await choose(page, 'c2');
    await page.keyboard.press('u');
    await page.locator('.timeline [data-key="3"]').click();
    await page.keyboard.press('Shift+Z');
    await yes('Undo this run').click();
    await outputs(page, 'c2').getByText('[1, 2]').waitFor();
    await page.locator('.timeline [data-key="3"]', { hasText: 'undone' }).waitFor();
    await shoot(page, 'undo-run-history');
    expect(await seriousViolations(page)).toEqual([]);
  }, 120_000);
});
