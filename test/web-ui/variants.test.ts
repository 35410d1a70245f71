/** *Try from here* in the page: a second variant, the comparison, and one of the two kept. */

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { seriousViolations } from './axe.ts';
import { findChromium } from './browser.ts';
import { cell, choose, kernelReady, outputs, write } from './notebook-page.ts';
import { pageSuite } from './page-suite.ts';
import { checkAtWidths } from './widths.ts';

const SOON = { timeout: 30_000 };

/** Each width in light and dark. */
const ALL_WIDTHS = [1440, 1024, 420].flatMap((width) => [[width, false] as const, [width, true] as const]);

describe.skipIf(findChromium() === null)('variants', () => {
  const suite = pageSuite();

  test('a second variant is tried, compared with the first, and kept', async () => {
    const { page, file } = await suite.show([
      'rows = list(range(10))',
      'model = sum(rows)\nprint("model", model)',
      'print("score", model * 2)',
    ]);
    await kernelReady(page);
    await page.getByLabel('Run all cells').click();
    await outputs(page, 'c3').getByText('score 90').waitFor(SOON);
    const text = () => readFileSync(file, 'utf8');
    await expect.poll(text, SOON).toContain('score 90');
    await page.locator('.saved-mark, .bar').first().getByText('Saved').waitFor(SOON);
    const before = text();
    await choose(page, 'c2');
    await page.keyboard.press('Shift+B');
    const bar = page.getByRole('navigation', { name: 'Variants' });
    await bar.getByRole('button', { name: 'Variant 2', pressed: true }).waitFor(SOON);
    expect(await outputs(page, 'c2').count()).toBe(0);
    await write(page, 'c2', 'model = max(rows)\nprint("model", model)');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.press('Shift+Enter');
    await outputs(page, 'c3').getByText('score 18').waitFor(SOON);
    await checkAtWidths(page, 'variant-bar', ALL_WIDTHS);
    await page.setViewportSize({ width: 1440, height: 900 });
    await choose(page, 'c2');
    await page.keyboard.press('=');
    const sheet = page.getByRole('dialog', { name: 'Variants' });
    await sheet.getByText('model 45').waitFor(SOON);
    await sheet.getByText('model 9').waitFor();
    await sheet.locator('.version-diff').getByText('max').waitFor(SOON);
    expect(await sheet.locator('h4').allInnerTexts()).toEqual(['model']);
    await checkAtWidths(page, 'variants', ALL_WIDTHS);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.keyboard.press('Escape');
    await choose(page, 'c1');
    await page.keyboard.press(',');
    await outputs(page, 'c3').getByText('score 90').waitFor(SOON);
    await expect.poll(() => cell(page, 'c2').locator('.cm-content').innerText(), SOON).toContain('sum(rows)');
    await expect.poll(text, SOON).toBe(before);
    await page.keyboard.press('.');
    await outputs(page, 'c3').getByText('score 18').waitFor(SOON);
    await bar.getByRole('button', { name: 'Keep' }).click();
    await page.locator('dialog').getByText('Keep Variant 2? Variant 1 will be gone.').waitFor();
    await page.locator('dialog').getByRole('button', { name: 'Keep this variant' }).click();
    await bar.waitFor({ state: 'detached', ...SOON });
    await expect.poll(() => cell(page, 'c2').locator('.cm-content').innerText()).toContain('max(rows)');
    expect(await seriousViolations(page)).toEqual([]);
  }, 90_000);
});
