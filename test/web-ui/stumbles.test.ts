/** What everybody does in the first minutes with a notebook. The file is long: one test for each action of a person. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { notebookText } from '../cli/sluice.ts';
import { findChromium, shoot } from './browser.ts';
import { cell, choose, ids, kernelReady, outputs, runAll, write } from './notebook-page.ts';
import { pageSuite } from './page-suite.ts';

const SOON = { timeout: 10_000 };

describe.skipIf(findChromium() === null)('what everybody does in the first minutes', () => {
  const suite = pageSuite();

  test('cells have their place as number, which a click on only selects; one cell can run by itself', async () => {
    const { page } = await suite.show(['x = 1', 'y = x + 1\nprint("y", y)', 'print("z", y * 10)']);
    await kernelReady(page);
    await page.getByLabel('Run all cells').click();
    await outputs(page, 'c3').getByText('z 20').waitFor({ timeout: 30_000 });
    expect(await page.locator('.cell-number').allInnerTexts()).toEqual(['1', '2', '3']);
    expect(await page.locator('.count').allInnerTexts()).toEqual(['[1]', '[2]', '[3]']);
    for (const part of ['.cell-number', '.count']) {
      await cell(page, 'c2').hover();
      await cell(page, 'c2').locator(part).click();
      await expect.poll(() => cell(page, 'c2').getAttribute('class')).toContain('active');
    }
    await choose(page, 'c1');
    await page.keyboard.press('b');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('.cell-number').allInnerTexts()).toEqual(['1', '2', '3', '4']);
    await write(page, 'c1', 'x = 5');
    await page.keyboard.press('Escape');
    await cell(page, 'c3').locator('.state-stale').waitFor({ state: 'attached' });
    await cell(page, 'c3').locator('.state-words', { hasText: 'by way of cell 3' }).waitFor();
    await cell(page, 'c2').hover();
    await cell(page, 'c2').locator('.run').hover();
    await page.getByText('Would run up to 3 cells').waitFor();
    await page.getByText('Alt+click: only this cell').waitFor();
    await cell(page, 'c2')
      .locator('.run')
      .click({ modifiers: ['Alt'] });
    await expect.poll(() => cell(page, 'c2').locator('.count').innerText(), SOON).toBe('[4]');
    await kernelReady(page);
    expect((await outputs(page, 'c2').innerText()).trim()).toBe('y 2');
    expect(await cell(page, 'c1').locator('.count').innerText()).toBe('[1]');
    expect(await cell(page, 'c3').locator('.count').innerText()).toBe('[3]');
    await choose(page, 'c3');
    await cell(page, 'c3').getByText('Only this cell').click();
    await expect.poll(() => cell(page, 'c3').locator('.count').innerText(), SOON).toBe('[5]');
    await shoot(page, 'cell-numbers');
  }, 60_000);

  test('who opens a new notebook can write at once', async () => {
    const { page } = await suite.show(['']);
    const focused = () => page.evaluate(() => document.activeElement?.closest('.cell-editor') !== null);
    for (let time = 0; time < 6; time += 1) {
      await page.reload();
      await page.waitForSelector('.cell.editing');
      await page.waitForTimeout(500);
      expect(await focused()).toBe(true);
    }
    await kernelReady(page);
    await page.keyboard.type('import math');
    expect(await cell(page, 'c1').locator('.cm-content').innerText()).toBe('import math');
  }, 60_000);

  test('an answer is asked for where one sees it, and stays in the output', async () => {
    const filler = Array.from({ length: 12 }, (_, n) => `# ${n}\n#\n#\n#`);
    const { page, file } = await suite.show(['print("hi", input("Who? "))', ...filler]);
    await kernelReady(page);
    await choose(page, 'c1');
    await page.keyboard.press('Control+Enter');
    await page.keyboard.press('End');
    await page.locator('.asking-bar', { hasText: 'Cell 1 asks: Who?' }).waitFor({ timeout: 30_000 });
    await page.keyboard.press('End');
    await page.locator('.asking-bar button').click();
    const field = page.getByLabel('Who?');
    await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true);
    await shoot(page, 'asking');
    await page.keyboard.type('Ada');
    await page.keyboard.press('Enter');
    await outputs(page, 'c1').getByText('hi Ada').waitFor({ timeout: 30_000 });
    expect((await outputs(page, 'c1').innerText()).trim()).toBe('Who? Ada\nhi Ada');
    expect(await page.locator('.asking-bar').count()).toBe(0);
    await expect.poll(() => readFileSync(file, 'utf8'), SOON).toContain('Who? Ada');
  }, 60_000);

  test('a dead kernel says in which cell it died, and the way back leads there', async () => {
    const { page } = await suite.show(['x = 1', 'import os\nos._exit(3)', 'print("end")']);
    await kernelReady(page);
    await page.getByLabel('Run all cells').click();
    const banner = page.locator('.banner', { hasText: 'The kernel died in cell 2' });
    await banner.waitFor({ timeout: 30_000 });
    await shoot(page, 'kernel-died');
    await write(page, 'c2', 'print("x is", x)');
    await page.keyboard.press('Escape');
    await banner.getByText('Restart and run to here').click();
    await outputs(page, 'c2').getByText('x is 1').waitFor({ timeout: 30_000 });
    await kernelReady(page);
    expect(await page.locator('.banner').count()).toBe(0);
    expect(await outputs(page, 'c3').count()).toBe(0);
    await choose(page, 'c1');
    await page.keyboard.press('0');
    await page.keyboard.press('0');
    await page.locator('dialog').getByRole('button', { name: 'Restart' }).click();
    await expect
      .poll(() => cell(page, 'c2').locator('.state-bar').getAttribute('title'), SOON)
      .toContain('Not run since the restart');
  }, 60_000);

  test('a cell that calls exit() is named, the cells below it wait, and what is tagged so does not run with all', async () => {
    const cells = ['"skipped"', 'print("first")\nexit()', 'print("second")', '1 / 0', '"last"'];
    const text = JSON.parse(notebookText(cells));
    text.cells[0].metadata.tags = ['skip-execution'];
    text.cells[3].metadata.tags = ['raises-exception'];
    const { page } = await suite.show(JSON.stringify(text));
    await kernelReady(page);
    await page.getByLabel('Run all cells').click();
    const banner = page.locator('.banner', {
      hasText: 'cell 2 called exit() or quit(), which ended the kernel',
    });
    await banner.waitFor({ timeout: 30_000 });
    expect(await outputs(page, 'c2').innerText()).toContain('first');
    expect(await outputs(page, 'c3').count()).toBe(0);
    await write(page, 'c2', 'print("first")');
    await page.keyboard.press('Escape');
    await page.getByLabel('Run all cells').click();
    await outputs(page, 'c5').getByText('last').waitFor({ timeout: 30_000 });
    await outputs(page, 'c4').getByText('ZeroDivisionError').first().waitFor();
    expect(await outputs(page, 'c1').count()).toBe(0);
    await choose(page, 'c1');
    await page.keyboard.press('Control+Enter');
    await outputs(page, 'c1').getByText('skipped').waitFor({ timeout: 30_000 });
  }, 60_000);

  test('what is tagged so runs neither with all above nor with all below', async () => {
    const text = JSON.parse(
      notebookText(['print("one")', 'print("two")', 'print("three")', 'print("four")']),
    );
    for (const at of [0, 2, 3]) text.cells[at].metadata.tags = ['skip-execution'];
    const { page } = await suite.show(JSON.stringify(text));
    await kernelReady(page);
    await choose(page, 'c3');
    for (const command of ['Run all above', 'Run this cell and all below']) {
      await page.keyboard.press('Control+Shift+c');
      await page.keyboard.type(command);
      await page.keyboard.press('Enter');
    }
    await outputs(page, 'c3').getByText('three').waitFor({ timeout: 30_000 });
    expect(await outputs(page, 'c2').innerText()).toContain('two');
    for (const id of ['c1', 'c4']) expect(await outputs(page, id).count()).toBe(0);
  }, 60_000);

  test('long tracebacks fold the frames of libraries around those of the notebook', async () => {
    const { page } = await suite.show([
      'import json\ndef load(text):\n    return json.loads(text)',
      'load("{nope")',
    ]);
    await runAll(page, 2);
    const error = outputs(page, 'c2').locator('.error-output');
    const folded = error.locator('details', { hasText: '3 frames in json' });
    await folded.waitFor({ timeout: 30_000 });
    await error.locator('.place', { hasText: 'In[1], line 3' }).waitFor();
    await error.getByText('JSONDecodeError: ').waitFor();
    await expect.poll(() => error.getByText('raw_decode').first().isVisible()).toBe(false);
    await shoot(page, 'folded-traceback');
    await folded.locator('summary').click();
    await expect.poll(() => error.getByText('raw_decode').first().isVisible()).toBe(true);
  }, 60_000);

  test('finding marks all places, and the current one in another way', async () => {
    const { page } = await suite.show(['needle = 1\n# a needle', 'other = needle', 'x = 1']);
    await choose(page, 'c3');
    await page.keyboard.press('f');
    await page.keyboard.type('needle');
    await expect.poll(() => page.locator('.found-place').count()).toBe(3);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('.found-current').count()).toBe(1);
    await expect.poll(() => cell(page, 'c1').locator('.found-current').count()).toBe(1);
    await page.keyboard.press('Enter');
    await expect.poll(() => cell(page, 'c2').locator('.found-current').count()).toBe(1);
    await shoot(page, 'found');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('.found-place').count()).toBe(0);
  }, 60_000);

  test('finding marks places in texts as they read, and shows the source where one stands', async () => {
    const text = notebookText(['needle = 1', 'find the **nee**dle, a needle']);
    const book = JSON.parse(text) as { cells: Record<string, unknown>[] };
    const { source, id } = book.cells[1]!;
    book.cells[1] = { cell_type: 'markdown', id, metadata: {}, source };
    const { page } = await suite.show(JSON.stringify(book));
    const inText = () => page.evaluate(() => [...(CSS.highlights.get('found-place') ?? [])].map(String));
    await choose(page, 'c1');
    await page.keyboard.press('f');
    await page.keyboard.type('needle');
    await expect.poll(inText).toEqual(['needle', 'needle']);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await expect.poll(() => cell(page, 'c2').locator('.found-current').count()).toBe(1);
    await page.keyboard.press('Enter');
    await expect.poll(() => cell(page, 'c2').locator('.markdown').count()).toBe(1);
    await page.keyboard.press('Escape');
    await expect.poll(inText).toEqual([]);
  }, 60_000);

  test('a notebook gets another name while its kernel runs: file, log, address and kernel follow', async () => {
    const { page, folder } = await suite.show(['x = 41', 'print("x is", x + 1)']);
    await kernelReady(page);
    await page.getByLabel('Run all cells').click();
    await outputs(page, 'c2').getByText('x is 42').waitFor({ timeout: 30_000 });
    await page.getByRole('button', { name: 'book', exact: true }).click();
    await shoot(page, 'renaming');
    await page.keyboard.type('renamed');
    await page.keyboard.press('Enter');
    await page.waitForURL(/renamed\.ipynb$/);
    await page.getByRole('button', { name: 'renamed', exact: true }).waitFor();
    expect(await page.title()).toBe('renamed — Sluice');
    await write(page, 'c2', 'print("still", x)');
    await page.keyboard.press('Control+Enter');
    await outputs(page, 'c2').getByText('still 41').waitFor({ timeout: 30_000 });
    await expect.poll(() => readFileSync(join(folder, 'renamed.ipynb'), 'utf8'), SOON).toContain('still 41');
    expect(readdirSync(folder).sort()).toEqual(['.sluice', 'renamed.ipynb']);
    expect(readdirSync(join(folder, '.sluice')).sort()).toEqual([
      '.gitignore',
      'renamed.ipynb.session.jsonl',
    ]);
    await page.reload();
    await cell(page, 'c2').locator('.state-settled').waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'renamed', exact: true }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'renamed', exact: true }).waitFor();
    // the suite shuts the notebook down by its first name
    await page.getByRole('button', { name: 'renamed', exact: true }).click();
    await page.keyboard.type('book');
    await page.keyboard.press('Enter');
    await page.waitForURL(/book\.ipynb$/);
  }, 60_000);

  test('what is cut and comes back has run, in its old place or another', async () => {
    const { page } = await suite.show(['x = 41', 'y = x + 1\nprint("y", y)', 'print("z", y)']);
    await kernelReady(page);
    await page.getByLabel('Run all cells').click();
    await outputs(page, 'c3').getByText('z 42').waitFor({ timeout: 30_000 });
    await kernelReady(page);
    const settled = () => expect.poll(() => page.locator('.state-settled').count(), SOON).toBe(3);
    for (const back of ['z', 'Shift+V']) {
      await choose(page, 'c2');
      await page.keyboard.press('x');
      await expect.poll(() => page.locator('.cell').count()).toBe(2);
      await page.keyboard.press(back);
      await settled();
      expect(await ids(page)).toEqual(['c1', 'c2', 'c3']);
    }
    await outputs(page, 'c2').getByText('y 42').waitFor();
    expect(await page.locator('.count').allInnerTexts()).toEqual(['[1]', '[2]', '[3]']);
    await page.keyboard.press('m');
    await page.keyboard.press('y');
    await settled();
    await outputs(page, 'c2').getByText('y 42').waitFor();
  }, 60_000);

  test('variables: data first, with first values; what few look for is folded away', async () => {
    const { page } = await suite.show([
      'import numpy as np, pandas as pd\nfrom pathlib import Path\nfrom ipywidgets import IntSlider',
      'slider = IntSlider()\ndef twice(x, y=2): return x * y\nclass Model:\n    def __init__(self): self.alpha = 0.5',
      'df = pd.DataFrame({"city": ["Oslo", "Rome"], "n": [1, 2]})\nxs = list(range(1000))\ngrid = np.arange(6).reshape(2, 3)\nmodel = Model()',
    ]);
    await kernelReady(page);
    await page.getByLabel('Run all cells').click();
    await expect.poll(() => page.locator('.count').allInnerTexts(), { timeout: 30_000 }).toContain('[3]');
    await kernelReady(page);
    const at = () =>
      cell(page, 'c3')
        .locator('.cm-content')
        .evaluate((one) => one.getBoundingClientRect().x);
    const before = await at();
    await page.getByLabel('Variables').click();
    const data = page.locator('.variables > ul');
    await expect
      .poll(() => data.locator('.name').allInnerTexts(), SOON)
      .toEqual(['df', 'xs', 'grid', 'model']);
    expect(await at()).toBe(before);
    expect(await data.locator('.preview').allInnerTexts()).toEqual([
      'city: Oslo, Rome; n: 1, 2',
      '[0, 1, 2, 3, 4, 5, ...]',
      '0, 1, 2, …',
      'alpha=0.5',
    ]);
    expect(await page.locator('.variables summary').allInnerTexts()).toEqual([
      'Functions and classes 2',
      'Widgets 1',
      'Imports 4',
    ]);
    await page.getByText('Functions and classes').click();
    await page.locator('.variables .preview', { hasText: 'twice(x, y=2)' }).waitFor();
    expect(await page.locator('.variables').innerText()).not.toMatch(/<|0x/);
    await shoot(page, 'variables-first-values');
  }, 60_000);

  test('on a phone the name, the state and the switches are within reach', async () => {
    const { page } = await suite.show(['x = 1', 'print(x)'], { width: 420, dark: true });
    await kernelReady(page);
    const inReach = [
      page.getByRole('button', { name: 'book', exact: true }),
      page.locator('.kernel'),
      page.getByTitle('Saved'),
      page.getByRole('switch', { name: 'Reactive' }),
      page.getByLabel('Run all cells'),
      page.getByLabel('History', { exact: true }),
      page.getByLabel('All commands'),
    ];
    for (const width of [420, 360]) {
      await page.setViewportSize({ width, height: 800 });
      for (const one of inReach) {
        const box = await one.boundingBox();
        expect(box?.width).toBeGreaterThan(5);
        expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 0) <= width).toBe(true);
      }
    }
    await page.getByRole('switch', { name: 'Reactive' }).click();
    await page.getByRole('switch', { name: 'Lazy' }).waitFor();
    await shoot(page, 'phone');
  }, 60_000);

  test.each([1400, 900, 420])(
    'nothing moves, or is covered, by what comes and goes, width %i',
    async (width) => {
      const { page } = await suite.show(['x = 1', 'print(x)'], { width });
      await kernelReady(page);
      await page.getByLabel('Run all cells').click();
      await outputs(page, 'c2').getByText('1').waitFor({ timeout: 30_000 });
      await choose(page, 'c1');
      const [before] = await boxes(cell(page, 'c1'));
      await write(page, 'c1', 'x = 2');
      await page.getByRole('button', { name: 'Update 2 cells' }).waitFor();
      expect((await boxes(cell(page, 'c1')))[0]!.y).toBe(before!.y);
      await page.keyboard.press('Escape');
      await page.keyboard.press('g');
      await page.waitForSelector('.side-panel');
      await page.keyboard.press('p');
      await page.keyboard.type('copy a link');
      await page.keyboard.press('Enter');
      await page.locator('.notice').waitFor();
      await shoot(page, `message-${width}`);
      const inTheWay = await boxes(page.locator('.notice, .bottom-bars .due-buttons > *'));
      for (const one of await boxes(page.locator('.side-panel'))) {
        for (const other of inTheWay) expect(overlap(one, other)).toBe(false);
      }
      for (const [at, one] of inTheWay.entries()) {
        for (const other of inTheWay.slice(at + 1)) expect(overlap(one, other)).toBe(false);
      }
    },
    60_000,
  );
});

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

async function boxes(found: Locator): Promise<Box[]> {
  return (await Promise.all((await found.all()).map((one) => one.boundingBox()))).flatMap((box) => box ?? []);
}

function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}
