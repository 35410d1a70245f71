import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseNotebook } from '../../runtime/documents/index.ts';
import { seriousViolations } from './axe.ts';
import { findChromium, shoot } from './browser.ts';
import { cell, choose, kernelReady, outputs } from './notebook-page.ts';
import { pageSuite } from './page-suite.ts';

const CELLS = [
  'rows = [3, 1, 2]',
  'noise = 5',
  'rows.sort()\nlabel = "x"',
  'total = sum(rows)',
  'print(total + noise)',
];

describe.skipIf(findChromium() === null)('slices and scripts', () => {
  const suite = pageSuite();

  test('the slices of a variable light up with evidence, and its script is gathered', async () => {
    const shown = await suite.show(CELLS);
    const { page, folder } = shown;
    await kernelReady(page);
    await page.getByLabel('Run all cells').click();
    await outputs(page, 'c5').getByText('11').waitFor({ timeout: 20_000 });
    await page.getByLabel('Variables', { exact: true }).click();
    await page.locator('.variable', { hasText: 'rows' }).click();
    await expect.poll(() => cell(page, 'c1').getAttribute('class')).toContain('slice-needed');
    expect(await cell(page, 'c3').getAttribute('class')).toContain('slice-needed');
    expect(await cell(page, 'c2').getAttribute('class')).toContain('slice-outside');
    expect(await cell(page, 'c4').getAttribute('class')).toContain('slice-affected');
    expect(await cell(page, 'c5').getAttribute('class')).toContain('slice-affected');
    expect(await cell(page, 'c3').locator('.in-slice').allInnerTexts()).toEqual(['rows.sort()']);
    const first = page.locator('.slice-cells.needed li', { hasText: 'rows = [3' });
    await first.hover();
    await first.getByText('why').click();
    await expect
      .poll(() => page.locator('.evidence').innerText())
      .toMatch(/rows\s+was written by\s+cell 1 \(run 1\), line 1/);
    await page.getByText('Gather and verify').click();
    await page.locator('.badge', { hasText: 'verified' }).waitFor({ timeout: 60_000 });
    const script = await page.locator('.script-text').innerText();
    expect(script).toContain('rows.sort()');
    expect(script).not.toContain('label');
    await shoot(page, 'variable-slice');
    expect(await seriousViolations(page)).toEqual([]);
    await page.getByText('Save as notebook').click();
    await page.keyboard.press('Enter');
    await expect.poll(() => readdirSync(folder)).toContain('book-rows.ipynb');
    const saved = parseNotebook(readFileSync(join(folder, 'book-rows.ipynb'), 'utf8'), 'x');
    expect(saved.cells.filter(({ type }) => type === 'code').map(({ source }) => source)).toEqual([
      'rows = [3, 1, 2]',
      'rows.sort()',
    ]);
    // never over a file that is there
    await page.getByText('Save as notebook').click();
    await page.keyboard.press('Enter');
    await page.getByText('book-rows.ipynb exists already').waitFor();
    await page.getByLabel('Name of the file').fill('other.ipynb');
    await page.keyboard.press('Enter');
    await expect.poll(() => readdirSync(folder)).toContain('other.ipynb');
    // the refusal is an answer with an error's status
    shown.errors.splice(0);
  }, 120_000);

  test('what a variable needs and affects is the same when everything has run again', async () => {
    const frame = 'df = pd.DataFrame({"a": [1, 2, 3]})';
    const { page } = await suite.show([
      'import pandas as pd',
      frame,
      'good = df[df.a > 1]',
      'k = df.a.sum()',
      'k',
    ]);
    await kernelReady(page);
    for (const count of ['5', '10']) {
      await page.getByLabel('Run all cells').click();
      await expect
        .poll(() => cell(page, 'c5').locator('.count').innerText(), { timeout: 20_000 })
        .toContain(count);
    }
    await kernelReady(page);
    await page.getByLabel('Variables', { exact: true }).click();
    await page.locator('.variable', { hasText: /^k/ }).click();
    await expect.poll(() => cell(page, 'c5').getAttribute('class')).toContain('slice-affected');
    expect(await cell(page, 'c3').getAttribute('class')).toContain('slice-outside');
    expect(await cell(page, 'c2').locator('.in-slice').allInnerTexts()).toEqual([frame]);
  });

  test('a script is shrunk with word of how far it is, and that can be cut short', async () => {
    const { page } = await suite.show([
      'import time',
      'parts = []',
      'for n in range(3):\n    parts.append(n)',
      'extra = parts.count(7)\nshown = parts[:2]',
      'time.sleep(1.5)\nprint(shown, extra)',
    ]);
    await kernelReady(page);
    await page.getByLabel('Run all cells').click();
    await outputs(page, 'c5').getByText('[0, 1] 0').waitFor({ timeout: 20_000 });
    await choose(page, 'c5');
    await page.keyboard.press('g');
    await page.getByRole('button', { name: 'Minimize' }).click();
    await page.getByText(/^Minimizing: script 1, /).waitFor({ timeout: 60_000 });
    await shoot(page, 'minimizing');
    await page.getByRole('button', { name: 'Enough' }).click();
    await page.getByText(/^(not )?minimized/).waitFor({ timeout: 60_000 });
    await page.locator('.badge', { hasText: 'verified' }).waitFor();
    await page.getByText('Gather and verify').click();
    await page.getByText('Verifying in a new kernel').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.locator('.badge').waitFor({ state: 'detached', timeout: 30_000 });
    expect(await page.locator('.script-text').innerText()).toContain('parts = []');
  }, 180_000);
});
