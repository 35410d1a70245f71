/** What tests of the pages do again and again: find cells, run them, wait for their outputs. It asserts nothing. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { notebookText } from '../cli/sluice.ts';
import { openPage, type Served, serve } from './browser.ts';

/** A notebook that is served and shown. */
export interface Shown {
  readonly page: Page;
  readonly file: string;
  readonly folder: string;
  readonly errors: string[];
  readonly served: Served;
  /** Stops the server and deletes the folder. */
  close(): Promise<void>;
}

/** Serves a notebook with these code cells (ids c1, c2, …), or with this text, and shows it. */
export async function show(
  browser: Browser,
  cells: readonly string[] | string,
  options: { readonly width?: number; readonly dark?: boolean } = {},
): Promise<Shown> {
  const folder = mkdtempSync(join(tmpdir(), 'web-ui-test-'));
  const file = join(folder, 'book.ipynb');
  writeFileSync(file, typeof cells === 'string' ? cells : notebookText(cells));
  const served = await serve(file);
  const { page, context, errors } = await openPage(browser, served.url, options);
  await page.waitForSelector('.cell');
  return {
    page,
    file,
    folder,
    errors,
    served,
    async close() {
      await context.close();
      await served.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The cell of an id. */
export function cell(page: Page, id: string): Locator {
  return page.locator(`#cell-${id}`);
}

/** Selects a cell in command mode. */
export async function choose(page: Page, id: string): Promise<void> {
  await cell(page, id).scrollIntoViewIfNeeded();
  await cell(page, id)
    .locator('.gutter')
    .click({ position: { x: 22, y: 5 } });
}

/** Clicks into the text of a cell, and puts the cursor at its end. */
export async function write(page: Page, id: string, text: string): Promise<void> {
  await cell(page, id).locator('.cm-content').click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(text);
}

/** Waits until the kernel can run something. */
export async function kernelReady(page: Page): Promise<void> {
  await page.waitForSelector('.kernel-idle', { timeout: 30_000 });
}

/** Runs so many cells from the first on, each by Shift+Enter. */
export async function runAll(page: Page, many: number): Promise<void> {
  await kernelReady(page);
  await choose(page, 'c1');
  for (let n = 0; n < many; n += 1) await page.keyboard.press('Shift+Enter');
}

/** Ids of the cells, from top to bottom. */
export function ids(page: Page): Promise<string[]> {
  return page.locator('.cell').evaluateAll((cells) => cells.map((one) => one.id.replace(/^cell-/, '')));
}

/** What a cell shows below its text. */
export function outputs(page: Page, id: string): Locator {
  return cell(page, id).locator('.outputs');
}
