/** Stored results in the page: shown before a run, taken by Resume, run really; an edit of their input runs them. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { seriousViolations } from './axe.ts';
import { findChromium, shoot } from './browser.ts';
import { cell, choose, kernelReady, outputs, write } from './notebook-page.ts';
import { pageSuite } from './page-suite.ts';

const SLOW = 'import time\ntime.sleep(1.2)\nx = [n] * n\nprint(x)';
const LIMIT = 30_000;

describe.skipIf(findChromium() === null)('stored results', () => {
  const suite = pageSuite();

  test('a new kernel takes the result of a slow cell', async () => {
    const { page, home } = await suite.show(['n = 2', SLOW, 'print(sum(x))']);
    writeFileSync(join(home, 'settings.json'), '{"keepResults": true}');
    await kernelReady(page);
    // the setting counts from the start of a kernel
    await restart(page);
    await page.getByLabel('Run all cells').click();
    await outputs(page, 'c3').getByText('4').waitFor({ timeout: LIMIT });
    expect(await page.locator('.stored-result').count()).toBe(0);

    await restart(page);
    await expect
      .poll(() => words(page), { timeout: LIMIT })
      .toMatch(/^Has a result: computed at .*, took 1\.\d s$/);
    expect(await seriousViolations(page)).toEqual([]);
    await shoot(page, 'resume-before');
    await page.getByRole('button', { name: 'Resume', exact: true }).click();
    await expect
      .poll(() => words(page), { timeout: LIMIT })
      .toMatch(/^Restored: computed at .*, took 1\.\d s/);
    await outputs(page, 'c3').getByText('4').waitFor({ timeout: LIMIT });
    await outputs(page, 'c2').getByText('[2, 2]').waitFor();
    await page.getByRole('button', { name: 'Resume', exact: true }).waitFor({ state: 'detached' });
    expect(await seriousViolations(page)).toEqual([]);
    await shoot(page, 'resume-after');

    await page.reload();
    await page.getByText('Restored: computed').waitFor({ timeout: LIMIT });

    await page.getByRole('button', { name: 'Run it really' }).click();
    await page.locator('.stored-result').waitFor({ state: 'detached', timeout: LIMIT });
    await expect.poll(() => stateOf(page, 'c2'), { timeout: LIMIT }).toBe('up to date');

    // an edit of the input runs the cell, and its old text takes the old result
    await edit(page, 'n = 3');
    await outputs(page, 'c2').getByText('[3, 3, 3]').waitFor({ timeout: LIMIT });
    expect(await page.locator('.stored-result').count()).toBe(0);
    await edit(page, 'n = 2');
    await expect.poll(() => words(page), { timeout: LIMIT }).toMatch(/^Restored/);
    await outputs(page, 'c2').getByText('[2, 2]').waitFor();

    await page.keyboard.press('Escape');
    await page.keyboard.press('u');
    const restored = page.locator('.timeline .past-run', { hasText: 'restored' });
    await restored.first().click();
    expect(await restored.first().innerText()).toContain('cell 2');
    await page.locator('.past-run-view .facts', { hasText: 'restored: computed at' }).waitFor();
    await shoot(page, 'resume-history');
  }, 90_000);
});

async function restart(page: Page): Promise<void> {
  await choose(page, 'c1');
  await page.keyboard.press('0');
  await page.keyboard.press('0');
  await page.locator('dialog').getByRole('button', { name: 'Restart' }).click();
  await page.waitForSelector('.kernel-restarting', { timeout: 3_000 }).catch(() => {});
  await kernelReady(page);
}

async function edit(page: Page, text: string): Promise<void> {
  await write(page, 'c1', text);
  await page.keyboard.press('Control+Enter');
}

async function words(page: Page): Promise<string> {
  return (await page.locator('.stored-result span').allInnerTexts()).join();
}

async function stateOf(page: Page, id: string): Promise<string> {
  return ((await cell(page, id).getAttribute('aria-label')) ?? '').split(', ')[3] ?? '';
}
