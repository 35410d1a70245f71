/** What helps in a long notebook: headings that fold, the outline, the graph in a column, a search in outputs; tags of a cell. */

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { seriousViolations } from './axe.ts';
import { findChromium, shoot } from './browser.ts';
import { cell, choose, ids, kernelReady, outputs } from './notebook-page.ts';
import { pageSuite } from './page-suite.ts';

const SOON = { timeout: 20_000 };
const code = (id: string, source: string) => ({
  id,
  cell_type: 'code',
  metadata: {},
  source,
  outputs: [],
  execution_count: null,
});
const text = (id: string, source: string) => ({ id, cell_type: 'markdown', metadata: {}, source });

function book(cells: readonly object[]): string {
  const metadata = { kernelspec: { name: 'python3', display_name: 'Python 3', language: 'python' } };
  return JSON.stringify({ cells, metadata, nbformat: 4, nbformat_minor: 5 });
}

describe.skipIf(findChromium() === null)('a long notebook', () => {
  const suite = pageSuite();

  test('folds its headings, lists failures in the outline, and says to screen readers where a cell is', async () => {
    const { page, file } = await suite.show(
      book([
        text('h1', '# First'),
        code('c1', 'x = 1'),
        text('h2', '## Inner'),
        code('c2', '1 / 0'),
        text('h3', '# Second'),
        code('c3', 'for row in range(3): pass\nx'),
        text('h4', '# Third'),
        code('c4', 'assert x > 1'),
        text('h5', '# Last'),
        code('c5', 'x'),
      ]),
    );
    await kernelReady(page);
    await choose(page, 'c1');
    for (const id of ['c1', 'c2', 'c4', 'c3']) {
      await choose(page, id);
      await page.keyboard.press('Control+Enter');
    }
    await outputs(page, 'c3').getByText('1').waitFor(SOON);
    expect(await cell(page, 'c2').getAttribute('aria-label')).toBe('cell 2, code, 4 of 10, failed');
    expect(await cell(page, 'c3').getAttribute('aria-label')).toBe(
      'cell 3, code, 6 of 10, up to date, selected',
    );
    expect(await cell(page, 'h1').getAttribute('aria-label')).toBe('Markdown cell, 1 of 10');
    await page.getByRole('button', { name: 'Outline', exact: true }).click();
    await page.locator('.outline').getByText('cell 2: ZeroDivisionError').waitFor(SOON);
    // an error without words has no colon, and a part in which nothing has run says so
    await page.locator('.outline').getByText('cell 4: AssertionError', { exact: true }).waitFor(SOON);
    const last = page.locator('.outline').getByRole('button', { name: 'Last 1 not run' });
    await last.waitFor(SOON);
    expect(await seriousViolations(page)).toEqual([]);
    await cell(page, 'h1').hover();
    await page.getByLabel('Fold 3 cells below this heading').click();
    await expect.poll(() => ids(page), SOON).toEqual(['h1', 'h3', 'c3', 'h4', 'c4', 'h5', 'c5']);
    await expect
      .poll(() => readFileSync(file, 'utf8').includes('jp-MarkdownHeadingCollapsed'), SOON)
      .toBe(true);
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => page.locator('.cell.active').getAttribute('id')).toBe('cell-h3');
    await shoot(page, 'folded-heading');
    // what leads into the fold opens it
    await page.locator('.outline').getByText('cell 2: ZeroDivisionError').click();
    await expect.poll(async () => (await ids(page)).length, SOON).toBe(10);
    await page.getByRole('button', { name: 'Variables', exact: true }).click();
    await page.getByText('Variables of loops').waitFor(SOON);
    expect(await page.locator('.variables > ul').innerText()).not.toContain('row');
  }, 60_000);

  test('is searched in its outputs too; a cell gets tags and metadata', async () => {
    const { page, file } = await suite.show([
      'print("a needle here")',
      'import pandas as pd\npd.DataFrame({"column": ["needle", "hay"]})',
      'needle = 1',
    ]);
    await kernelReady(page);
    await page.getByLabel('Run all cells').click();
    await outputs(page, 'c2').getByText('hay').waitFor({ timeout: 40_000 });
    await choose(page, 'c1');
    await page.keyboard.press('f');
    await page.getByLabel('Find', { exact: true }).fill('needle');
    await page.locator('.found').getByText('3', { exact: true }).waitFor();
    await page.getByLabel('Outputs').check();
    await page.locator('.found').getByText('5', { exact: true }).waitFor(SOON);
    for (const cellId of ['c1', 'c1', 'c2', 'c2', 'c3']) {
      await page.getByRole('button', { name: 'Next' }).click();
      await expect.poll(() => page.locator('.cell.active').getAttribute('id')).toBe(`cell-${cellId}`);
    }
    expect(await page.evaluate(() => CSS.highlights.get('found-place')?.size)).toBe(2);
    await shoot(page, 'find-in-outputs');
    await page.keyboard.press('Escape');
    await choose(page, 'c3');
    await page.keyboard.press('p');
    await page.getByRole('combobox', { name: 'Command' }).fill('tags and');
    await page.keyboard.press('Enter');
    await page.getByLabel('Add a tag').fill('parameters');
    await page.keyboard.press('Enter');
    await page.locator('.tags').getByText('parameters').waitFor();
    const metadata = () => JSON.parse(readFileSync(file, 'utf8')).cells[2].metadata;
    await expect.poll(metadata, SOON).toEqual({ tags: ['parameters'] });
    await page.getByLabel('Metadata as JSON').fill('{"a": ');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('This is not JSON').waitFor();
    await page.getByLabel('Metadata as JSON').fill('{"a": 1}');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect.poll(metadata, SOON).toEqual({ a: 1 });
    expect(await seriousViolations(page)).toEqual([]);
    await shoot(page, 'cell-panel');
  }, 90_000);

  test('has its graph in a column with readable names, imports aside', async () => {
    const cells = Array.from(
      { length: 80 },
      (_, n) => `v${n} = ${n < 2 ? n : `v${n - 1} + v${Math.floor(n / 3)} + 1000000000`}`,
    );
    const { page } = await suite.show(['import math', ...cells]);
    await choose(page, 'c9');
    await page.keyboard.press('t');
    await page
      .locator('.graph .row')
      .nth(80)
      .waitFor({ state: 'attached', ...SOON });
    await page.getByText('only imports and sets options').waitFor();
    const [chosen] = await page.locator('.graph .chosen-row text').all();
    const size = await chosen!.evaluate((one) => one.getBoundingClientRect().height);
    expect(size).toBeGreaterThan(9);
    expect(await page.locator('.graph .node.near').count()).toBeGreaterThan(1);
    expect(await page.locator('.bow-text').first().textContent()).toMatch(/^v\d+/);
    // names of bows stand beside the text of a box, not over it
    const overlaps = await page.evaluate(() => {
      const rows = [...document.querySelectorAll('.graph .row text')].map((one) =>
        one.getBoundingClientRect(),
      );
      return [...document.querySelectorAll('.bow-text')].filter((name) => {
        const { left, top, bottom } = name.getBoundingClientRect();
        return rows.some(
          (row) => row.top < bottom && row.bottom > top && row.right > left && row.left < left,
        );
      }).length;
    });
    expect(overlaps).toBe(0);
    expect(await seriousViolations(page)).toEqual([]);
    await shoot(page, 'graph-column');
  }, 60_000);
});
