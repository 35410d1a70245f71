/** Steps of all tests of the pages: find cells, run them, wait for their outputs. This file asserts nothing. */

import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { notebookText } from '../cli/sluice.ts';
import { forgetSignatures, openPage, type Served } from './browser.ts';

/** A folder that is served, for one notebook after another. */
export interface ServedFolder {
  readonly folder: string;
  readonly served: Served;
}

/** A notebook that is served and shown. */
export interface Shown {
  readonly page: Page;
  readonly file: string;
  /** Where the notebook is; nothing else is in it. */
  readonly folder: string;
  /** The address of the notebook, with the token. */
  readonly url: string;
  /** Of the server. */
  readonly pid: number;
  /** Of the server: has its settings. */
  readonly home: string;
  readonly errors: string[];
  /** Closes the page, ends the kernel and deletes the folder. */
  close(): Promise<void>;
}

/** Shows a notebook with these code cells (ids c1, c2, …), or with this text, in a folder of its own inside one that is served. */
export async function show(
  browser: Browser,
  { folder: outer, served }: ServedFolder,
  cells: readonly string[] | string,
  options: { readonly width?: number; readonly dark?: boolean; readonly empty?: boolean } = {},
): Promise<Shown> {
  forgetSignatures();
  const folder = mkdtempSync(join(outer, 'own-'));
  const file = join(folder, 'book.ipynb');
  writeFileSync(file, typeof cells === 'string' ? cells : notebookText(cells));
  const path = `${basename(folder)}/book.ipynb`;
  const url = new URL(served.url);
  url.pathname = `/notebooks/${path}`;
  const { page, context, errors } = await openPage(browser, url.href, options);
  await page.waitForSelector(options.empty ? '.add-cell' : '.cell');
  return {
    page,
    file,
    folder,
    url: url.href,
    pid: served.pid,
    home: served.home,
    errors,
    async close() {
      await context.close();
      await fetch(new URL('/api/kernels', url), {
        method: 'POST',
        headers: { Authorization: `token ${url.searchParams.get('token')}` },
        body: JSON.stringify({ path, op: 'shutdown' }),
      });
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
    .click({ position: { x: 14, y: 5 } });
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

/** The outputs below the text of a cell. */
export function outputs(page: Page, id: string): Locator {
  return cell(page, id).locator('.outputs');
}

/** Folders made by a server for runs elsewhere, and not removed yet. */
export function foldersOfRuns(pid: number): string[] {
  return readdirSync(tmpdir()).filter((name) => name.startsWith(`sluice-run-${pid}-`));
}

/** Has the script of the selected cell gathered and verified; gives where it appears. */
export async function gather(page: Page): Promise<Locator> {
  await page.keyboard.press('g');
  await page.getByText('Gather and verify').click();
  return page.locator('.script-text');
}
