/**
 * The extension of JupyterLab in a real JupyterLab, with Chromium. Its installation takes minutes, so this runs every third day, and
 * where there is Chromium.
 */
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeFolder } from '../cli/sluice.ts';
import { Sample } from '../harness/sample.ts';
import { findChromium, launch, shoot } from '../web-ui/browser.ts';
import { type Lab, pythonWithLab, startLab } from './lab.ts';
import { notebookFor } from './notebook-for.ts';

/** The versions as pip reads them, and how many days have one run of each. */
const VERSIONS = [
  ['jupyterlab', 3],
  ['jupyterlab==4.2.*', 6],
] as const;
const hasChromium = findChromium() !== null;
const CELLS = [
  'share = 0.3',
  'rows = list(range(10))',
  'train = rows[: int(len(rows) * share)]\nunused = 1',
  'print(len(train))',
  'print("alone")',
];

const ALL_ELSE = [
  '1 / 0',
  'import time\ntime.sleep(60)',
  'print("Hello", input("name? "))',
  'words = "some words"',
  'pass',
];

describe.each(VERSIONS)('a kernel of Sluice in %s', { timeout: 240_000 }, (version, days) => {
  const isToday = hasChromium && Sample.ofRun().has(version, days);
  const folder = makeFolder();
  let lab: Lab;
  let browser: Browser;

  beforeAll(async () => {
    if (!isToday) return;
    folder.write('notebooks/followed.ipynb', notebookFor('sluice', CELLS));
    folder.write('notebooks/all-else.ipynb', notebookFor('sluice', ALL_ELSE));
    folder.write('notebooks/stock.ipynb', notebookFor('python3', CELLS));
    const started = startLab(await pythonWithLab(folder.path, version), folder);
    [lab, browser] = await Promise.all([started, launch()]);
  }, 900_000);
  afterAll(async () => {
    await browser?.close();
    await lab?.stop();
    folder.remove();
  }, 120_000);

  test.skipIf(!isToday)('shows states, lights slices, runs what is stale, reacts, gathers', async () => {
    const page = await lab.open(browser, 'followed.ipynb');
    const cell = (at: number) => page.locator('.jp-Notebook .jp-CodeCell').nth(at - 1);
    const states = () => page.locator('.sluice-chip').allTextContents();
    await cell(5).waitFor({ timeout: 60_000 });
    await expect.poll(states, { timeout: 60_000 }).toEqual(Array(5).fill('not run'));
    await command(page, 'notebook:run-all-cells');
    await expect.poll(states, { timeout: 30_000 }).toEqual(Array(5).fill('up to date'));

    await write(page, cell(1), 'share = 0.5');
    await expect.poll(states).toEqual(['edited', 'up to date', 'stale', 'stale', 'up to date']);
    await page.keyboard.press('Shift+Enter');
    await expect.poll(states).toEqual(['up to date', 'up to date', 'new inputs', 'stale', 'up to date']);
    const why = await cell(3).locator('.sluice-chip').getAttribute('title');
    expect(why).toBe('new inputs: share was changed by cell 1 after this ran');

    await cell(4).locator('.jp-InputPrompt').click();
    await expect.poll(() => lit(page)).toEqual([1, 2, 3, 4]);
    await expect
      .poll(() => page.locator('.sluice-lit-line').allTextContents())
      .toEqual([CELLS[1], 'train = rows[: int(len(rows) * share)]', CELLS[3]]);
    await command(page, 'sluice:run-stale');
    await expect.poll(states).toEqual(Array(5).fill('up to date'));
    expect(await cell(4).locator('.jp-OutputArea-output').textContent()).toBe('5\n');

    await openPanel(page);
    await page.getByLabel(/^Reactive/).check();
    await write(page, cell(1), 'share = 0.8');
    await page.keyboard.press('Shift+Enter');
    await expect.poll(() => cell(4).locator('.jp-OutputArea-output').textContent()).toBe('8\n');
    await expect.poll(states).toEqual(Array(5).fill('up to date'));
    await cell(4).locator('.jp-InputPrompt').click();
    await expect.poll(() => page.locator('.sluice-why').textContent()).toMatch(/needs cell 3/);
    await expect.poll(() => page.locator('.sluice-problems li').count()).toBeGreaterThan(0);
    await expect
      .poll(() => page.locator('.sluice-graph img').getAttribute('alt'))
      .toMatch(/cell 1 → cell 3: share/);
    await shoot(page, 'jupyterlab');

    await page.getByRole('button', { name: 'Gather' }).click();
    const script = page.locator('.jp-FileEditor .cm-content');
    await expect.poll(() => script.textContent()).toMatch(/share = 0\.8/);
    expect(await script.textContent()).not.toMatch(/alone/);
    await shoot(page, 'jupyterlab-gather');
    await page.close();
  });

  test.skipIf(!isToday)('says once how a stock kernel gets Sluice, which %load_ext brings', async () => {
    const page = await lab.open(browser, 'stock.ipynb');
    const hint = page.locator('.Toastify__toast', { hasText: 'kernelspec install' });
    await hint.waitFor({ timeout: 60_000 });
    await openPanel(page);
    expect(await page.locator('.sluice-how').textContent()).toMatch(/%load_ext sluice/);
    expect(await page.locator('.sluice-chip:visible').count()).toBe(0);
    await page.reload();
    const cell = (at: number) => page.locator('.jp-CodeCell:visible').nth(at - 1);
    await cell(5).waitFor({ timeout: 60_000 });
    await expect.poll(() => page.locator('.sluice-how').textContent()).toMatch(/%load_ext sluice/);
    expect(await hint.count()).toBe(0);

    for (const [at, text] of [
      [1, '%load_ext sluice'],
      [2, 'rows = [1, 2]'],
    ] as const) {
      await write(page, cell(at), text);
      await page.keyboard.press('Shift+Enter');
    }
    await expect
      .poll(() => page.locator('.sluice-chip:visible').allTextContents(), { timeout: 30_000 })
      .toEqual(['not run', 'up to date', 'not run', 'not run', 'not run']);
    await page.close();
  });

  test.skipIf(!isToday)('has all else as with the stock kernel', async () => {
    const page = await lab.open(browser, 'all-else.ipynb');
    const cell = (at: number) => page.locator('.jp-CodeCell:visible').nth(at - 1);
    const output = (at: number) => cell(at).locator('.jp-OutputArea-output').allTextContents();
    const prompts = () => page.locator('.jp-CodeCell:visible .jp-InputPrompt').allTextContents();
    const states = () => page.locator('.sluice-chip:visible').allTextContents();
    await cell(5).waitFor({ timeout: 60_000 });
    await expect.poll(states, { timeout: 60_000 }).toEqual(Array(5).fill('not run'));
    const runCell = async (at: number) => {
      await cell(at).locator('.cm-content').click();
      await page.keyboard.press('Control+Enter');
    };

    // an error aborts queued cells
    await command(page, 'notebook:run-all-cells');
    await expect.poll(states).toEqual(['failed', ...Array(4).fill('not run')]);
    expect(await prompts()).toEqual(['[1]:', ...Array(4).fill('[ ]:')]);

    await runCell(2);
    await expect.poll(async () => (await prompts())[1]).toBe('[*]:');
    await page.waitForTimeout(500);
    await command(page, 'notebook:interrupt-kernel');
    await expect.poll(() => output(2)).toEqual([expect.stringMatching(/KeyboardInterrupt/)]);

    await runCell(3);
    await cell(3).locator('.jp-Stdin-input').fill('Ada');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await output(3)).join('')).toMatch(/Hello Ada/);

    await runCell(4);
    await expect.poll(async () => (await states())[3]).toBe('up to date');
    await write(page, cell(5), '');
    await page.keyboard.type('words.is');
    // JupyterLab waits for one second, and the first answer of a kernel may take longer
    const completed = async () => {
      await command(page, 'completer:invoke-notebook');
      await page.waitForTimeout(1500);
      return (await page.locator('.jp-Completer:visible').allTextContents()).join();
    };
    await expect.poll(completed, { timeout: 30_000 }).toMatch(/isalnum/);
    await page.keyboard.press('Escape');
    await write(page, cell(5), 'words.capitalize');
    await page.keyboard.press('Shift+Tab');
    await expect.poll(() => page.locator('.jp-Tooltip').textContent()).toMatch(/capitalized version/);
    await page.keyboard.press('Escape');

    const bug = page.locator('.jp-DebuggerBugButton:visible');
    await bug.click();
    await expect.poll(() => bug.getAttribute('aria-pressed')).toBe('true');
    await write(page, cell(5), 'print(words)');
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => output(5)).toEqual(['some words\n']);
    await expect.poll(async () => (await states())[4]).toBe('up to date');

    await command(page, 'notebook:restart-kernel', () => page.locator('.jp-Dialog .jp-mod-accept').click());
    await expect.poll(states, { timeout: 30_000 }).toEqual(Array(5).fill('not run'));
    await runCell(4);
    await expect.poll(async () => (await states())[3]).toBe('up to date');
    await page.close();
  });

  test.skipIf(!isToday)("a tile of the launcher opens Sluice's own page of the folder", async () => {
    const page = await lab.open(browser);
    const tile = page.locator('.jp-LauncherCard-label').getByText(/^Sluice/);
    await tile.waitFor({ timeout: 60_000 });
    const [opened] = await Promise.all([page.waitForEvent('popup'), tile.click()]);
    await opened.getByText('stock.ipynb').first().waitFor({ timeout: 60_000 });
    expect(await opened.title()).toMatch(/Sluice/);
    await opened.close();
    await page.close();
  });
});

interface Exposed {
  readonly jupyterapp: {
    readonly commands: { execute(name: string): Promise<unknown> };
    readonly shell: { activateById(id: string): void };
  };
}

/** Executes a command. `meanwhile`: answers its dialog. */
async function command(page: Page, name: string, meanwhile = async () => {}): Promise<void> {
  const executed = page.evaluate(async (wanted) => {
    await (window as unknown as Exposed).jupyterapp.commands.execute(wanted);
  }, name);
  await Promise.all([executed, meanwhile()]);
}

function openPanel(page: Page): Promise<void> {
  return page.evaluate(() => {
    (window as unknown as Exposed).jupyterapp.shell.activateById('sluice-panel');
  });
}

async function write(page: Page, cell: Locator, text: string): Promise<void> {
  await cell.locator('.cm-content').click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(text);
}

/** The positions of lit cells. */
async function lit(page: Page): Promise<number[]> {
  const classes = await page
    .locator('.jp-Notebook .jp-CodeCell')
    .evaluateAll((cells) => cells.map((cell) => cell.classList.contains('sluice-lit')));
  return classes.flatMap((isLit, at) => (isLit ? [at + 1] : []));
}
