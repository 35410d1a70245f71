/** Widgets of a kernel that lives on while Sluice is gone. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { notebookText } from '../cli/sluice.ts';
import { type StockServer, startStockServer } from '../kernel/stock-server.ts';
import { findChromium, launch, openPage, serve } from './browser.ts';
import { kernelReady, outputs, runAll } from './notebook-page.ts';

const SOON = { timeout: 30_000 };

const WIDGETS = [
  'import base64, comm, ipywidgets as w',
  "dot = base64.b64decode('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==')",
  'n, seen = w.IntSlider(3, max=10), w.Label()',
  "n.observe(lambda change: setattr(seen, 'value', 'saw %d' % change['new']), 'value')",
  "w.VBox([n, seen, w.Image(value=dot, format='png')])",
].join('\n');

/** ipywidgets 7 tells states one by one only. */
const ONE_BY_ONE = `${WIDGETS}\ncomm.get_comm_manager().targets.pop('jupyter.widget.control');`;

describe.skipIf(findChromium() === null)('widgets of a kernel that was left running', () => {
  let stock: StockServer;
  let browser: Browser;
  beforeAll(async () => {
    [stock, browser] = await Promise.all([startStockServer(), launch()]);
  }, 60_000);
  afterAll(async () => {
    await browser.close();
    await stock.stop();
  });

  /** Opens the notebook in a Sluice of its own. */
  async function opened(file: string, use: (page: Page) => Promise<void>): Promise<void> {
    const served = await serve(file, ['--server', stock.url, '--token', stock.token]);
    const { page, context, errors } = await openPage(browser, served.url);
    await kernelReady(page);
    await use(page);
    expect(errors).toEqual([]);
    await context.close();
    await served.stop();
  }

  test.each([
    ['over the control comm', WIDGETS],
    ['one by one', ONE_BY_ONE.replace('w.VBox(', 'shown = w.VBox(').concat(' display(shown)')],
  ])(
    'live again: %s',
    async (_, source) => {
      const folder = mkdtempSync(join(tmpdir(), 'web-ui-joined-'));
      const file = join(folder, 'book.ipynb');
      writeFileSync(file, notebookText([source]));
      const handle = (page: Page) => outputs(page, 'c1').locator('.noUi-handle');
      await opened(file, async (page) => {
        await runAll(page, 1);
        await handle(page).focus(SOON);
        await page.keyboard.press('ArrowRight');
        await outputs(page, 'c1').getByText('saw 4').waitFor(SOON);
      });
      await opened(file, async (page) => {
        await expect.poll(() => handle(page).getAttribute('aria-valuenow'), SOON).toBe('4.0');
        await outputs(page, 'c1').getByText('saw 4').waitFor();
        await expect
          .poll(() =>
            outputs(page, 'c1')
              .locator('img')
              .evaluate((image) => (image as HTMLImageElement).naturalWidth),
          )
          .toBe(1);
        await handle(page).focus();
        await page.keyboard.press('ArrowRight');
        await outputs(page, 'c1').getByText('saw 5').waitFor(SOON);
      });
      rmSync(folder, { recursive: true, force: true });
    },
    120_000,
  );
});
