/** *Prove it* on findings of leaks: the evidence of runs, giving up, and the message when runs can show nothing. */

import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Answer, FromPage, Problem } from '../../runtime/live/index.ts';
import { seriousViolations } from './axe.ts';
import { findChromium, launch, shoot } from './browser.ts';
import { foldersOfRuns, write } from './notebook-page.ts';
import { pageSuite } from './page-suite.ts';
import { codeCell, type Told, toldNotebook, viewOf } from './told-notebook.ts';
import { openTold, type ToldPage } from './told-page.ts';

const WAIT = { timeout: 90_000 };

const LEAKY = [
  'import numpy as np\nfrom sklearn.linear_model import LogisticRegression\n' +
    'from sklearn.model_selection import train_test_split\nfrom sklearn.preprocessing import StandardScaler',
  'X = np.random.default_rng(0).normal(size=(100, 3))\ny = (X[:, 0] > 0).astype(int)',
  'X = StandardScaler().fit_transform(X)',
  'X_train, X_test, y_train, y_test = train_test_split(X, y, random_state=0)',
  'LogisticRegression().fit(X_train, y_train).score(X_test, y_test)',
];

async function openProblems(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Problems', exact: true }).click();
  await page.getByLabel('Before sharing').check();
}

describe.skipIf(findChromium() === null)('a leak in a notebook', () => {
  const suite = pageSuite();

  test('is confirmed by runs of the text as it is now', async () => {
    const { page, pid } = await suite.show([...LEAKY.slice(0, 2), 'pass', ...LEAKY.slice(3)]);
    await openProblems(page);
    await write(page, 'c3', LEAKY[2]!);
    const found = page.locator('.problem', { has: page.getByTitle('The rule leak-preprocessing') });
    // given up, it leaves nothing behind
    await found.getByRole('button', { name: 'Prove it' }).click(WAIT);
    await found.locator('.working').getByText('running it').waitFor(WAIT);
    await found.getByRole('button', { name: 'Cancel' }).click();
    await found.locator('.working').waitFor({ state: 'detached', ...WAIT });
    await expect.poll(() => foldersOfRuns(pid), WAIT).toEqual([]);
    await found.getByRole('button', { name: 'Prove it' }).click();
    await found.getByText('confirmed', { exact: true }).waitFor(WAIT);
    expect(await found.locator('.proof-evidence').innerText()).toContain('75 of 75 training rows differ');
    await write(page, 'c5', `${LEAKY[4]}  # scored`);
    await found.getByText('as the notebook stood before it was edited').waitFor(WAIT);
    // notes cannot be proved
    expect(await page.getByRole('button', { name: 'Prove it' }).count()).toBe(1);
  }, 180_000);
});

const leak = (cell: string, provable: boolean): Problem => ({
  code: 'leak-overlap',
  severity: 'warning',
  cell,
  line: 1,
  text: 'x = 1',
  from: 0,
  to: 5,
  message: `rows of ${cell} are on both sides`,
  why: null,
  path: [],
  fix: null,
  evidence: null,
  provable,
});

describe.skipIf(findChromium() === null)('proofs', { timeout: 60_000 }, () => {
  let browser: Browser;
  let opened: ToldPage;
  let page: Page;
  let told: Told;
  beforeAll(async () => {
    browser = await launch();
    const ids = ['a', 'b', 'c', 'd'];
    const problems = ids.map((id) => leak(id, id !== 'd'));
    const answer = (question: FromPage): Answer | null => {
      if (!('ask' in question)) return null;
      if (question.ask === 'problems') return { to: 'problems', problems, awaited: [], failure: null };
      if (question.ask !== 'prove') return null;
      const { cell } = question.problem;
      if (cell === 'a')
        return { to: 'prove', witness: { confirmed: false, evidence: 'no row of 25 is in both' } };
      if (cell === 'b')
        return { to: 'prove', witness: { confirmed: null, evidence: 'cell 2 raised KeyError' } };
      // the third takes as long as it likes
      return null;
    };
    told = toldNotebook(viewOf(ids.map((id) => codeCell(id, 'x = 1'))), answer);
    opened = await openTold(browser, told, { dark: true });
    ({ page } = opened);
  });
  afterAll(async () => {
    await opened?.close();
    await browser?.close();
  });
  afterEach(() => expect(opened.errors).toEqual([]));

  test('say refuted, or why nothing can be confirmed, and are given up', async () => {
    await openProblems(page);
    const of = (id: string) => page.locator('.problem', { hasText: `rows of ${id} are` });
    expect(await of('d').getByRole('button', { name: 'Prove it' }).count()).toBe(0);
    await of('a').getByRole('button', { name: 'Prove it' }).click();
    await of('a').getByText('refuted', { exact: true }).waitFor();
    await of('a').getByText('no row of 25 is in both').waitFor();
    await of('b').getByRole('button', { name: 'Prove it' }).click();
    await of('b').getByText('cannot be confirmed', { exact: true }).waitFor();
    await of('b').getByText('cell 2 raised KeyError').waitFor();
    await of('c').getByRole('button', { name: 'Prove it' }).click();
    await expect.poll(() => told.said.at(-1)).toMatchObject({ ask: 'prove', problem: { cell: 'c' } });
    const asked = told.said.at(-1) as { readonly id: number };
    told.tell({ type: 'progress', id: asked.id, progress: { stage: 'trying', text: 'run 1 of 3' } });
    await of('c').getByText('run 1 of 3 …').waitFor();
    expect(await of('a').getByRole('button', { name: 'Prove it' }).isDisabled()).toBe(true);
    expect(await seriousViolations(page)).toEqual([]);
    await shoot(page, 'proofs-dark');
    await of('c').getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => told.said.at(-1)).toEqual({ op: 'cancel', question: asked.id });
    const message = 'it was cancelled';
    told.tell({ type: 'answer', id: asked.id, answer: { to: 'failed', message } });
    await of('c').locator('.working').waitFor({ state: 'detached' });
    expect(await of('c').locator('.proof').count()).toBe(0);
  });
});
