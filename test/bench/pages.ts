/**
 * How fast the pages are in a headless Chromium: from the address to a letter typed into a cell, from a key to what it paints, from a
 * run to its painted output; and what the page's memory is after many runs. It asserts nothing.
 */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { findChromium, launch, serve } from '../web-ui/browser.ts';
import { median } from './median.ts';

/** Milliseconds, medians; megabytes of the page's JavaScript heap. */
export interface PageTimes {
  readonly cells: number;
  readonly usable: number;
  readonly keystroke: number;
  readonly run: number;
  readonly runs: number;
  readonly heapBefore: number;
  readonly heapAfter: number;
}

/** Measures notebooks of these sizes; nothing where there is no Chromium. `runs`: how often a trivial cell runs. */
export async function timePages(sizes: readonly number[], runs: number): Promise<PageTimes[]> {
  if (findChromium() === null) return [];
  const folder = mkdtempSync(join(tmpdir(), 'sluice-bench-pages-'));
  const browser = await launch();
  try {
    const times: PageTimes[] = [];
    for (const cells of sizes) times.push(await timeOne(browser, folder, cells, runs));
    return times;
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function timeOne(browser: Browser, folder: string, cells: number, runs: number): Promise<PageTimes> {
  const file = join(folder, `cells-${cells}.ipynb`);
  writeFileSync(file, notebook(cells));
  const served = await serve(file);
  try {
    const context = await browser.newContext();
    const page = await context.newPage();
    const started = performance.now();
    await page.goto(served.url);
    await page.locator('#cell-c1 .cm-content').click();
    await page.keyboard.type('y');
    await page.locator('#cell-c1 .cm-content', { hasText: 'y' }).waitFor();
    const usable = performance.now() - started;
    const keystroke = await timeKeys(page);
    await page.waitForSelector('.kernel-idle', { timeout: 60_000 });
    const session = await context.newCDPSession(page);
    const heap = async (): Promise<number> => {
      await session.send('HeapProfiler.collectGarbage');
      return (await session.send('Runtime.getHeapUsage')).usedSize / 1_000_000;
    };
    const heapBefore = await heap();
    const run = await timeRuns(page, runs);
    const heapAfter = await heap();
    await context.close();
    return { cells, usable, keystroke, run, runs, heapBefore, heapAfter };
  } finally {
    await served.stop();
  }
}

/** From the key's event to the end of the frame that shows it. */
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
  for (let n = 0; n < 30; n += 1) {
    await page.keyboard.press('x');
    await page.waitForTimeout(20);
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
  return JSON.stringify({ cells, metadata: {}, nbformat: 4, nbformat_minor: 5 });
}
