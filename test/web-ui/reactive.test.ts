import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { findChromium, shoot } from './browser.ts';
import { cell, choose, kernelReady, outputs, type Shown, write } from './notebook-page.ts';
import { pageSuite } from './page-suite.ts';

describe.skipIf(findChromium() === null)('a reactive notebook in the browser', () => {
  const suite = pageSuite();
  let shown: Shown;

  test('an edit updates what it affects; a slice lights up; a script is gathered and verified', async () => {
    shown = await suite.show(['x = 2', 'unused = 5', 'y = x * 10', 'print("y is", y)']);
    const { page } = shown;
    await kernelReady(page);
    await choose(page, 'c1');
    for (let n = 0; n < 4; n += 1) await page.keyboard.press('Shift+Enter');
    await outputs(page, 'c4').getByText('y is 20').waitFor({ timeout: 30_000 });
    await write(page, 'c1', 'x = 3');
    await page.keyboard.press('Control+Enter');
    await outputs(page, 'c4').getByText('y is 30').waitFor({ timeout: 30_000 });
    await choose(page, 'c4');
    await page.keyboard.press('g');
    await expect.poll(() => cell(page, 'c1').getAttribute('class')).toContain('slice-needed');
    expect(await cell(page, 'c2').getAttribute('class')).toContain('slice-outside');
    await page.locator('.slice-cells.needed li', { hasText: 'x = 3' }).hover();
    await page.locator('.slice-cells.needed li', { hasText: 'x = 3' }).getByText('why').click();
    const evidence = await page.locator('.evidence').innerText();
    expect(evidence).toMatch(
      /cell 4 \(run 7\), line 1: print.*used y .*written by\s*cell 3 \(run 6\), line 1: y = x \* 10/s,
    );
    expect(evidence).toMatch(/used x .*written by\s*cell 1 \(run 5\), line 1: x = 3/s);
    await page.getByText('Gather and verify').click();
    await page.locator('.badge', { hasText: 'verified' }).waitFor({ timeout: 60_000 });
    expect(await page.locator('.script-text').innerText()).toContain('y = x * 10');
    await shoot(page, 'reactive-gathered');
    await page.getByLabel('Variables').click();
    await page.locator('.variable', { hasText: 'y' }).first().waitFor();
    await page.getByLabel('Graph').click();
    await expect.poll(() => page.locator('.node:not(.alone)').count()).toBe(3);
    await shoot(page, 'reactive-graph');
  }, 120_000);

  test('in any order cells follow what ran last, wherever it stands', async () => {
    shown = await suite.show(['print("x is", x)', 'x = 1']);
    const { page } = shown;
    await kernelReady(page);
    await choose(page, 'c1');
    await page.keyboard.press('Control+Enter');
    await cell(page, 'c1').locator('.state-gated').waitFor({ state: 'attached', timeout: 30_000 });
    await choose(page, 'c1');
    await page.keyboard.press('p');
    await page.keyboard.type('any-order');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Any order' }).waitFor();
    await choose(page, 'c1');
    await page.keyboard.press('Control+Enter');
    await outputs(page, 'c1').getByText('x is 1').waitFor({ timeout: 30_000 });
    await write(page, 'c2', 'x = 2');
    await page.keyboard.press('Control+Enter');
    await outputs(page, 'c1').getByText('x is 2').waitFor({ timeout: 30_000 });
    await expect.poll(() => page.locator('.state-settled').count()).toBe(2);
    await expect.poll(() => page.locator('.cm-lintRange').count(), { timeout: 10_000 }).toBe(0);
    await shoot(page, 'any-order');
    await page.getByRole('button', { name: 'Any order' }).click();
    await cell(page, 'c1').locator('.state-gated').waitFor({ state: 'attached' });
  }, 120_000);

  test('a lazy notebook only marks, says why, and one key brings it up to date', async () => {
    shown = await suite.show(['x = 2', 'y = x + 1', 'y']);
    const { page } = shown;
    await kernelReady(page);
    await page.getByRole('switch', { name: /Reactive|Lazy/ }).click();
    await choose(page, 'c1');
    for (let n = 0; n < 3; n += 1) await page.keyboard.press('Shift+Enter');
    await outputs(page, 'c3').getByText('3').waitFor({ timeout: 30_000 });
    await page.waitForSelector('.kernel-idle');
    await write(page, 'c1', 'x = 41');
    await page.keyboard.press('Escape');
    await cell(page, 'c1').locator('.state-edited').waitFor({ state: 'attached' });
    await cell(page, 'c3').locator('.state-stale, .state-fresh').waitFor({ state: 'attached' });
    await cell(page, 'c3').locator('.state-words').waitFor();
    await cell(page, 'c2').hover();
    await cell(page, 'c2').locator('.run').hover();
    await page.getByText(/Would run (1 cell|up to \d cells)/).waitFor();
    await shoot(page, 'lazy');
    await page.keyboard.press('Control+Shift+Enter');
    await outputs(page, 'c3').getByText('42').waitFor({ timeout: 30_000 });
    await expect
      .poll(() => cell(page, 'c3').locator('.state-bar').getAttribute('class'))
      .toContain('state-settled');
    await expect.poll(() => readFileSync(shown.file, 'utf8'), { timeout: 8_000 }).toContain('x = 41');
  }, 120_000);

  test('a frozen cell stays as it is, an expensive one waits; both say so', async () => {
    shown = await suite.show(['x = 2', 'print("frozen", x)', 'print("dear", x)', 'print("last", x)']);
    const { page } = shown;
    await kernelReady(page);
    await page.getByLabel('Run all cells').click();
    await outputs(page, 'c4').getByText('last 2').waitFor({ timeout: 30_000 });
    await mark(page, 'c2', 'freeze');
    await mark(page, 'c3', 'expensive');
    await cell(page, 'c2').locator('.tag', { hasText: 'frozen' }).waitFor();
    await cell(page, 'c3').locator('.tag', { hasText: 'expensive' }).waitFor();
    await write(page, 'c1', 'x = 3');
    await page.keyboard.press('Control+Enter');
    await outputs(page, 'c4').getByText('last 3').waitFor({ timeout: 30_000 });
    await kernelReady(page);
    expect(await outputs(page, 'c3').innerText()).toContain('dear 2');
    await cell(page, 'c3').locator('.state-fresh').waitFor({ state: 'attached' });
    await page.locator('.stale-button', { hasText: 'Update 1 cell' }).click();
    await outputs(page, 'c3').getByText('dear 3').waitFor({ timeout: 30_000 });
    expect(await outputs(page, 'c2').innerText()).toContain('frozen 2');
    await cell(page, 'c2').locator('.state-fresh').waitFor({ state: 'attached' });
    await mark(page, 'c2', 'freeze');
    await cell(page, 'c2').locator('.tag').waitFor({ state: 'detached' });
  }, 120_000);

  test('what follows a cell that runs is queued at once, and can be stopped', async () => {
    shown = await suite.show(['import time', 'a = 1; time.sleep(2.5)', 'b = a + 1', 'print(b)', '0']);
    const { page } = shown;
    const count = (id: string) => cell(page, id).locator('.count').innerText();
    const counts = () => Promise.all(['c2', 'c3', 'c4', 'c5'].map(count));
    await kernelReady(page);
    await page.getByLabel('Run all cells').click();
    await outputs(page, 'c4').getByText('2').waitFor({ timeout: 30_000 });
    await expect.poll(counts).toEqual(['[2]', '[3]', '[4]', '[5]']);
    await write(page, 'c2', 'a = 2; time.sleep(2.5)');
    await page.keyboard.press('Escape');
    const update = page.locator('.stale-button', { hasText: /^Update 3 cells$/ });
    await update.waitFor();
    await update.click();
    await expect.poll(counts).toEqual(['[∗]', 'next', '2nd', '[5]']);
    await page.getByText(/2 cells wait, about \d s/).waitFor();
    expect(await page.locator('.stale-button').count()).toBe(0);
    await shoot(page, 'queued-at-once');
    await outputs(page, 'c4').getByText('3').waitFor({ timeout: 30_000 });
    await write(page, 'c2', 'a = 3; time.sleep(25)');
    await page.keyboard.press('Control+Enter');
    await expect.poll(counts).toEqual(['[∗]', 'next', '2nd', '[5]']);
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await cell(page, 'c2').locator('.state-failed').waitFor({ state: 'attached', timeout: 30_000 });
    await expect.poll(counts).toEqual(['[9]', '[7]', '[8]', '[5]']);
  }, 120_000);

  test('what is held back is not offered to be updated, and what needs it says so', async () => {
    shown = await suite.show(['a = 1', 'b = a + 1', 'print(b)']);
    const { page } = shown;
    await kernelReady(page);
    await page.getByLabel('Run all cells').click();
    await outputs(page, 'c3').getByText('2').waitFor({ timeout: 30_000 });
    await kernelReady(page);
    await choose(page, 'c1');
    await page.keyboard.press('x');
    await page.locator('.problem-button', { hasText: '1 held back' }).waitFor();
    const words = cell(page, 'c3').locator('.state-words');
    await words.getByText('it needs cell 1, which is held back').waitFor();
    expect(await page.locator('.stale-button').count()).toBe(0);
  }, 60_000);

  test('a cell whose text is deleted shows nothing when it is run, and who read it is brought up to date', async () => {
    const { page } = await suite.show(['x = 1', 'x = 2\nx', 'print("x is", x)', '']);
    await kernelReady(page);
    await page.getByLabel('Run all cells').click();
    await outputs(page, 'c3').getByText('x is 2').waitFor({ timeout: 30_000 });
    await write(page, 'c2', '');
    await page.keyboard.press('Control+Enter');
    await outputs(page, 'c3').getByText('x is 1').waitFor({ timeout: 30_000 });
    expect(await outputs(page, 'c2').count()).toBe(0);
  }, 60_000);

  test('what waits for a failed cell says which one that is, leads there, and says when it cannot run', async () => {
    shown = await suite.show(['x = 2', 'y = x + 1', 'z = y + 1', 'print(z)']);
    const { page } = shown;
    await kernelReady(page);
    await page.getByLabel('Run all cells').click();
    await outputs(page, 'c4').getByText('4').waitFor({ timeout: 30_000 });
    await write(page, 'c2', 'y = x + None');
    await page.keyboard.press('Control+Enter');
    await page.locator('.problem-button', { hasText: '1 failed' }).waitFor({ timeout: 30_000 });
    const words = cell(page, 'c4').locator('.state-words');
    await words.getByText('it needs cell 2, which failed (by way of cell 3)').waitFor();
    expect(await page.locator('.stale-button').count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+Shift+Enter');
    await page.getByText('Nothing can run').waitFor();
    await words.getByText('cell 2', { exact: true }).click();
    await expect.poll(() => cell(page, 'c2').getAttribute('class')).toContain('active');
    await shoot(page, 'needs-a-failed-cell');
  }, 120_000);

  async function mark(page: Page, id: string, command: string): Promise<void> {
    await choose(page, id);
    await page.keyboard.press('p');
    await page.getByPlaceholder(/./).last().fill(command);
    await page.keyboard.press('Enter');
  }
});
