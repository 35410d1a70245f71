import { describe, expect, test } from 'vitest';
import { seriousViolations } from './axe.ts';
import { findChromium, shoot } from './browser.ts';
import { cell, choose, gather, ids, kernelReady, outputs, write } from './notebook-page.ts';
import { pageSuite } from './page-suite.ts';

describe.skipIf(findChromium() === null)('the history of a session', () => {
  const suite = pageSuite();

  test('past runs with their code and outputs; versions compared and put back; what made a past output', async () => {
    const { page } = await suite.show(['base = 10', 'unused = 1', 'y = base * 2\nprint("y is", y)']);
    await kernelReady(page);
    await page.getByLabel('Run all cells').click();
    await outputs(page, 'c3').getByText('y is 20').waitFor({ timeout: 20_000 });
    await write(page, 'c1', 'base = 7  # less');
    await page.keyboard.press('Control+Enter');
    await outputs(page, 'c3').getByText('y is 14').waitFor({ timeout: 20_000 });
    await page.keyboard.press('Escape');
    await page.keyboard.press('u');
    const timeline = page.locator('.timeline');
    await expect
      .poll(() => timeline.locator('.past-run .number').allInnerTexts())
      .toEqual(['5', '4', '3', '2', '1']);
    await timeline.locator('[data-key="3"]').click();
    const view = page.locator('.past-run-view');
    await view.getByText('y is 20').waitFor();
    await view.getByText('What made this').click();
    await expect
      .poll(() => view.locator('.past-slice .code-text').allInnerTexts())
      .toEqual(['base = 10', 'y = base * 2\nprint("y is", y)']);
    await view.getByText('Gather and verify').click();
    await view.locator('.badge', { hasText: 'verified' }).waitFor({ timeout: 60_000 });
    await view.locator('.panel-note', { hasText: 'not compared: y' }).waitFor();
    expect(await view.locator('.script-text').innerText()).toContain('base = 10');
    await shoot(page, 'history');
    expect(await seriousViolations(page)).toEqual([]);
    // another version of the first cell
    await timeline.locator('[data-key="4"]').click();
    await view.getByText('Compare').click();
    await expect
      .poll(() => view.locator('.version-diff .cm-deletedChunk').innerText())
      .toContain('base = 10');
    await shoot(page, 'history-differences');
    expect(await seriousViolations(page)).toEqual([]);
    await timeline.locator('[data-key="1"]').click();
    await view.getByText('Put this version back').click();
    await expect.poll(() => cell(page, 'c1').locator('.cm-content').innerText()).toBe('base = 10');
    // keys go on to the next run
    await choose(page, 'c2');
    await page.keyboard.press(']');
    await expect.poll(() => view.locator('h3').innerText()).toContain('Run 2');
    await page.keyboard.press('z');
    await expect.poll(() => cell(page, 'c1').locator('.cm-content').innerText()).toBe('base = 7  # less');
  }, 120_000);

  test('runs of one cell, or with a word in their code; days and restarts', async () => {
    const { page } = await suite.show(['base = 10', 'y = base * 2', 'print(y)']);
    await kernelReady(page);
    await page.getByLabel('Run all cells').click();
    await outputs(page, 'c3').getByText('20').waitFor({ timeout: 20_000 });
    await kernelReady(page);
    await choose(page, 'c1');
    await page.keyboard.press('0');
    await page.keyboard.press('0');
    await page.locator('dialog').getByRole('button', { name: 'Restart' }).click();
    await expect
      .poll(() => cell(page, 'c3').locator('.state-bar').getAttribute('title'), { timeout: 10_000 })
      .toContain('Not run since the restart');
    await page.getByLabel('Run all cells').click();
    await page.keyboard.press('u');
    const numbers = () => page.locator('.past-run .number').allInnerTexts();
    await expect.poll(numbers, { timeout: 20_000 }).toEqual(['3', '2', '1', '3', '2', '1']);
    expect(await page.locator('.timeline-day').allInnerTexts()).toEqual(['Today']);
    await page.getByLabel('Runs of').selectOption({ label: 'cell 2' });
    await expect.poll(numbers).toEqual(['2', '2']);
    await page.getByText('the kernel was restarted').waitFor();
    await page.getByLabel('Runs of').selectOption({ label: 'All cells' });
    await page.getByLabel('Search the code').fill('BASE');
    await expect.poll(numbers).toEqual(['2', '1', '2', '1']);
    await page.getByLabel('Runs of').selectOption({ label: 'The selected cell' });
    await expect.poll(numbers).toEqual(['1', '1']);
    await shoot(page, 'history-filter');
    expect(await seriousViolations(page)).toEqual([]);
  }, 120_000);

  test('after a restart runs have the numbers that cells show, in the timeline, scripts and reasons', async () => {
    const { page } = await suite.show(['a = 1', 'b = a + 1', 'print(b)']);
    const count = (id: string) => cell(page, id).locator('.count').innerText();
    await kernelReady(page);
    await page.getByLabel('Run all cells').click();
    await expect.poll(() => count('c3'), { timeout: 20_000 }).toBe('[3]');
    await page.getByRole('switch', { name: 'Reactive' }).click();
    await choose(page, 'c2');
    await page.keyboard.press('0');
    await page.keyboard.press('0');
    await page.locator('dialog').getByRole('button', { name: 'Restart' }).click();
    const title = (id: string) => cell(page, id).locator('.state-bar').getAttribute('title');
    await expect.poll(() => title('c3'), { timeout: 10_000 }).toBe('Not run since the restart');
    await page.getByLabel('Run all cells').click();
    await expect.poll(() => title('c3'), { timeout: 20_000 }).toBe('Up to date');
    await choose(page, 'c1');
    await page.keyboard.press('Control+Enter');
    await write(page, 'c1', 'a = 5');
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => title('c2'), { timeout: 10_000 }).toContain('Has new inputs');
    expect(await title('c2')).toContain('a was changed by cell 1 after this ran');
    expect(await title('c2')).not.toMatch(/run \d/);
    await choose(page, 'c3');
    const script = await gather(page);
    await expect.poll(() => script.innerText(), { timeout: 60_000 }).toContain('cell 3 (execution 3)');
    expect(await script.innerText()).toContain('# %% cell 2 (execution 2)');
    await page.locator('.slice-cells.needed li', { hasText: 'b = a + 1' }).getByText('why').click();
    await page.locator('.evidence', { hasText: 'cell 2 (run 2), line 1' }).waitFor();
  }, 120_000);

  test('a deleted cell comes back with the outputs of a run', async () => {
    const { page } = await suite.show(['x = 1', 'print("kept", x)', 'z = 3']);
    await kernelReady(page);
    await page.getByLabel('Run all cells').click();
    await outputs(page, 'c2').getByText('kept 1').waitFor({ timeout: 20_000 });
    await choose(page, 'c2');
    await page.keyboard.press('d');
    await page.keyboard.press('d');
    await expect.poll(() => ids(page)).toEqual(['c1', 'c3']);
    await page.getByLabel('History', { exact: true }).click();
    await page.getByText('1 deleted cell').waitFor();
    await page.locator('.past-run', { hasText: 'a deleted cell' }).click();
    await choose(page, 'c1');
    await page.getByText('Restore the cell').click();
    await expect.poll(() => ids(page)).toEqual(['c1', 'c2', 'c3']);
    await outputs(page, 'c2').getByText('kept 1').waitFor();
    await expect.poll(() => page.getByText('1 deleted cell').count()).toBe(0);
  }, 120_000);

  test('the timeline on a phone, in the dark', async () => {
    const { page } = await suite.show(['a = 1', 'a / 0'], { width: 390, dark: true });
    await kernelReady(page);
    await page.getByLabel('Run all cells').click();
    await outputs(page, 'c2').getByText('ZeroDivisionError').first().waitFor({ timeout: 20_000 });
    await choose(page, 'c1');
    await page.keyboard.press('u');
    await page.locator('.past-run', { hasText: 'failed' }).click();
    await page.locator('.past-run-view').getByText('ZeroDivisionError').first().waitFor();
    await shoot(page, 'history-phone');
    expect(await seriousViolations(page)).toEqual([]);
  }, 120_000);
});
