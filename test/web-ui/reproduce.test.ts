/** The check of reproducibility in the page: marks, shares, where a difference begins, both outputs, what was typed, and giving up. */

import { describe, expect, test } from 'vitest';
import { findChromium } from './browser.ts';
import { cell, foldersOfRuns, kernelReady, runAll, type Shown, write } from './notebook-page.ts';
import { pageSuite } from './page-suite.ts';
import { checkAtWidths } from './widths.ts';

const WAIT = { timeout: 90_000 };

describe.skipIf(findChromium() === null)('the check of reproducibility', () => {
  const suite = pageSuite();
  let shown: Shown;

  const marks = (id: string) => cell(shown.page, id).locator('.reproduced-mark').allInnerTexts();

  test('marks outputs, and leads from a difference to where it begins', async () => {
    shown = await suite.show([
      'import random, time\nprint("always")',
      'drawn = random.random()',
      'scaled = 10 * drawn',
      'print("total")\nscaled',
      'time.strftime("%Y-%m-%d %H:%M:%S")',
      'unused = 1',
    ]);
    const { page } = shown;
    await runAll(page, 6);
    await cell(page, 'c5').locator('.outputs').waitFor(WAIT);
    await page.getByRole('button', { name: 'Reproducibility', exact: true }).click();
    await page.getByRole('button', { name: 'Check reproducibility' }).click();
    await page
      .locator('.working')
      .getByText(/\d of 6 cells/)
      .waitFor(WAIT);
    await page.locator('.shares').getByText('3 of 4 outputs come out the same (75 %)').waitFor(WAIT);
    expect(await marks('c1')).toEqual(['same']);
    expect(await marks('c2')).toEqual([]);
    expect(await marks('c4')).toEqual(['text: same', 'output 1: differs']);
    expect(await marks('c5')).toEqual(['same but for dates']);
    const row = page.locator('.reproduced-cell', { hasText: 'Cell 4: differs' });
    expect(await row.innerText()).toContain('cell 2 draws random numbers without a seed');
    await cell(page, 'c4').getByRole('button', { name: 'output 1: differs' }).click();
    await expect.poll(() => cell(page, 'c2').getAttribute('class'), WAIT).toContain('slice-origin');
    expect(await cell(page, 'c2').getAttribute('class')).toContain('active');
    expect(await cell(page, 'c3').getAttribute('class')).toContain('slice-needed');
    expect(await cell(page, 'c5').getAttribute('class')).toContain('slice-outside');
    const [before, now] = await row.locator('.sides td').allInnerTexts();
    expect(await cell(page, 'c4').locator('.outputs').innerText()).toContain(before);
    expect(Number(now)).not.toBe(Number(before));
    await checkAtWidths(page, 'reproduce', [
      [1440, false],
      [900, true],
      [420, false],
    ]);
    // what is said of a cell is about how it was
    await write(page, 'c1', 'import random, time\nprint("other")');
    await expect.poll(() => marks('c1'), WAIT).toEqual([]);
    expect(await marks('c5')).toEqual(['same but for dates']);
  }, 240_000);

  test('takes the text as it is now, tells what is not run, and is given up', async () => {
    shown = await suite.show(['x = 1\nprint(x)', 'print(x + 1)', 'import time']);
    const { page } = shown;
    await runAll(page, 3);
    await cell(page, 'c2').locator('.outputs').waitFor(WAIT);
    await page.getByRole('switch', { name: 'Reactive' }).click();
    await write(page, 'c1', 'y = 1\nprint(y)');
    await page.getByRole('button', { name: 'Reproducibility', exact: true }).click();
    await page.getByRole('button', { name: 'Check reproducibility' }).click();
    await page.locator('.reproduced-cell', { hasText: 'Cell 2: fails' }).waitFor(WAIT);
    expect(await page.locator('.reproduced-cell').innerText()).toContain('no cell defines x any more');
    await write(page, 'c3', 'import time\ntime.sleep(600)');
    await page.getByRole('button', { name: 'Check reproducibility' }).click();
    await page.locator('.working').getByText('2 of 3 cells').waitFor(WAIT);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.locator('.working').waitFor({ state: 'detached', ...WAIT });
    await kernelReady(page);
    // what is known from before stays; nothing else does
    await page.locator('.reproduced-cell', { hasText: 'Cell 2: fails' }).waitFor(WAIT);
    await expect.poll(() => foldersOfRuns(shown.pid), WAIT).toEqual([]);
  }, 240_000);
});
