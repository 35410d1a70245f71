/**
 * How fast the pages are in a headless Chromium: from the address to a letter typed into a cell, from a key to what it paints, from a
 * run to its painted output; and what the page's memory is after many runs. It asserts nothing.
 */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { findChromium, launch, serve } from '../web-ui/browser.ts';
import { JupyterLab } from './jupyterlab.ts';
import { median } from './median.ts';
import { quietPage } from './quiet-page.ts';

/** Milliseconds, medians; megabytes of the page's JavaScript heap. */
export interface PageTimes {
  readonly cells: number;
  readonly usable: number;
  /** The same of JupyterLab with the same notebook, right after; null: it could not be had. */
  readonly jupyterLab: number | null;
  readonly keystroke: number;
  /** The same after all cells have run. */
  readonly keystrokeAfter: number;
  readonly run: number;
  readonly runs: number;
  readonly heapBefore: number;
  readonly heapAfter: number;
  /** After a tenth of as many runs of a cell with a table, a figure and a stream, and after all of them; null: not measured. */
  readonly richBefore: number | null;
  readonly richAfter: number | null;
}

/** Measures notebooks of these sizes; nothing where there is no Chromium. `runs`: how often a trivial cell runs. */
export async function timePages(
  sizes: readonly number[],
  runs: number,
  say: (line: string) => void,
): Promise<PageTimes[]> {
  if (findChromium() === null) return [];
  const folder = mkdtempSync(join(tmpdir(), 'sluice-bench-pages-'));
  const browser = await launch();
  const lab = await JupyterLab.start(folder, say);
  try {
    const times: PageTimes[] = [];
    for (const cells of sizes) {
      const own = await timeOne(browser, folder, cells, runs);
      times.push({ ...own, jupyterLab: (await lab?.usable(browser, `cells-${cells}.ipynb`)) ?? null });
    }
    return times;
  } finally {
    await lab?.stop();
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The size at which memory after runs with rich outputs is measured: it does not depend on other cells. */
const SMALLEST = 10;

const RICH = [
  'import time, matplotlib.pyplot as plt, pandas as pd',
  'from IPython.display import display',
  'plt.plot([1, 2]); plt.show()',
  "display(pd.DataFrame({'a': range(20)}))",
  "print('text ' * 200, time.time_ns())",
].join('\n');

/** The heap after a tenth of the runs, and after all. */
async function runRich(page: Page, runs: number, heap: () => Promise<number>): Promise<[number, number]> {
  await page.locator('#cell-c1 .cm-content').click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(RICH);
  const outputs = page.locator('#cell-c1 .outputs');
  let first = 0;
  for (let n = 1; n <= runs; n += 1) {
    const before = (await outputs.textContent()) ?? '';
    await page.keyboard.press('Control+Enter');
    await page.waitForFunction(
      (text) => {
        const now = document.querySelector('#cell-c1 .outputs')?.textContent ?? '';
        return now !== text && /\d{19}/.test(now);
      },
      before,
      { timeout: 60_000 },
    );
    if (n === Math.ceil(runs / 10)) first = await heap();
  }
  return [first, await heap()];
}

async function timeOne(
  browser: Browser,
  folder: string,
  cells: number,
  runs: number,
): Promise<Omit<PageTimes, 'jupyterLab'>> {
  const file = join(folder, `cells-${cells}.ipynb`);
  writeFileSync(file, notebook(cells));
  const served = await serve(file);
  try {
    const context = await browser.newContext();
    const page = await quietPage(context);
    const started = performance.now();
    await page.goto(served.url);
    await page.locator('#cell-c1 .cm-content').click();
    await page.keyboard.type('y');
    await page.locator('#cell-c1 .cm-content', { hasText: 'y' }).waitFor();
    const usable = performance.now() - started;
    await page.waitForSelector('.kernel-idle', { timeout: 60_000 });
    const keystroke = await timeKeys(page);
    const session = await context.newCDPSession(page);
    const heap = async (): Promise<number> => {
      await session.send('HeapProfiler.collectGarbage');
      return (await session.send('Runtime.getHeapUsage')).usedSize / 1_000_000;
    };
    const heapBefore = await heap();
    const run = await timeRuns(page, runs);
    const heapAfter = await heap();
    const rich = cells === SMALLEST ? await runRich(page, runs, heap) : null;
    await runAll(page);
    const keystrokeAfter = await timeKeys(page);
    await context.close();
    const [richBefore, richAfter] = rich ?? [null, null];
    return {
      cells,
      usable,
      keystroke,
      keystrokeAfter,
      run,
      runs,
      heapBefore,
      heapAfter,
      richBefore,
      richAfter,
    };
  } finally {
    await served.stop();
  }
}

/** Runs all cells, and then puts the cursor into the second cell. */
async function runAll(page: Page): Promise<void> {
  await page.getByLabel('Run all cells').click();
  await page.waitForSelector('.kernel-busy', { timeout: 60_000 });
  await page.waitForSelector('.kernel-idle', { timeout: 120_000 });
  await page.locator('#cell-c2 .cm-content').click();
  await page.keyboard.press('End');
}

/**
 * From the key's event to the end of the frame that shows it. The pauses between the keys are spread over the 17 ms of a
 * frame, as a typist's are: after equal pauses each key would come at the same moment of a frame.
 */
async function timeKeys(page: Page): Promise<number> {
  await page.evaluate(() => {
    const taken: number[] = [];
    Object.assign(window, { taken });
    window.addEventListener(
      'keydown',
      ({ timeStamp }) => {
        requestAnimationFrame(() => setTimeout(() => taken.push(performance.now() - timeStamp)));
      },
      { capture: true },
    );
  });
  for (let n = 0; n < 34; n += 1) {
    await page.keyboard.press('x');
    await page.waitForTimeout(20 + ((n * 7) % 17));
  }
  return median(await page.evaluate(() => (window as unknown as { taken: number[] }).taken));
}

/** From Ctrl+Enter to the frame that shows another output. */
async function timeRuns(page: Page, runs: number): Promise<number> {
  await page.locator('#cell-c1 .cm-content').click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText('import time; time.time_ns()');
  const taken: number[] = [];
  for (let n = 0; n < runs; n += 1) {
    const painted = page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const cell = document.getElementById('cell-c1')!;
          const text = () => cell.querySelector('.outputs')?.textContent ?? '';
          const before = text();
          let pressed = 0;
          window.addEventListener(
            'keydown',
            ({ timeStamp }) => {
              pressed = timeStamp;
            },
            { capture: true, once: true },
          );
          const observer = new MutationObserver(() => {
            if (text() === before || text() === '') return;
            observer.disconnect();
            requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - pressed)));
          });
          observer.observe(cell, { childList: true, subtree: true, characterData: true });
        }),
    );
    await page.keyboard.press('Control+Enter');
    taken.push(await painted);
  }
  return median(taken);
}

/** A notebook with a short text and a table under each cell. */
function notebook(many: number): string {
  const rows = Array.from({ length: 10 }, (_, n) => `<tr><th>${n}</th><td>1</td><td>2</td></tr>`).join('');
  const outputs = [
    { output_type: 'stream', name: 'stdout', text: 'text\n'.repeat(5) },
    {
      output_type: 'display_data',
      data: { 'text/html': `<table>${rows}</table>`, 'text/plain': '' },
      metadata: {},
    },
  ];
  const cells = Array.from({ length: many }, (_, n) => ({
    cell_type: 'code',
    id: `c${n + 1}`,
    execution_count: n + 1,
    metadata: {},
    outputs,
    source: `x${n} = ${n}\nprint(x${n})`,
  }));
  const metadata = { kernelspec: { name: 'python3', display_name: 'Python 3', language: 'python' } };
  return JSON.stringify({ cells, metadata, nbformat: 4, nbformat_minor: 5 });
}
