/** The list of running kernels, and what can be done with each. */

import { describe, expect, test } from 'vitest';
import { seriousViolations } from './axe.ts';
import { findChromium, shoot } from './browser.ts';
import { cell, kernelReady } from './notebook-page.ts';
import { pageSuite } from './page-suite.ts';

const SOON = { timeout: 20_000 };

describe.skipIf(findChromium() === null)('running kernels', () => {
  const suite = pageSuite();

  test('are listed with memory and state, and obey', async () => {
    const { page, folder } = await suite.show(['import time\nx = 1\nwhile x:\n    time.sleep(0.05)', 'x']);
    await kernelReady(page);
    await cell(page, 'c1').click();
    await page.keyboard.press('Control+Enter');
    await page.locator('.kernel-busy').waitFor(SOON);
    await page.getByRole('button', { name: /^Python/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Kernels' });
    const name = `${folder.split('/').at(-1)}/book.ipynb`;
    const row = dialog.getByRole('listitem').filter({ hasText: name });
    await row.getByText(/^\d+ MB$/).waitFor(SOON);
    await row.getByText('busy', { exact: true }).waitFor(SOON);
    expect(await row.textContent()).toMatch(/Python 3\.\d+\.\d+/);
    expect(await seriousViolations(page)).toEqual([]);
    for (const width of [1440, 1024, 420]) {
      await page.setViewportSize({ width, height: 800 });
      await shoot(page, `kernels-${width}`);
    }
    await page.setViewportSize({ width: 1440, height: 800 });
    await row.getByRole('button', { name: /^Interrupt/ }).click();
    await row.getByText('idle', { exact: true }).waitFor(SOON);
    await row.getByRole('button', { name: /^Restart/ }).click();
    await cell(page, 'c1')
      .locator('.count')
      .waitFor({ ...SOON, state: 'detached' })
      .catch(() => {});
    await row.getByText('idle', { exact: true }).waitFor(SOON);
    await row.getByRole('button', { name: /^Shut down/ }).click();
    await row.waitFor({ ...SOON, state: 'detached' });
  }, 120_000);
});
