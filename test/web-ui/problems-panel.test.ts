/** The panel of problems: findings of a check and gates, by phase; why, with the places lit up; fixes with undo; contracts. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { seriousViolations } from './axe.ts';
import { findChromium, shoot } from './browser.ts';
import { cell, choose, kernelReady, outputs, runAll, type Shown, write } from './notebook-page.ts';
import { pageSuite } from './page-suite.ts';

const SOON = { timeout: 15_000 };

const CELLS = [
  'import random\nimport pandas as pd\nsales = pd.DataFrame({"shop": ["a", "b"], "sum": [1, 2]})',
  'chosen = sales.sample(1)\nsales[sales["sum"] > 1]["shop"] = "c"',
  'print(totl)',
  'import json\njson.dumps(chosen.to_dict())',
];

describe.skipIf(findChromium() === null)('the panel of problems', () => {
  const suite = pageSuite();
  let shown: Shown;

  const messages = (page: Page) => page.locator('.problem-message').allInnerTexts();
  const codes = (page: Page) =>
    page.locator('.problem').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-code') ?? ''));
  const sourceOf = (page: Page, id: string) => cell(page, id).locator('.cm-content').innerText();

  async function open(): Promise<Page> {
    const { page } = shown;
    await page.getByRole('button', { name: 'Problems', exact: true }).click();
    return page;
  }

  test('explores quietly, tells all before sharing, lights up places, mends and takes back', async () => {
    shown = await suite.show(CELLS);
    const page = await open();
    await expect.poll(() => codes(page), SOON).toEqual(['no-effect', 'undefined-name']);
    expect(await page.locator('.problem-counts').innerText()).toBe('1 error\n1 warning');
    expect(await seriousViolations(page)).toEqual([]);
    expect(await cell(page, 'c3').locator('.problem-mark.severity-error').count()).toBe(1);
    expect(await cell(page, 'c1').locator('.problem-mark').count()).toBe(0);
    await page.getByLabel('Before sharing').check();
    await expect
      .poll(() => codes(page), SOON)
      .toEqual(expect.arrayContaining(['unseeded-random', 'i1', 'c4']));
    const drawn = page.locator('.problem', { hasText: 'sample is not seeded' });
    await drawn.getByRole('button', { name: 'why' }).click();
    await drawn.getByText('Nobody gets the same numbers again.').waitFor();
    await drawn.getByRole('button', { name: 'cell 4, line 1' }).waitFor();
    await expect.poll(() => cell(page, 'c2').getAttribute('class'), SOON).toContain('slice-origin');
    expect(await cell(page, 'c4').getAttribute('class')).toContain('slice-needed');
    expect(await cell(page, 'c3').getAttribute('class')).toContain('slice-outside');
    await expect
      .poll(() => cell(page, 'c2').locator('.in-slice').allInnerTexts(), SOON)
      .toEqual(['chosen = sales.sample(1)']);
    await drawn.getByRole('button', { name: 'why' }).click();
    await expect.poll(() => cell(page, 'c3').getAttribute('class'), SOON).not.toContain('slice-outside');
    // one click mends two cells, one undo takes both back
    const moved = page.locator('.problem', { hasText: 'json: imported late' });
    await moved.getByRole('button', { name: 'Move the import' }).click();
    await expect.poll(() => sourceOf(page, 'c1'), SOON).toContain('import json');
    expect(await sourceOf(page, 'c4')).not.toContain('import json');
    await expect.poll(() => codes(page), SOON).not.toContain('i1');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => sourceOf(page, 'c4'), SOON).toContain('import json');
    expect(await sourceOf(page, 'c1')).not.toContain('import json');
    await expect.poll(() => codes(page), SOON).toContain('i1');
  }, 90_000);

  test('takes runs of a plan for no trace that is missing', async () => {
    shown = await suite.show(['d = {"a": 1}', 'd["b"] = 2', 'k = 3', 'd["c"] = k\nprint(d)']);
    const page = await open();
    await kernelReady(page);
    await page.getByLabel('Before sharing').check();
    await runAll(page, 4);
    await outputs(page, 'c4').getByText("'c': 3").waitFor();
    await write(page, 'c4', 'd["c"] = k + 1\nprint(d)');
    await page.keyboard.press('Control+Enter');
    await outputs(page, 'c4').getByText("'c': 4").waitFor();
    await expect.poll(() => codes(page), SOON).toContain('c4');
    expect((await codes(page)).filter((code) => ['c2', 'h1', 'h4'].includes(code))).toEqual([]);
  }, 90_000);

  test('cells out of date are one sentence; cells that nothing needs go at once', async () => {
    shown = await suite.show(['a = 1', 'b = a', 'print(b)', 'w = 10', 'import math\nv = math.sqrt(4)']);
    const { page } = shown;
    await runAll(page, 5);
    await outputs(page, 'c3').getByText('1').waitFor();
    await page.getByRole('switch', { name: 'Reactive' }).click();
    await choose(page, 'c1');
    await page.keyboard.press('p');
    await page.keyboard.insertText('Clean up');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Delete the 2 cells that nothing needs' }).waitFor();
    await write(page, 'c1', 'a = 2');
    await page.keyboard.press('Escape');
    await expect.poll(() => messages(page), SOON).toContain('this cell was edited after it ran; run it');
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => messages(page), SOON).toContain('cells 2 and 3 are out of date; update them');
    expect((await codes(page)).filter((code) => ['c2', 'h1', 'h4'].includes(code))).toEqual([]);
    await page.keyboard.press('Control+Shift+Enter');
    await page.getByRole('button', { name: 'Delete the 2 cells that nothing needs' }).click();
    await expect.poll(() => page.locator('.cell').count(), SOON).toBe(4);
    await page.keyboard.press('z');
    await expect.poll(() => page.locator('.cell').count(), SOON).toBe(6);
  }, 90_000);

  test('follows typing', async () => {
    shown = await suite.show(['total = 1', 'print(total)']);
    const page = await open();
    await page.getByText('Nothing is surely wrong.').waitFor();
    await kernelReady(page);
    await write(page, 'c2', 'print(totl)\n');
    await expect.poll(() => messages(page), SOON).toEqual([expect.stringContaining('no cell defines totl')]);
    await write(page, 'c2', 'print(total)\n');
    await page.getByText('Nothing is surely wrong.').waitFor();
    await choose(page, 'c1');
    await page.keyboard.press('e');
    await expect.poll(() => page.locator('.side-panel').count(), SOON).toBe(0);
  }, 60_000);

  test('contracts of the folder are live; a mistake in the settings is told', async () => {
    shown = await suite.show(['x = 1', 'open("out.txt", "w").write(str(x))']);
    const page = await open();
    await page.getByText('Nothing is surely wrong.').waitFor();
    const settings = join(shown.folder, 'sluice.toml');
    const query = `"SELECT cell, line, path FROM files WHERE does = 'writes'"`;
    writeFileSync(settings, `[contracts.no-files]\nquery = ${query}\nmessage = "{path} is written"\n`);
    await write(page, 'c1', 'x = 2');
    await expect.poll(() => messages(page), SOON).toEqual(['line 1no-files: out.txt is written']);
    await page.getByRole('button', { name: 'why' }).click();
    await page.getByText('path = out.txt').waitFor();
    writeFileSync(settings, '[contracts.no-files]\nquery = "SELECT * FROM fils"\n');
    await write(page, 'c1', 'x = 3');
    await page.getByText('sluice.toml:2:24: the query of the contract no-files').waitFor();
    expect(await messages(page)).toEqual([]);
  }, 60_000);

  test.each([
    [1280, false],
    [820, false],
    [420, true],
  ])(
    'fits into a page of %i, dark: %s',
    async (width, dark) => {
      shown = await suite.show(CELLS, { width, dark });
      const page = await open();
      await page.getByLabel('Before sharing').check();
      const drawn = page.locator('.problem', { hasText: 'sample is not seeded' });
      await drawn.getByRole('button', { name: 'why' }).click();
      await drawn.getByText('Nobody gets the same numbers again.').waitFor();
      await page.waitForTimeout(300);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await shoot(page, `problems-panel-${width}${dark ? '-dark' : ''}`);
    },
    60_000,
  );
});
