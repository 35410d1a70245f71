/** Help with code as one types: completion, signatures, facts on hover, definitions, uses, another name. */

import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { seriousViolations } from './axe.ts';
import { findChromium, shoot } from './browser.ts';
import { cell, choose, kernelReady, outputs, runAll, type Shown, write } from './notebook-page.ts';
import { pageSuite } from './page-suite.ts';
import { checkAtWidths } from './widths.ts';

const SOON = { timeout: 30_000 };

describe.skipIf(findChromium() === null)('help with code', () => {
  const suite = pageSuite();
  let shown: Shown;

  const labels = (page: Page) => page.locator('.cm-tooltip-autocomplete .cm-completionLabel').allInnerTexts();
  const textOf = async (page: Page, id: string) =>
    (await cell(page, id).locator('.cm-line').allInnerTexts())
      .map((line) => line.replace(/\n$/, ''))
      .join('\n');

  async function type(page: Page, id: string, text: string): Promise<void> {
    await cell(page, id).locator('.cm-content').click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(text, { delay: 20 });
  }

  test('completes before anything ran, with kinds; Enter goes on, Tab takes the first', async () => {
    shown = await suite.show(['def total_of(rows):\n    return sum(rows)\ntotal_rows = [1]\n', '']);
    const { page } = shown;
    await type(page, 'c2', 'tota');
    await expect.poll(() => labels(page), SOON).toEqual(['total_of', 'total_rows']);
    expect(await page.locator('.cm-completionIcon-function').count()).toBe(1);
    await page.locator('.cm-completionDetail', { hasText: 'cell 1' }).first().waitFor();
    await page.keyboard.press('Enter');
    expect(await textOf(page, 'c2')).toBe('tota\n');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('l_r', { delay: 20 });
    await expect.poll(() => labels(page), SOON).toEqual(['total_rows']);
    await page.keyboard.press('Tab');
    await expect.poll(() => textOf(page, 'c2')).toBe('total_rows');
    // a single match is inserted on Tab
    await write(page, 'c2', 'total_o');
    await page.keyboard.press('Tab');
    await expect.poll(() => textOf(page, 'c2'), SOON).toBe('total_of');
  }, 90_000);

  test('answers a key at once behind a hundred thousand letters of a string', async () => {
    shown = await suite.show([`data = '${'a'.repeat(100_000)}'\n`, '']);
    const { page, url } = shown;
    const began = performance.now();
    await cell(page, 'c1')
      .locator('.cm-content')
      .click({ position: { x: 5, y: 5 } });
    await page.keyboard.press('End');
    await page.keyboard.type('q');
    await page.keyboard.press('Control+End');
    await page.keyboard.type('dat');
    await page.evaluate(() => 1);
    await expect.poll(() => labels(page), SOON).toEqual(['data']);
    await fetch(url);
    // (twenty seconds in the page, and as many in the server, with work for each pair of letters)
    expect(performance.now() - began).toBeLessThan(10_000);
  }, 90_000);

  test('completes an import without running the module', async () => {
    shown = await suite.show(['', 'import sys\nprint("mine" in sys.modules)']);
    const { page } = shown;
    writeFileSync(join(shown.folder, 'mine.py'), 'total_of_mine = 1\n');
    await kernelReady(page);
    await choose(page, 'c2');
    await page.keyboard.press('Control+Enter');
    await outputs(page, 'c2').getByText('False').waitFor(SOON);
    await type(page, 'c1', 'from mine import total');
    await page.keyboard.press('Tab');
    await expect.poll(() => textOf(page, 'c1'), SOON).toBe('from mine import total_of_mine');
    await choose(page, 'c2');
    await page.keyboard.press('Control+Enter');
    await page.getByText('[2]').waitFor(SOON);
    expect((await outputs(page, 'c2').innerText()).trim()).toBe('False');
  }, 90_000);

  test('columns in subscripts and methods, local paths, also while the kernel is busy', async () => {
    shown = await suite.show([
      'import pandas as pd\ndf = pd.DataFrame({"height": [1], "weight": [2], "team": ["a"]})',
      '',
      'import time\ntime.sleep(40)',
    ]);
    const { page } = shown;
    mkdirSync(join(shown.folder, 'data'));
    writeFileSync(join(shown.folder, 'data', 'rows.csv'), 'a\n1\n');
    await kernelReady(page);
    await choose(page, 'c1');
    await page.keyboard.press('Shift+Enter');
    await expect.poll(() => cell(page, 'c1').locator('.count').innerText(), SOON).toBe('[1]');
    await type(page, 'c2', 'df["');
    await expect.poll(() => labels(page), SOON).toEqual(['height', 'weight', 'team']);
    await page.keyboard.type('w');
    await expect.poll(() => labels(page), SOON).toEqual(['weight']);
    await shoot(page, 'completion-columns');
    await page.keyboard.press('Tab');
    await expect.poll(() => textOf(page, 'c2')).toBe('df["weight"]');
    await choose(page, 'c3');
    await page.keyboard.press('Control+Enter');
    await page.locator('.kernel-busy').waitFor(SOON);
    // on a busy machine the first answer may come too late to be shown
    const typed = async (text: string) => {
      await write(page, 'c2', '');
      await type(page, 'c2', text);
      await page.waitForTimeout(2000);
      return labels(page);
    };
    await expect.poll(() => typed('df.query("weight > 1").groupby("te'), SOON).toEqual(['team']);
    await page.keyboard.press('Escape');
    await write(page, 'c2', '');
    await type(page, 'c2', 'open("da');
    await expect.poll(() => labels(page), SOON).toEqual(['data/']);
    await page.keyboard.press('Tab');
    await type(page, 'c2', 'r');
    // the quote that was closed stands behind the cursor
    await page.keyboard.press('Escape');
    const completed = async (text: string) => {
      await write(page, 'c2', text);
      await page.keyboard.press('Tab');
      await page.waitForTimeout(2000);
      return textOf(page, 'c2');
    };
    await expect.poll(() => completed('df.gro'), SOON).toBe('df.groupby');
  }, 120_000);

  test('shows the signature while arguments are typed, facts on hover', async () => {
    shown = await suite.show([
      'def area(width, height=2):\n    """The area of a field."""\n    return width * height\n\nfield = area(3)',
      '',
    ]);
    const { page } = shown;
    await runAll(page, 1);
    await expect.poll(() => cell(page, 'c1').locator('.count').innerText(), SOON).toBe('[1]');
    await type(page, 'c2', 'area(1, ');
    await expect.poll(() => page.locator('.signature').innerText(), SOON).toContain('area(width, height=2)');
    await expect.poll(() => page.locator('.signature b').innerText(), SOON).toBe('height=2');
    expect(await page.locator('.signature').innerText()).toContain('The area of a field.');
    expect(await seriousViolations(page)).toEqual([]);
    await shoot(page, 'signature');
    await page.keyboard.press('Escape');
    await page.locator('.signature').waitFor({ state: 'detached' });
    await write(page, 'c2', 'field');
    await cell(page, 'c2')
      .locator('.cm-line')
      .hover({ position: { x: 14, y: 8 } });
    await page.locator('.facts-card', { hasText: 'field: int' }).waitFor(SOON);
    expect(await page.locator('.facts-card').innerText()).toContain('set or changed by cell 1, line 5');
    await shoot(page, 'hover-facts');
  }, 90_000);

  test('goes to definitions: in the notebook, in a module beside it, in a library; lists uses; renames', async () => {
    shown = await suite.show([
      'import shop\nimport json\nprice = 3',
      'cost = price * 2\nprint(price)',
      'shop.sell(cost)\njson.dumps(cost)',
    ]);
    const { page } = shown;
    writeFileSync(
      join(shown.folder, 'shop.py'),
      "# a shop\n\ndef sell(what):\n    return what\n\nopen('ran', 'w')\n",
    );
    await kernelReady(page);
    const at = async (id: string, text: string) => {
      const source = await textOf(page, id);
      await cell(page, id).locator('.cm-content').click();
      await page.keyboard.press('Control+Home');
      for (let n = source.indexOf(text) + 1; n > 0; n -= 1) await page.keyboard.press('ArrowRight');
    };
    await at('c2', 'price');
    await page.keyboard.press('F12');
    await expect.poll(() => cell(page, 'c1').getAttribute('class'), SOON).toContain('active');
    await at('c2', 'price');
    await page.keyboard.press('Shift+F12');
    await page.getByRole('dialog', { name: 'Uses of price' }).waitFor(SOON);
    expect(await page.locator('.uses-card button').allInnerTexts()).toHaveLength(3);
    await checkAtWidths(page, 'uses', undefined, () => page.waitForTimeout(300));
    await page.setViewportSize({ width: 1200, height: 900 });
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => cell(page, 'c2').getAttribute('class'), SOON).toContain('active');
    await at('c2', 'price');
    await page.keyboard.press('F2');
    await page.getByLabel('New name of price').fill('cost');
    await page.keyboard.press('Enter');
    await page.locator('.rename-card', { hasText: 'has a variable cost already' }).waitFor(SOON);
    await shoot(page, 'rename');
    await page.getByLabel('New name of price').fill('value');
    await page.keyboard.press('Enter');
    await expect.poll(() => textOf(page, 'c2'), SOON).toBe('cost = value * 2\nprint(value)');
    expect(await textOf(page, 'c1')).toContain('value = 3');
    await at('c3', 'dumps');
    await page.keyboard.press('F12');
    await page.getByRole('dialog', { name: 'Source of a library' }).getByText('def dumps').waitFor(SOON);
    await shoot(page, 'library-source');
    await page.keyboard.press('Escape');
    await at('c3', 'sell');
    await page.keyboard.press('F12');
    await page.locator('.file-document').getByText('def sell').waitFor(SOON);
    // nothing of the folder has been run for this
    expect(existsSync(join(shown.folder, 'ran'))).toBe(false);
  }, 120_000);

  test('asks for nothing while one types, if the person wants so; outputs are not needed', async () => {
    shown = await suite.show(['value = 1', '']);
    const { page } = shown;
    await page.keyboard.press('Control+,');
    await page.getByLabel('Completions and signatures while typing').uncheck();
    await page.keyboard.press('Escape');
    await type(page, 'c2', 'val');
    await page.waitForTimeout(800);
    expect(await labels(page)).toEqual([]);
    await page.keyboard.press('Tab');
    await expect.poll(() => textOf(page, 'c2'), SOON).toBe('value');
    await page.keyboard.press('Control+Enter');
    expect(await outputs(page, 'c2').count()).toBeLessThanOrEqual(1);
    await page.keyboard.press('Control+,');
    await page.getByLabel('Completions and signatures while typing').check();
    await page.keyboard.press('Escape');
  }, 60_000);
});
