/** Files beside notebooks in one page: tabs, editor, tables, pictures, what other programs do to them. */

import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parquetWriteFile } from 'hyparquet-writer';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { notebookText } from '../cli/sluice.ts';
import { seriousViolations } from './axe.ts';
import { findChromium, shoot } from './browser.ts';
import { cell, kernelReady, outputs, runAll } from './notebook-page.ts';
import { pageSuite } from './page-suite.ts';

const SOON = { timeout: 15_000 };

describe.skipIf(findChromium() === null)('files in the page', () => {
  const suite = pageSuite();

  /** Opens the panel of files and a file in it. */
  async function open(page: Page, name: string): Promise<void> {
    if ((await page.locator('.files').count()) === 0) await page.keyboard.press('Control+b');
    await page.locator('.files').getByText(name, { exact: true }).click();
  }
  const editor = (page: Page) => page.locator('.pane:not([hidden]) .text-editor .cm-content');
  const tab = (page: Page, name: string) => page.locator('.tab', { hasText: name });

  test('a module saved here makes a cell out of date; the tabs come back after a reload', async () => {
    const { page, folder } = await suite.show(['import helper\nprint(helper.VALUE)', 'print("other")']);
    writeFileSync(join(folder, 'helper.py'), 'VALUE = 1\r\n# kept\r\n');
    await runAll(page, 2);
    await outputs(page, 'c2').getByText('other').waitFor(SOON);
    await open(page, 'helper.py');
    await editor(page).waitFor(SOON);
    expect(await page.title()).toBe('helper.py — Sluice');
    await page.locator('.text-editor .tok-number').waitFor();
    await editor(page).getByText('VALUE').click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('End');
    await page.keyboard.type('23');
    await page.getByText('Not saved').waitFor();
    await page.locator('.unsaved-dot').waitFor();
    await shoot(page, 'documents-editor');
    // side by side with the notebook, which shows what becomes of its cells
    await page.getByLabel('Side by side').click();
    await cell(page, 'c1').waitFor();
    await editor(page).click();
    await page.keyboard.press('Control+s');
    await page.locator('.document-bar').getByText('Saved', { exact: true }).waitFor();
    expect(readFileSync(join(folder, 'helper.py'), 'utf8')).toBe('VALUE = 123\r\n# kept\r\n');
    await outputs(page, 'c1').getByText('123').waitFor(SOON);
    await shoot(page, 'documents-side-by-side');
    expect(await seriousViolations(page)).toEqual([]);
    await editor(page).click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('# a draft');
    await page.waitForTimeout(600);
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await tab(page, 'book.ipynb').waitFor(SOON);
    await editor(page).getByText('# a draft').waitFor(SOON);
    await page.getByText('Not saved').waitFor();
    await page.keyboard.press('Control+Shift+]');
    await page.keyboard.press('Control+Shift+]');
  }, 90_000);

  test('what other programs do to an open text is seen; nothing is overwritten without a question', async () => {
    const { page, folder, errors } = await suite.show(['1']);
    const file = join(folder, 'notes.md');
    writeFileSync(file, '# One\n\n$x^2$ and **two**\n');
    await open(page, 'notes.md');
    await editor(page).getByText('One').waitFor(SOON);
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.locator('.text-preview h1', { hasText: 'One' }).waitFor();
    await page.locator('.text-preview .katex').first().waitFor(SOON);
    writeFileSync(file, '# Changed elsewhere\n');
    await page.locator('.text-preview h1', { hasText: 'Changed elsewhere' }).waitFor(SOON);
    await editor(page).click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('mine');
    writeFileSync(file, '# Theirs\n');
    await page.getByText('has changed on the disk, and has unsaved text here').waitFor(SOON);
    await page.keyboard.press('Control+s');
    await page.waitForTimeout(500);
    expect(readFileSync(file, 'utf8')).toBe('# Theirs\n');
    await shoot(page, 'documents-changed');
    await page.getByRole('button', { name: 'Save mine over it' }).click();
    await page.locator('.document-bar').getByText('Saved', { exact: true }).waitFor();
    expect(readFileSync(file, 'utf8')).toBe('# Changed elsewhere\nmine');
    rmSync(file);
    await page.getByText('has been deleted on the disk').waitFor(SOON);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.locator('.document-bar').getByText('Saved', { exact: true }).waitFor();
    expect(existsSync(file)).toBe(true);
    errors.splice(0, errors.length, ...errors.filter((error) => !/40[049]|status of 4/.test(error)));
  }, 60_000);

  test('huge, binary, read-only and foreign texts are told in one sentence', async () => {
    const { page, folder, errors } = await suite.show(['1']);
    writeFileSync(join(folder, 'huge.log'), '2026-01-01 12:00:00 ERROR bad\n'.repeat(50_000));
    truncateSync(join(folder, 'huge.log'), 2_100_000_000);
    writeFileSync(join(folder, 'one-line.csv'), 'a');
    truncateSync(join(folder, 'one-line.csv'), 2_100_000_000);
    writeFileSync(join(folder, 'long.csv'), `a,b\n${'1,2\n'.repeat(2_000_001)}`);
    writeFileSync(join(folder, 'binary.txt'), Buffer.from([1, 0, 2, 0]));
    writeFileSync(join(folder, 'locked.toml'), '[a]\nb = 1\n');
    chmodSync(join(folder, 'locked.toml'), 0o444);
    writeFileSync(join(folder, 'latin.txt'), Buffer.from('caf\xe9', 'latin1'));
    writeFileSync(join(folder, "odd 'na%me&?#.yaml"), 'a: [1, 2]\n');
    await open(page, 'huge.log');
    await page.getByText(/The file has 2\.1 GB: its first 1\.0 MB are shown, read-only/).waitFor(SOON);
    await open(page, 'one-line.csv');
    await page.getByText('The first line has more than 32 MB: the file is no table.').waitFor(SOON);
    await open(page, 'long.csv');
    await page
      .getByText('The file has 8 MB: its first 2 million rows are shown.')
      .waitFor({ timeout: 30_000 });
    await open(page, 'binary.txt');
    await page.getByText('binary.txt is not a text file').waitFor(SOON);
    await open(page, 'locked.toml');
    await page.getByText('The file is read-only on the disk.').waitFor(SOON);
    await open(page, 'latin.txt');
    await page.getByText('The file is not UTF-8').waitFor(SOON);
    await editor(page).getByText('café').waitFor();
    await open(page, "odd 'na%me&?#.yaml");
    await editor(page).getByText('a: [1, 2]').waitFor(SOON);
    await page.reload();
    await editor(page).getByText('a: [1, 2]').waitFor(SOON);
    expect(await page.locator('.tab').count()).toBe(8);
    errors.splice(0, errors.length, ...errors.filter((error) => !error.includes('415')));
  }, 90_000);

  test('tables, pictures, HTML without scripts and another notebook open in tabs', async () => {
    const { page, folder, errors } = await suite.show(['own = 1\nprint("own")']);
    const lines = Array.from({ length: 500 }, (_, n) => `${n},${(n * 7) % 100},"a, ${n % 3}"`);
    writeFileSync(join(folder, 'data.csv'), `n,value,text\n${lines.join('\n')}\n`);
    writeFileSync(join(folder, 'lines.jsonl'), '{"a": 1, "b": {"c": 2}}\n{"a": null}\nnone\n');
    parquetWriteFile({
      filename: join(folder, 'data.parquet'),
      columnData: [
        { name: 'x', data: Float64Array.from({ length: 1000 }, (_, n) => n / 10), type: 'DOUBLE' },
        { name: 'word', data: Array.from({ length: 1000 }, (_, n) => `w${n % 7}`), type: 'STRING' },
      ],
    });
    writeFileSync(
      join(folder, 'drawing.svg'),
      '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"/>',
    );
    const script = '<script>document.body.append("it ran")</script>';
    writeFileSync(join(folder, 'page.html'), `<h1 style="color: red">A page</h1>${script}`);
    writeFileSync(join(folder, 'second.ipynb'), notebookText(['print("second")']));
    await open(page, 'data.csv');
    await page.getByText('CSV file, 500 × 3').waitFor(SOON);
    await page.locator('.histogram').first().waitFor();
    await page.locator('.table-header').getByText('value').click();
    await page.locator('.table-header').getByText('value ↑').click();
    await page.locator('.table-row .table-cell', { hasText: '99' }).first().waitFor();
    await shoot(page, 'documents-csv');
    await page.getByRole('button', { name: 'Text', exact: true }).click();
    await editor(page).getByText('n,value,text').waitFor(SOON);
    await open(page, 'data.parquet');
    await page.getByText('Parquet file, 1,000 × 2').waitFor(SOON);
    await page.getByText('w6').first().waitFor();
    await open(page, 'lines.jsonl');
    await page.getByText('One line is not JSON; the first is line 3.').waitFor(SOON);
    await open(page, 'drawing.svg');
    await page.locator('.picture-view img').waitFor(SOON);
    await open(page, 'page.html');
    const frame = page.frameLocator('.pane:not([hidden]) .page-frame');
    await frame.getByText('A page').waitFor(SOON);
    expect(await frame.getByText('it ran').count()).toBe(0);
    await page.getByRole('button', { name: 'Trust this page' }).click();
    await page.frameLocator('.with-scripts iframe').getByText('it ran').waitFor(SOON);
    await open(page, 'second.ipynb');
    const second = page.frameLocator('.notebook-frame');
    await second.locator('.kernel-idle').waitFor({ timeout: 30_000 });
    await second.locator('#cell-c1 .cm-content').click();
    await page.keyboard.press('Control+Enter');
    await second.locator('.outputs', { hasText: 'second' }).waitFor(SOON);
    await shoot(page, 'documents-second');
    await page.getByLabel('Close second.ipynb').click();
    await tab(page, 'book.ipynb').getByRole('link').click();
    await kernelReady(page);
    await cell(page, 'c1').waitFor();
    expect(await page.title()).toBe('book — Sluice');
    errors.splice(0, errors.length, ...errors.filter((error) => !error.includes('is sandboxed')));
  }, 120_000);

  test('a link in a text opens the file here, whole, also when its address was open before', async () => {
    const text = JSON.parse(notebookText(['1']));
    text.cells.unshift({
      cell_type: 'markdown',
      id: 'm1',
      metadata: {},
      source: '[all](data.csv), [some](latin.csv)',
    });
    const { page, folder, url } = await suite.show(JSON.stringify(text));
    const lines = Array.from({ length: 20_000 }, (_, n) => `${n},${'x'.repeat(40)}`);
    writeFileSync(join(folder, 'data.csv'), `n,text\n${lines.join('\n')}\n`);
    writeFileSync(join(folder, 'latin.csv'), Buffer.from('name;price\ncaf\xe9;1,5\nth\xe9;12\n', 'latin1'));
    const [raw] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('link', { name: 'all' }).click({ modifiers: ['Control'] }),
    ]);
    await raw.waitForURL(/files/);
    await raw.close();
    await page.getByRole('link', { name: 'all' }).click();
    await page.getByText('CSV file, 20,000 × 2').waitFor(SOON);
    expect(new URL(page.url()).pathname).toBe(
      new URL(url).pathname.replace(/notebooks(.*)book.ipynb/, 'edit$1data.csv'),
    );
    await tab(page, 'book.ipynb').getByRole('link').click();
    await page.getByRole('link', { name: 'some' }).click();
    await page.getByText('shown as Latin-1').waitFor(SOON);
    await page.getByRole('gridcell', { name: 'café' }).waitFor();
    await page.locator('.pane:not([hidden]) .table-header').getByText('price').click();
    const code = page.getByRole('button', { name: 'in a new cell' });
    expect(await code.getAttribute('title')).toContain(
      "pd.read_csv('latin.csv', sep=';', decimal=',', encoding='latin-1').sort_values('price')",
    );
  }, 60_000);

  test('files are made, searched, moved, selected together, downloaded as an archive', async () => {
    const { page, folder } = await suite.show(['1']);
    mkdirSync(join(folder, 'inner', 'deep'), { recursive: true });
    writeFileSync(join(folder, 'inner', 'deep', 'hidden-treasure.txt'), 'gold');
    for (const name of ['a.txt', 'c.txt', 'd.txt']) writeFileSync(join(folder, name), name);
    await page.keyboard.press('Control+b');
    await page.getByRole('button', { name: 'New file' }).click();
    await page.keyboard.type('made');
    await page.keyboard.press('Enter');
    await tab(page, 'made.py').waitFor(SOON);
    await page.getByLabel('Search files by name').fill('treasure');
    await page.getByText('inner/deep/hidden-treasure.txt').waitFor(SOON);
    await page.getByLabel('Search files by name').fill('');
    await page.locator('.file', { hasText: 'a.txt' }).dragTo(page.locator('.file', { hasText: 'inner' }));
    await expect.poll(() => existsSync(join(folder, 'inner', 'a.txt'))).toBe(true);
    await page.getByLabel('Select c.txt').click();
    await page.getByLabel('Select d.txt').click({ modifiers: ['Shift'] });
    await page.getByText('2 selected').waitFor();
    await shoot(page, 'documents-files');
    await page.getByRole('toolbar', { name: 'Selected files' }).getByLabel('Move to').click();
    await page.getByRole('combobox', { name: 'Move to' }).selectOption('inner');
    await expect.poll(() => existsSync(join(folder, 'inner', 'd.txt'))).toBe(true);
    await page.locator('.file', { hasText: 'inner' }).hover();
    const [archive] = await Promise.all([
      page.waitForEvent('download'),
      page.getByLabel('Download inner').click(),
    ]);
    expect(archive.suggestedFilename()).toBe('inner.zip');
    expect(
      readFileSync(await archive.path())
        .subarray(0, 2)
        .toString(),
    ).toBe('PK');
    await page.locator('.file', { hasText: 'made.py' }).hover();
    await page.getByLabel('Delete made.py').click();
    await page.getByText('made.py is in the trash').waitFor();
    await tab(page, 'made.py').waitFor({ state: 'detached' });
    expect(await seriousViolations(page)).toEqual([]);
  }, 60_000);
});
