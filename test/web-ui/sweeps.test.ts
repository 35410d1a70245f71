import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { seriousViolations } from './axe.ts';
import { findChromium, shoot } from './browser.ts';
import { choose, foldersOfRuns, write } from './notebook-page.ts';
import { pageSuite } from './page-suite.ts';

const SOON = { timeout: 10_000 };
/** Two kernels begin. */
const LATER = { timeout: 90_000 };

describe.skipIf(findChromium() === null)('a sweep in the page', () => {
  const suite = pageSuite();

  async function open(page: Awaited<ReturnType<typeof suite.show>>['page']) {
    await choose(page, 'c1');
    await page.keyboard.press('p');
    await page.getByRole('combobox', { name: 'Command' }).fill('sweep');
    await page.keyboard.press('Enter');
    const sheet = page.getByRole('dialog', { name: 'Sweep' });
    await sheet.waitFor(SOON);
    return sheet;
  }

  test('gives the report of the command, for the text that is typed now', async () => {
    const { page, pid, file } = await suite.show([
      'rate = 0.5\nparts = []',
      'unused = 1',
      'total = rate * 2',
    ]);
    await write(page, 'c3', 'total = rate * 10');
    await page.keyboard.press('Escape');
    const sheet = await open(page);
    await sheet.getByLabel('Parameter').fill('rate');
    const values = sheet.getByLabel('Values, separated by commas');
    await expect.poll(() => values.inputValue(), SOON).toBe('0.5');
    await values.fill('0.5, 1, 2');
    await sheet.getByLabel('Expressions to collect').fill('total');
    expect(await seriousViolations(page)).toEqual([]);
    await sheet.getByText('Run the sweep').click();
    await sheet
      .getByText('3 combinations; 7 cells ran, where full runs would run 9 (22 % saved)')
      .waitFor(LATER);
    const report = page.frameLocator('iframe[title="Report of the sweep"]');
    const row = (at: number) => report.locator('.points tbody tr').nth(at).locator('td').allInnerTexts();
    expect([(await row(0)).slice(0, 3), (await row(2)).slice(0, 3)]).toEqual([
      ['0.5', '5.0', '3 of 3'],
      ['2', '20.0', '2 of 3'],
    ]);
    await report.getByRole('img', { name: 'total by rate' }).waitFor();
    expect(await seriousViolations(page)).toEqual([]);
    await shoot(page, 'sweep');
    const download = page.waitForEvent('download');
    await sheet.getByText('Save the table (CSV)').click();
    expect((await download).suggestedFilename()).toBe('book-sweep.csv');
    const table = readFileSync((await (await download).path())!, 'utf8');
    expect(table.split('\n')[1]).toMatch(/^0\.5,5,/);
    // the notebook has its own values and its own kernel
    expect(readFileSync(file, 'utf8')).not.toContain('rate = 2');
    await expect.poll(() => foldersOfRuns(pid), LATER).toEqual([]);
    // what was typed and found is there again
    await page.keyboard.press('Escape');
    await open(page);
    await report.getByText('total', { exact: true }).first().waitFor(SOON);
  }, 180_000);

  test('a stopped sweep shows what it has; wrong wishes are told', async () => {
    const { page, pid } = await suite.show([
      'import time\nrate = 1',
      'time.sleep(60 if rate == 3 else 0)',
      'rate',
    ]);
    const sheet = await open(page);
    const run = async (name: string, values: string, collect: string) => {
      await sheet.getByLabel('Parameter').fill(name);
      await sheet.getByLabel('Values, separated by commas').fill(values);
      await sheet.getByLabel('Expressions to collect').fill(collect);
      await sheet.getByText('Run the sweep').click();
    };
    for (const [name, values, collect, reason] of [
      ['rat', '1', 'rate', 'no cell sets or reads rat; did you mean "rate"?'],
      ['rate', '1', 'for', '--collect takes one expression of Python, not for'],
      ['rate', '1', '', 'Give an expression to collect.'],
      ['rate', 'high', 'rate', 'high'],
    ] as const) {
      await run(name, values, collect);
      await sheet.locator('.problem-text', { hasText: reason }).waitFor(SOON);
    }
    await shoot(page, 'sweep-refused');
    await run('rate', '1, 2, 3', 'rate');
    await sheet.getByText('2 of 3 combinations …').waitFor(LATER);
    await sheet.getByText('Stop').click();
    await sheet.getByText(/^2 combinations; /).waitFor(LATER);
    await expect.poll(() => foldersOfRuns(pid), LATER).toEqual([]);
  }, 240_000);
});
