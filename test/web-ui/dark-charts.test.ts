/** Charts on a dark page: dark where they choose no colours, and as chosen otherwise. */

import type { Page } from 'playwright-core';
import { describe, expect, test, vi } from 'vitest';
import { findChromium, shoot } from './browser.ts';
import { outputs, runAll } from './notebook-page.ts';
import { pageSuite } from './page-suite.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

/** Python that displays data of a type. */
function displayed(type: string, data: object): string {
  return `display({'${type}': ${JSON.stringify(data)}}, raw=True)`;
}

const VEGA = 'application/vnd.vegalite.v5+json';
const PLOTLY = 'application/vnd.plotly.v1+json';
const BARS = { data: { values: [{ a: 1 }] }, mark: 'bar', encoding: { x: { field: 'a' } } };
const PLOT = { data: [{ type: 'bar', y: [1, 2] }], layout: {} };

/** Whether the ground of a chart lets the page through. */
async function isClear(page: Page, cell: string): Promise<boolean> {
  await outputs(page, cell).scrollIntoViewIfNeeded();
  const chart = outputs(page, cell).frameLocator('iframe').locator('svg.marks, .main-svg').first();
  return chart.evaluate((element) => getComputedStyle(element).backgroundColor === 'rgba(0, 0, 0, 0)');
}

describe.skipIf(findChromium() === null)('charts on a dark page', () => {
  const suite = pageSuite();

  test('are dark, unless they choose their colours', async () => {
    const { page } = await suite.show(
      [
        displayed(VEGA, BARS),
        displayed(VEGA, { ...BARS, background: 'white' }),
        displayed(PLOTLY, PLOT),
        displayed(PLOTLY, { ...PLOT, layout: { paper_bgcolor: 'white' } }),
      ],
      { dark: true },
    );
    await runAll(page, 4);
    await outputs(page, 'c4').locator('iframe').waitFor({ timeout: 30_000 });
    await expect.poll(() => isClear(page, 'c1'), { timeout: 30_000 }).toBe(true);
    await expect.poll(() => isClear(page, 'c2'), { timeout: 30_000 }).toBe(false);
    await expect.poll(() => isClear(page, 'c3'), { timeout: 30_000 }).toBe(true);
    await expect.poll(() => isClear(page, 'c4'), { timeout: 30_000 }).toBe(false);
    await shoot(page, 'dark-charts');
  });
});
