/** What the browser loads before a person can write: people on slow lines wait for it. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { notebookText } from '../cli/sluice.ts';
import { findChromium, launch, serve } from './browser.ts';
import { countTraffic, kilobytes } from './traffic.ts';

const MOST_KB = 400;

describe.skipIf(findChromium() === null)('the first load', () => {
  test('of a notebook with 250 cells stays small, also with all that follows by itself', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'web-ui-load-'));
    const file = join(folder, 'book.ipynb');
    const cells = Array.from({ length: 250 }, (_, n) => `x${n} = ${n}\nprint(x${n})`);
    writeFileSync(file, notebookText(cells));
    const [served, browser] = await Promise.all([serve(file), launch()]);
    try {
      const page = await (await browser.newContext()).newPage();
      const traffic = await countTraffic(page);
      await page.goto(served.url);
      await page.locator('#cell-c1 .cm-content').click();
      await page.keyboard.type('y');
      await page.locator('#cell-c1 .cm-content', { hasText: 'y' }).waitFor();
      const usable = kilobytes(traffic());
      await page.waitForSelector('.kernel-idle', { timeout: 60_000 });
      await page.waitForTimeout(2_000);
      const rested = kilobytes(traffic());
      process.stderr.write(
        `first load: ${usable.toFixed(0)} kB until usable, ${rested.toFixed(0)} kB at rest\n`,
      );
      expect(usable).toBeGreaterThan(50);
      expect(rested).toBeLessThanOrEqual(MOST_KB);
    } finally {
      await browser.close();
      await served.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  }, 120_000);
});
