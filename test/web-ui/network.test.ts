/** Pages from an address of the network, on plain http: browsers withhold some of what they offer on loopback. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { notebookText } from '../cli/sluice.ts';
import { findChromium, launch, openPage, serve } from './browser.ts';
import { choose, ids } from './notebook-page.ts';

const address = Object.values(networkInterfaces())
  .flatMap((found) => found ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;

describe.skipIf(findChromium() === null || address === undefined)('pages over the network', () => {
  test('show the notebook, and make cells', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'web-ui-network-'));
    const file = join(folder, 'book.ipynb');
    writeFileSync(file, notebookText(['1 + 1']));
    const [served, browser] = await Promise.all([serve(file, ['--host', address!]), launch()]);
    const { page, errors } = await openPage(browser, served.url);
    await choose(page, 'c1');
    expect(await page.evaluate(() => isSecureContext)).toBe(false);
    await page.keyboard.press('b');
    await expect.poll(async () => (await ids(page)).length).toBe(2);
    // the browser says that it does without one of the headers there
    expect(errors.filter((error) => !error.startsWith('The Cross-Origin-Opener-Policy header'))).toEqual([]);
    await browser.close();
    await served.stop();
    rmSync(folder, { recursive: true, force: true });
  }, 60_000);
});
