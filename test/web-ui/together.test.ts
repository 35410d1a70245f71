/** Two tabs in which somebody types in the same cell. */

import { readFileSync, writeFileSync } from 'node:fs';
import type { Page, WebSocketRoute } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { parseNotebook } from '../../runtime/documents/index.ts';
import { findChromium } from './browser.ts';
import { cell } from './notebook-page.ts';
import { pageSuite } from './page-suite.ts';

const SOON = { timeout: 15_000 };

/** A line that can be cut, and stays so until it is mended. */
async function breakable(page: Page): Promise<{ cut(): Promise<void>; mend(): void }> {
  const lines = new Set<WebSocketRoute>();
  let isCut = false;
  await page.routeWebSocket(/\/socket/, (line) => {
    if (isCut) void line.close();
    else {
      line.connectToServer();
      lines.add(line);
    }
  });
  return {
    async cut() {
      isCut = true;
      for (const line of lines) await line.close();
    },
    mend() {
      isCut = false;
    },
  };
}

describe.skipIf(findChromium() === null)('two tabs', () => {
  const suite = pageSuite();

  test('merge what is typed in the same cell, also when one of them is offline for a while', async () => {
    const { page, file, url } = await suite.show(['first = 1\nlast = 2']);
    // a window of its own: tabs in the background get no keys
    const context = await page.context().browser()!.newContext();
    const other = await context.newPage();
    const line = await breakable(other);
    await other.goto(url);
    const text = (tab: Page) =>
      cell(tab, 'c1')
        .locator('.cm-line')
        .allTextContents()
        .then((lines) => lines.join('\n'));
    const both = async (wanted: string) => {
      for (const tab of [page, other]) await expect.poll(() => text(tab), SOON).toBe(wanted);
    };
    await cell(page, 'c1').locator('.cm-content').click();
    await page.keyboard.press('Control+Home');
    await cell(other, 'c1').locator('.cm-content').click();
    await other.keyboard.press('Control+End');

    await Promise.all([
      page.keyboard.type('abcdefghij', { delay: 40 }),
      other.keyboard.type('0123456789', { delay: 40 }),
    ]);
    await both('abcdefghijfirst = 1\nlast = 20123456789');

    await line.cut();
    await other.getByText('trying again').waitFor();
    await other.keyboard.type('!');
    await page.keyboard.type('XYZ');
    expect(await text(page)).toBe('abcdefghijXYZfirst = 1\nlast = 20123456789');
    expect(await text(other)).toBe('abcdefghijfirst = 1\nlast = 20123456789!');
    line.mend();
    await both('abcdefghijXYZfirst = 1\nlast = 20123456789!');

    // cursors are where they were in the text, and undo takes back what was typed in this tab
    await page.keyboard.type('-');
    await other.keyboard.type('?');
    await both('abcdefghijXYZ-first = 1\nlast = 20123456789!?');
    for (let n = 0; n < 8; n += 1) await page.keyboard.press('Control+z');
    await both('first = 1\nlast = 20123456789!?');
    await expect
      .poll(() => parseNotebook(readFileSync(file, 'utf8'), 'x').cells[0]?.source, SOON)
      .toBe('first = 1\nlast = 20123456789!?');
    await context.close();
  }, 90_000);

  test('a text from the file, or from a command, changes only what is different', async () => {
    const { page, file } = await suite.show(['a = 1\nb = 2\nc = 3']);
    await page.waitForSelector('.kernel-idle', { timeout: 30_000 });
    const editor = cell(page, 'c1').locator('.cm-content');
    await editor.click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('0');
    await expect.poll(() => readFileSync(file, 'utf8'), SOON).toContain('c = 30');
    writeFileSync(file, readFileSync(file, 'utf8').replace('a = 1', 'alpha = 1'));
    await expect.poll(() => editor.innerText(), SOON).toBe('alpha = 1\nb = 2\nc = 30');
    await editor.press('5');
    await expect.poll(() => editor.innerText()).toBe('alpha = 1\nb = 2\nc = 305');
  }, 60_000);
});
