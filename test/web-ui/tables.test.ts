import { describe, expect, test } from 'vitest';
import { seriousViolations } from './axe.ts';
import { findChromium, shoot } from './browser.ts';
import { cell, choose, kernelReady, outputs, write } from './notebook-page.ts';
import { pageSuite } from './page-suite.ts';

const FRAME = `import numpy as np, pandas as pd
rng = np.random.default_rng(0)
df = pd.DataFrame({'price': rng.normal(20, 4, 300).round(2), 'kind': rng.choice(['flat', 'house'], 300)})
df.loc[5, 'price'] = np.nan
df['note'] = 'long ' * 100
df = df.set_index([pd.Index(['north', 'south'] * 150, name='side'), df.index])
df`;

describe.skipIf(findChromium() === null)('tables', () => {
  const suite = pageSuite();
  const SOON = { timeout: 10_000 };

  test('a frame in pages: sorted, summarized, by keyboard, kept in step with runs', async () => {
    const { page } = await suite.show([
      FRAME,
      'import time\ntime.sleep(3)',
      'before = df.copy(deep=True)',
      'print(before.equals(df))',
    ]);
    await kernelReady(page);
    await page.getByLabel('Run all cells').click();
    await outputs(page, 'c4').getByText('True').waitFor({ timeout: 30_000 });
    await cell(page, 'c1').getByText('Open df as a table').click();
    const grid = page.locator('.table-scroll');
    await grid.getByText('flat').first().waitFor();
    expect(await grid.getAttribute('aria-rowcount')).toBe('301');
    await page.getByText('DataFrame, 300 × 3').waitFor();
    await grid.locator('.histogram').waitFor();
    await grid
      .getByText('299 distinct')
      .or(grid.getByText(/2\d\d distinct/))
      .first()
      .waitFor();
    // long values are clipped
    await grid
      .getByText(/^long .*…$/)
      .first()
      .waitFor();
    // sorted from the keyboard: up, then down; what is missing comes last
    await page.keyboard.press('Enter');
    await expect
      .poll(() => grid.getByRole('columnheader', { name: /price/ }).getAttribute('aria-sort'))
      .toBe('ascending');
    await page.keyboard.press('Enter');
    await expect
      .poll(() => grid.getByRole('columnheader', { name: /price/ }).getAttribute('aria-sort'))
      .toBe('descending');
    const first = grid.locator('[id="table-0-0"]');
    await expect.poll(async () => Number(await first.innerText())).toBeGreaterThan(28);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Control+End');
    await grid.locator('[id="table-299-2"].chosen').waitFor();
    await expect.poll(() => grid.locator('[id="table-299-0"]').innerText()).toBe('missing');
    await shoot(page, 'table');
    await page.getByRole('button', { name: 'Sort in a new cell' }).waitFor();
    expect(await page.getByRole('button', { name: 'Sort in a new cell' }).getAttribute('title')).toBe(
      "df.sort_values('price', ascending=False)",
    );
    expect(await seriousViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('.table-view').count()).toBe(0);
    // it is not read while a cell runs, and says so
    await choose(page, 'c2');
    await write(page, 'c2', 'import time\ntime.sleep(3)\ndf["price"] = 1.0');
    await page.keyboard.press('Control+Enter');
    await page.getByLabel('Variables', { exact: true }).click();
    await cell(page, 'c1').getByText('Open df as a table').click();
    await page.getByText('A cell is running').waitFor();
    await expect.poll(() => first.innerText(), { timeout: 20_000 }).toBe('1');
    await page.getByText('A cell is running').waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await page.locator('.variable', { hasText: 'df' }).click();
    await page.getByText('Open as a table').click();
    await grid.waitFor();
  }, 120_000);

  test('a million rows of 200 columns, on a phone in the dark as well', async () => {
    const source =
      'import numpy as np, pandas as pd\nbig = pd.DataFrame(np.arange(200_000_000, dtype="uint32").reshape(1_000_000, 200))\nprint("made")';
    const { page } = await suite.show([source], { dark: true });
    await kernelReady(page);
    await page.getByLabel('Run all cells').click();
    await outputs(page, 'c1').getByText('made').waitFor({ timeout: 60_000 });
    await page.getByLabel('Variables', { exact: true }).click();
    await page.locator('.variable', { hasText: 'big' }).click();
    const started = Date.now();
    await page.getByText('Open as a table').click();
    const grid = page.locator('.table-scroll');
    await grid.locator('[id="table-0-0"]', { hasText: '0' }).waitFor();
    const opened = Date.now() - started;
    await page.keyboard.press('ArrowDown');
    const jumped = Date.now();
    await page.keyboard.press('Control+End');
    await grid.locator('[id="table-999999-199"]', { hasText: '199999999' }).waitFor(SOON);
    const end = Date.now() - jumped;
    expect(await grid.locator('.table-cell').count()).toBeLessThan(1000);
    await grid.evaluate((element) => {
      element.scrollTop = element.scrollHeight / 2;
      element.scrollLeft = 0;
    });
    await expect
      .poll(() => grid.locator('.table-row').nth(5).locator('.table-cell').first().innerText())
      .toMatch(/^\d+$/);
    await grid.locator('.table-header .table-cell').first().click();
    await grid.locator('.table-header .table-cell').first().click();
    await expect
      .poll(() => grid.getByRole('columnheader', { name: /^0 ↓/ }).getAttribute('aria-sort'))
      .toBe('descending');
    await expect.poll(() => grid.locator('[id="table-0-0"]').innerText()).toBe('199999800');
    // pages come at once; sorting a million values may take a moment on a busy machine
    expect(opened).toBeLessThan(5_000);
    expect(end).toBeLessThan(5_000);
    await shoot(page, 'table-large');
    await page.setViewportSize({ width: 390, height: 800 });
    await expect.poll(() => grid.locator('.table-header .table-cell').count()).toBeLessThan(5);
    await shoot(page, 'table-phone');
  }, 180_000);
});
