import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseNotebook } from '../../runtime/documents/index.ts';
import { notebookText } from '../cli/sluice.ts';
import { seriousViolations } from './axe.ts';
import { findChromium, shoot } from './browser.ts';
import { cell, choose, ids, kernelReady, outputs, type Shown, write } from './notebook-page.ts';
import { pageSuite } from './page-suite.ts';

const SOON = { timeout: 8_000 };
describe.skipIf(findChromium() === null)('tools of a notebook', () => {
  const suite = pageSuite();
  let shown: Shown;

  const sources = (): string[] =>
    parseNotebook(readFileSync(shown.file, 'utf8'), 'x').cells.map((one) => one.source);

  test('Tab completes and Shift+Tab inspects with the kernel', async () => {
    shown = await suite.show(['import json', 'x']);
    const { page } = shown;
    await kernelReady(page);
    await choose(page, 'c1');
    await page.keyboard.press('Shift+Enter');
    await cell(page, 'c1').locator('.state-settled').waitFor({ state: 'attached', timeout: 30_000 });
    await write(page, 'c2', "ä = '𝒳'; json.dum");
    await page.keyboard.press('Tab');
    await page.locator('.cm-tooltip-autocomplete').getByText('dumps').waitFor({ timeout: 10_000 });
    await shoot(page, 'completion');
    // keys go to the text, not to the list, until the list has been there for a moment
    await page.waitForTimeout(200);
    await page.keyboard.press('ArrowDown');
    await page.locator('.cm-tooltip-autocomplete [aria-selected]').getByText('dumps').waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(sources, SOON).toEqual(['import json', "ä = '𝒳'; json.dumps"]);
    await page.keyboard.press('Shift+Tab');
    await page.locator('.inspection').getByText('Serialize').waitFor({ timeout: 10_000 });
    await shoot(page, 'inspection');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.type('y');
    await expect.poll(() => sources()[1], SOON).toBe("ä = '𝒳'; json.dumps\n    y");
  }, 60_000);

  test('Shift+Tab in an indentation or a selection dedents', async () => {
    shown = await suite.show(['if True:\n        x = 1\n        y = 2']);
    const { page } = shown;
    await cell(page, 'c1').locator('.cm-content').click();
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+Tab');
    await expect.poll(sources, SOON).toEqual(['if True:\n        x = 1\n    y = 2']);
    await page.keyboard.press('Shift+ArrowUp');
    await page.keyboard.press('Shift+Tab');
    await expect.poll(sources, SOON).toEqual(['if True:\n    x = 1\ny = 2']);
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Shift+Tab');
    await expect.poll(sources, SOON).toEqual(['if True:\n    x = 1\ny = 2']);
    expect(await page.locator('.inspection').count()).toBe(0);
  }, 60_000);

  test('formats with the formatter of the kernel, and links to a cell', async () => {
    const tools = "import sys; sys.path.append('tools')";
    shown = await suite.show(['x=1', tools]);
    const { page } = shown;
    const command = async (title: string) => {
      await choose(page, 'c1');
      await page.keyboard.press('p');
      await page.keyboard.type(title);
      await page.keyboard.press('Enter');
    };
    await kernelReady(page);
    await command('format');
    await page.getByText('neither black nor ruff').waitFor({ timeout: 20_000 });
    // stands in for the formatter, which the kernel's environment does not have; the notebook's own folder is not looked at
    const formatter = "import sys\nprint(sys.stdin.read().replace('=', ' = '))";
    mkdirSync(join(shown.folder, 'tools'));
    for (const folder of ['', 'tools']) writeFileSync(join(shown.folder, folder, 'black.py'), formatter);
    await command('format');
    await page.getByText('neither black nor ruff').waitFor({ timeout: 20_000 });
    await choose(page, 'c2');
    await page.keyboard.press('Control+Enter');
    await kernelReady(page);
    await command('format');
    await expect.poll(sources, { timeout: 20_000 }).toEqual(['x = 1', tools]);
    await choose(page, 'c1');
    await page.keyboard.press('z');
    await expect.poll(sources, SOON).toEqual(['x=1', tools]);
    await page.keyboard.press('Control+,');
    await page.getByLabel('Format cells when saving').check();
    await page.keyboard.press('Escape');
    await write(page, 'c1', 'y=2');
    await page.keyboard.press('Control+s');
    await expect.poll(sources, { timeout: 20_000 }).toEqual(['y = 2', tools]);
    await page.keyboard.press('Control+,');
    await page.getByLabel('Format cells when saving').uncheck();
    await page.keyboard.press('Escape');
    await command('copy a link');
    await expect.poll(() => new URL(page.url()).hash).toBe('#c1');
  }, 60_000);

  test('the palette finds commands, the sheet shows keys', async () => {
    shown = await suite.show(['1', '2']);
    const { page } = shown;
    await choose(page, 'c1');
    await page.keyboard.press('p');
    await page.keyboard.type('insert above');
    await shoot(page, 'palette');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await ids(page)).length).toBe(3);
    // a title that begins as typed comes before others with the word
    await page.keyboard.press('p');
    for (const [typed, title] of [
      ['console', 'Console on the kernel'],
      ['run', 'Run'],
      ['delete', 'Delete'],
    ]) {
      await page.getByLabel('Command', { exact: true }).fill(typed!);
      expect(await page.getByRole('option').first().locator('.title').innerText()).toBe(title);
    }
    await page.keyboard.press('Escape');
    await page.keyboard.press('h');
    await page.getByText('Run and select below').waitFor();
    await shoot(page, 'shortcuts');
    expect(await seriousViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.locator('dialog').waitFor({ state: 'detached' });
  }, 60_000);

  test('find and replace in all cells, undone as one; the bar covers nothing', async () => {
    shown = await suite.show(['alpha = 1', 'print(alpha)', 'Alpha']);
    const { page } = shown;
    await choose(page, 'c1');
    await page.keyboard.press('f');
    await page.keyboard.type('alpha');
    await page.locator('.found', { hasText: '3' }).waitFor();
    await page.getByTitle('Match case').click();
    await page.locator('.found', { hasText: '2' }).waitFor();
    await page.getByLabel('Replace with').fill('beta');
    await shoot(page, 'find');
    for (const width of [1400, 420]) {
      await page.setViewportSize({ width, height: 800 });
      await page.getByText('Next', { exact: true }).click();
      const bar = await page.locator('.find-bar').boundingBox();
      const place = await page.locator('.found-current').boundingBox();
      expect(place!.y).toBeGreaterThan(bar!.y + bar!.height);
    }
    await page.getByText('Replace all').click();
    await page.locator('.found', { hasText: '2 replaced' }).waitFor();
    await expect.poll(sources, SOON).toEqual(['beta = 1', 'print(beta)', 'Alpha']);
    await page.getByLabel('Find', { exact: true }).press('Escape');
    await choose(page, 'c1');
    await page.keyboard.press('z');
    await expect.poll(sources, SOON).toEqual(['alpha = 1', 'print(alpha)', 'Alpha']);
  }, 60_000);

  test('cells are dragged, collapsed, and found by the outline', async () => {
    const text = notebookText(['first = 1', 'print("shown")', 'third = 3']);
    const json = JSON.parse(text);
    json.cells.push({ cell_type: 'markdown', id: 'c4', metadata: {}, source: '# Heading *one*\n\n$a^2$' });
    shown = await suite.show(JSON.stringify(json));
    const { page } = shown;
    const handle = cell(page, 'c1').locator('.drag-handle');
    const [from, to] = [await handle.boundingBox(), await cell(page, 'c3').boundingBox()];
    await page.mouse.move(from!.x + 3, from!.y + 10);
    await page.mouse.down();
    await page.mouse.move(from!.x + 3, to!.y + to!.height - 2, { steps: 5 });
    await page.mouse.up();
    await expect.poll(() => ids(page)).toEqual(['c2', 'c3', 'c1', 'c4']);
    await choose(page, 'c2');
    await page.keyboard.press('Control+Enter');
    await outputs(page, 'c2').getByText('shown').waitFor({ timeout: 30_000 });
    await page.keyboard.press('o');
    await page.getByText('Outputs are collapsed').waitFor();
    await expect
      .poll(() => parseNotebook(readFileSync(shown.file, 'utf8'), 'x').cells[0]!.metadata, SOON)
      .toEqual({ jupyter: { outputs_hidden: true } });
    await page.keyboard.press('o');
    await outputs(page, 'c2').getByText('shown').waitFor();
    await page.getByLabel('Outline').click();
    await page.locator('.outline').getByText('Heading one').click();
    expect(await cell(page, 'c4').getAttribute('class')).toContain('active');
    await cell(page, 'c4').locator('.katex').waitFor();
    await shoot(page, 'outline');
  }, 60_000);

  test.each([
    [700, false],
    [1200, true],
    [1800, false],
  ])(
    'axe finds nothing serious at %i, dark: %s',
    async (width, dark) => {
      shown = await suite.show(readFileSync('samples/cleaning.ipynb', 'utf8'), { width, dark });
      const { page } = shown;
      await kernelReady(page);
      await page.waitForTimeout(500);
      expect(await seriousViolations(page)).toEqual([]);
      await shoot(page, `cleaning-${width}-${dark ? 'dark' : 'light'}`);
    },
    60_000,
  );
});
