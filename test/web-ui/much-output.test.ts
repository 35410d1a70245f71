/** Outputs and texts too long for a page: the page shows a part, says so, and goes on. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { notebookText } from '../cli/sluice.ts';
import { findChromium, shoot } from './browser.ts';
import { cell, outputs, runAll } from './notebook-page.ts';
import { pageSuite } from './page-suite.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

/** A notebook with a Markdown text and a code cell. */
function withText(markdown: string): string {
  const notebook = JSON.parse(notebookText(['1 + 1'])) as { cells: object[] };
  notebook.cells.unshift({ cell_type: 'markdown', id: 'm1', metadata: {}, source: markdown });
  return JSON.stringify(notebook);
}

describe.skipIf(findChromium() === null)('much output', () => {
  const suite = pageSuite();

  test('what is left out is said between the beginning and the end, and can be had in a file', async () => {
    const code = 'print("a line\\n" * 500_000)\ndisplay("the end")';
    const { page, folder } = await suite.show([code]);
    await runAll(page, 1);
    const note = outputs(page, 'c1').locator('.left-out');
    await note.waitFor({ timeout: 60_000 });
    await page.waitForSelector('.kernel-idle', { timeout: 60_000 });
    expect(await note.textContent()).toMatch(/^… 1\.0 MB left out here\. …/);
    await note.scrollIntoViewIfNeeded();
    await shoot(page, 'left-out');
    await note.locator('button').click();
    await page.waitForSelector('text=All of it is in', { timeout: 60_000 });
    const all = readFileSync(join(folder, '.sluice', 'book.ipynb.outputs', 'c1.txt'), 'utf8').split('\n');
    expect(all.slice(-3)).toEqual(['', "'the end'", '']);
    expect(all).toHaveLength(500_003);
    await shoot(page, 'left-out-in-a-file');
  });

  test('a hundred thousand backspaces take as long as as many letters', async () => {
    const { page } = await suite.show(['print("a" * 100_000 + "\\b" * 99_990 + "end", end="")']);
    await runAll(page, 1);
    await outputs(page, 'c1').locator('.stream').waitFor();
    expect(await outputs(page, 'c1').locator('.stream').textContent()).toBe(`${'a'.repeat(10)}end`);
  });

  test.each([
    ['formulas that nothing closes', '\\\\['.repeat(30_000)],
    ['brackets', '['.repeat(60_000)],
    ['a formula nested deeper than the stack', `$${'{'.repeat(20_000)}${'}'.repeat(20_000)}$`],
  ])('%s do not hold the page', async (_, markdown) => {
    const { page } = await suite.show(withText(markdown));
    await cell(page, 'm1').locator('.markdown').waitFor();
    await runAll(page, 1);
    await outputs(page, 'c1').locator('.output').waitFor();
    expect(await outputs(page, 'c1').textContent()).toContain('2');
  });
});
