/** Text typed while the server is away: kept, said to be unsaved, and put back or offered. */

import { readFileSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Folder, makeFolder, notebookText } from '../cli/sluice.ts';
import { findChromium, launch, type Served, serve, shoot } from './browser.ts';
import { cell } from './notebook-page.ts';
import { codeCell, toldNotebook, viewOf } from './told-notebook.ts';
import { openTold } from './told-page.ts';

const SOON = { timeout: 20_000 };

describe.skipIf(findChromium() === null)('what is typed while the server is away', () => {
  let folder: Folder;
  let file: string;
  let browser: Browser;
  let context: BrowserContext;
  let served: Served;
  let port: number;

  beforeEach(async () => {
    folder = makeFolder({ 'book.ipynb': notebookText(['a = 1', 'b = 2']) });
    file = join(folder.path, 'book.ipynb');
    port = await freePort();
    [browser, served] = await Promise.all([launch(), start()]);
    context = await browser.newContext();
  }, 60_000);
  afterEach(async () => {
    await browser.close();
    await served.stop();
    folder.remove();
  }, 60_000);

  const start = () => serve(file, ['--port', String(port)]);
  const kill = () => process.kill(served.pid, 'SIGKILL');

  async function open(): Promise<Page> {
    const page = await context.newPage();
    await page.goto(served.url);
    await page.waitForSelector('.saved-saved');
    return page;
  }

  /** Types at the end of a cell. */
  async function type(page: Page, id: string, text: string): Promise<void> {
    await cell(page, id).locator('.cm-content').click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(text);
  }

  /** Kills the server, and types then. */
  async function typeWithout(page: Page, id: string, text: string): Promise<void> {
    kill();
    await type(page, id, text);
    await page.getByText('trying again').waitFor(SOON);
  }

  const shown = (page: Page, id: string) => cell(page, id).locator('.cm-content').innerText();
  const saved = (at: number) =>
    [(JSON.parse(readFileSync(file, 'utf8')).cells[at] as { source: string | string[] }).source]
      .flat()
      .join('');
  const word = (page: Page) => page.locator('.saved').innerText();

  test('a page goes on when the server is there again and its new address was opened', async () => {
    const page = await open();
    await type(page, 'c1', ' # one');
    kill();
    await page.keyboard.type(' two');
    await page.getByText('trying again').waitFor(SOON);
    expect(await word(page)).toBe('Not saved');
    await page.locator('.kernel', { hasText: 'not connected' }).waitFor();
    await shoot(page, 'server-gone');
    served = await start();
    await page.getByText('open the new address that the terminal shows').waitFor(SOON);
    const other = await open();
    await expect.poll(() => shown(other, 'c1'), SOON).toBe('a = 1 # one two');
    await expect.poll(() => word(page), SOON).toBe('Saved');
    expect(await shown(page, 'c1')).toBe('a = 1 # one two');
    expect(saved(0)).toBe('a = 1 # one two');
    expect(await page.locator('.banner').count()).toBe(0);
  }, 120_000);

  test('a page that was closed has asked first; the next one puts the text back, once', async () => {
    const page = await open();
    await typeWithout(page, 'c2', '0');
    let asked = 0;
    page.on('dialog', (dialog) => {
      asked += 1;
      void dialog.accept();
    });
    await page.close({ runBeforeUnload: true });
    await expect.poll(() => asked, SOON).toBe(1);
    served = await start();
    const later = await open();
    await expect.poll(() => shown(later, 'c2'), SOON).toBe('b = 20');
    await expect.poll(() => saved(1), SOON).toBe('b = 20');
    const last = await open();
    await last.waitForTimeout(1_000);
    expect(await shown(last, 'c2')).toBe('b = 20');
    expect(await later.evaluate(() => Object.keys(localStorage).join())).not.toContain('unsaved');
  }, 120_000);

  test('a cell that somebody else has changed meanwhile stays; the text is offered', async () => {
    const page = await open();
    await typeWithout(page, 'c2', ' + 40');
    await page.close({ runBeforeUnload: true });
    writeFileSync(file, readFileSync(file, 'utf8').replace('b = 2', 'b = 3'));
    served = await start();
    const later = await open();
    const banner = later.locator('.draft-banner', { hasText: 'b = 2 + 40' });
    await banner.waitFor(SOON);
    await shoot(later, 'draft-offered');
    expect(await shown(later, 'c2')).toBe('b = 3');
    // it stays on offer
    await later.waitForTimeout(500);
    await later.reload();
    await banner.waitFor(SOON);
    await banner.getByText('New cell below').click();
    await expect.poll(() => saved(2), SOON).toBe('b = 2 + 40');
    expect(saved(1)).toBe('b = 3');
    expect(await later.locator('.draft-banner').count()).toBe(0);
  }, 120_000);

  test('a server that does not answer has not saved, and one that is ended has', async () => {
    const page = await open();
    process.kill(served.pid, 'SIGSTOP');
    await type(page, 'c1', '0');
    await expect.poll(() => word(page), SOON).toBe('Not saved');
    await page.getByText('Sluice does not answer').waitFor();
    process.kill(served.pid, 'SIGCONT');
    await expect.poll(() => word(page), SOON).toBe('Saved');
    expect(saved(0)).toBe('a = 10');
    // nothing of it has been sent when the server hears that it is to end
    await page.keyboard.type('0 # last');
    await served.stop();
    expect(saved(0)).toBe('a = 100 # last');
    await page.getByText('Sluice was stopped').waitFor(SOON);
  }, 120_000);
});

describe.skipIf(findChromium() === null)('what cannot be written', () => {
  test('is not saved, whatever is tried', async () => {
    const browser = await launch();
    const failing = viewOf([codeCell('c1', 'a = 1')], { saved: 'unsaved', saveFailure: 'read-only' });
    const { page, close } = await openTold(
      browser,
      toldNotebook(failing, () => null),
    );
    expect(await page.locator('.saved').innerText()).toBe('Not saved');
    await close();
    await browser.close();
  }, 60_000);
});

/** A port that nobody uses just now. */
function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
