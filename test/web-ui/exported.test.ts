/** Exports from the page's menu, and explained pages from disk, offline, in a real Chromium. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Folder, makeFolder, notebookText, sluice } from '../cli/sluice.ts';
import { seriousViolations } from './axe.ts';
import { findChromium, launch, shoot } from './browser.ts';
import { kernelReady, runAll, type Shown } from './notebook-page.ts';
import { pageSuite } from './page-suite.ts';

const SOURCES = [
  'import html\nbase = 20\nother = 1',
  'doubled = base * 2\nunused = other',
  'print("not needed")',
  'doubled + 2',
  'class Styled:\n    def _repr_html_(self):\n        return "<style>b{color:red}</style><b>styled</b>" + "<p>line</p>" * 20\nStyled()',
  `class Drawn:
    def _repr_html_(self):
        return '''<div id="d" style="height:300px"></div><script>
try { d.textContent = parent.document.title } catch { d.textContent = 'drawn apart' }</script>'''
Drawn()`,
];

describe.skipIf(findChromium() === null)('the menu of exports', () => {
  const suite = pageSuite();
  let shown: Shown;

  test('downloads an explained page of the runs so far', async () => {
    shown = await suite.show(SOURCES.slice(0, 4));
    const { page } = shown;
    await kernelReady(page);
    await runAll(page, 4);
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menu', { name: 'Export' }).waitFor();
    expect(await seriousViolations(page)).toEqual([]);
    await shoot(page, 'export-menu');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Explained page (HTML)' }).click(),
    ]);
    const text = readFileSync(await download.path(), 'utf8');
    expect(download.suggestedFilename()).toMatch(/\.explained\.html$/);
    const data = JSON.parse(/id="explained">(.*?)<\/script>/s.exec(text)![1]!);
    expect(data.needs[4]).toEqual([
      [1, [2]],
      [2, [1]],
      [4, [1]],
    ]);
  }, 90_000);
});

describe.skipIf(findChromium() === null)('an explained page', () => {
  let folder: Folder;
  let file: string;
  beforeAll(async () => {
    folder = makeFolder();
    const notebook = folder.write('n.ipynb', notebookText(SOURCES));
    file = join(folder.path, 'n.html');
    const python = process.env.SLUICE_TEST_PYTHON;
    const own = python === undefined ? [] : ['--python', python];
    const { code, stderr } = await sluice(['export', notebook, '--to', 'explained', ...own, '-o', file]);
    expect({ code, stderr }).toMatchObject({ code: 0 });
  }, 120_000);
  afterAll(() => folder.remove());

  async function offline(
    options: Readonly<{ colorScheme?: 'light' | 'dark'; width?: number }>,
    action: (page: Page) => Promise<void>,
  ): Promise<void> {
    const { colorScheme = 'light', width = 1440 } = options;
    const browser = await launch();
    try {
      const context = await browser.newContext({
        colorScheme,
        offline: true,
        viewport: { width, height: 900 },
      });
      const page = await context.newPage();
      const errors: string[] = [];
      page.on('pageerror', ({ message }) => errors.push(message));
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      await page.goto(pathToFileURL(file).href);
      await action(page);
      expect(errors).toEqual([]);
      expect(asked.filter((url) => !/^(?:file|data|about|blob):/.test(url))).toEqual([]);
    } finally {
      await browser.close();
    }
  }

  const lit = (page: Page, cell: number) =>
    page
      .locator(`#cell-${cell} .line.needed`)
      .evaluateAll((lines) => lines.map((line) => line.textContent!.trim()));

  test('lights up the lines that made an output, and says why', async () => {
    expect(statSync(file).size).toBeLessThan(100_000);
    await offline({}, async (page) => {
      await page.locator('#cell-4 .outputs').hover();
      expect([await lit(page, 1), await lit(page, 2), await lit(page, 3)]).toEqual([
        ['base = 20'],
        ['doubled = base * 2'],
        [],
      ]);
      const side = page.locator('.why');
      await side.getByText('Cell 4 needs 2 other cells, 3 of').waitFor();
      await side.getByText('uses doubled (line 1, read in line 1)').waitFor();
      await page.locator('#cell-3 pre').first().hover();
      expect(await page.locator('.line.needed').count()).toBe(0);
    });
  }, 60_000);

  test('keeps an explanation when asked, with its graph and script', async () => {
    await offline({ colorScheme: 'dark' }, async (page) => {
      await page.locator('#cell-4 .ask').focus();
      await page.keyboard.press('Enter');
      await page.getByRole('tab', { name: 'Script' }).click();
      await page.locator('.why pre').getByText('doubled = base * 2').waitFor();
      expect(await page.locator('.why pre').innerText()).not.toContain('unused');
      await page.getByRole('tab', { name: 'Graph' }).click();
      expect(await page.locator('.arcs path.on').count()).toBe(2);
      // the arc itself, and not its box
      await page.locator('.arcs path.area').first().dispatchEvent('pointerenter');
      await page
        .locator('.why')
        .getByText('cell 2 uses base (line 2 → line 1), other (line 3 → line 2) of cell 1')
        .waitFor();
      expect(await seriousViolations(page)).toEqual([]);
      await shoot(page, 'explained-dark');
      await page.keyboard.press('Escape');
      expect(await page.locator('.line.needed').count()).toBe(0);
    });
  }, 60_000);

  test('shows HTML with styles and with scripts in frames of their height', async () => {
    await offline({ width: 600 }, async (page) => {
      const height = (frame: string) => page.locator(frame).evaluate((element) => element.clientHeight);
      await expect.poll(() => height('#cell-5 iframe')).toBeGreaterThan(300);
      await expect.poll(() => height('#cell-6 iframe')).toBeGreaterThan(300);
      await shoot(page, 'explained-narrow');
      await page.frameLocator('#cell-6 iframe').getByText('drawn apart').waitFor();
    });
  }, 60_000);
});
