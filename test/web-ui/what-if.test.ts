/** The panel of what would follow: answers are the server's own, of cells of which nothing has run; its actions can be undone. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { shippedLibrary } from '../../instrument/index.ts';
import type { Answer, FromPage } from '../../runtime/live/index.ts';
import { whatIfAnswer } from '../../runtime/live/questions/what-if-question.ts';
import { applyCore, emptyCore } from '../../slicer/index.ts';
import { findChromium, launch } from './browser.ts';
import { choose } from './notebook-page.ts';
import { codeCell, type Told, toldNotebook, viewOf } from './told-notebook.ts';
import { openTold, type ToldPage } from './told-page.ts';

const CELLS = ['d = [1]', 'd.append(2)', 'print(d)', 'w = 10'];

/** The scaler learns from the rows that the model is tested on. */
const LEAKING = [
  "import pandas as pd\nd = pd.read_csv('data.csv')",
  'from sklearn.preprocessing import StandardScaler\nd = pd.DataFrame(StandardScaler().fit_transform(d))',
  'from sklearn.model_selection import train_test_split\ntrain, test = train_test_split(d)',
  'from sklearn.linear_model import LinearRegression\nmodel = LinearRegression().fit(train[[0, 1]], train[2])',
  'print(model.score(test[[0, 1]], test[2]))',
];

describe.skipIf(findChromium() === null)('what if', { timeout: 60_000 }, () => {
  let browser: Browser;
  let opened: ToldPage;
  let page: Page;
  let told: Told;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser?.close());
  beforeEach(() => openWith(CELLS));
  afterEach(close);

  async function openWith(cells: readonly string[]): Promise<void> {
    const ids = cells.map((_, i) => `c${i + 1}`);
    const sources = new Map(ids.map((id, i) => [id, cells[i]!]));
    const { state } = applyCore(emptyCore(shippedLibrary()), {
      type: 'cells',
      order: ids,
      sources,
      settles: false,
    });
    const answer = (question: FromPage): Answer | null =>
      'ask' in question && question.ask === 'what-if' ? whatIfAnswer(state, question.change) : null;
    told = toldNotebook(viewOf(ids.map((id, i) => codeCell(id, cells[i]!))), answer);
    opened = await openTold(browser, told);
    ({ page } = opened);
  }

  async function close(): Promise<void> {
    expect(opened.errors).toEqual([]);
    await opened.close();
  }

  async function command(title: string): Promise<void> {
    await page.keyboard.press('p');
    await page.keyboard.insertText(title);
    await page.keyboard.press('Enter');
  }

  test('says what follows, and follows the selected cell', async () => {
    await choose(page, 'c2');
    await command('What if I run this cell');
    await page.locator('.what-if-lines', { hasText: 'Cell 1 runs first.' }).waitFor();
    await choose(page, 'c1');
    await page.locator('.what-if-lines', { hasText: 'Only cell 1 runs.' }).waitFor();
  });

  test('says which cell would complete a leak, and why', async () => {
    await close();
    await openWith(LEAKING);
    await choose(page, 'c1');
    await command('What if I run this cell');
    await page.getByText('Once cells 2, 3 and 4 have run').waitFor();
    await page
      .locator('.what-if-lines', { hasText: 'StandardScaler.fit_transform learns from all rows' })
      .waitFor();
  });

  test('renames a variable in all cells that mean it, as one step', async () => {
    await page.locator('#cell-c1 .cm-content').click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('F2');
    await page.getByLabel('New name of d').fill('w');
    await page.keyboard.press('Enter');
    await page.getByText('has a variable w already').waitFor();
    await page.getByLabel('New name of d').fill('data');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('#cell-c2 .cm-content').innerText()).toBe('data.append(2)');
    await choose(page, 'c4');
    await page.keyboard.press('z');
    await expect.poll(() => page.locator('#cell-c1 .cm-content').innerText()).toBe('d = [1]');
    expect(await page.locator('#cell-c3 .cm-content').innerText()).toBe('print(d)');
  });
});
