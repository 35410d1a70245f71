/**
 * How soon the page shows what is wrong: from the key that makes it so, in a headless Chromium, to the painted mark in the margin of another
 * cell, and in its text. It asserts nothing.
 */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { notebookText } from '../cli/sluice.ts';
import { findChromium, launch, serve } from '../web-ui/browser.ts';
import { median } from './median.ts';
import { processorMsOf } from './processor-time.ts';

/** Milliseconds from the event of the key to the end of the frame that shows the mark. */
export interface ProblemMarkTimes {
  readonly cells: number;
  /** In the margin. */
  readonly margin: number;
  readonly longest: number;
  /** In the text. */
  readonly text: number;
  /** Processor time of the server until then; not a number where nobody can tell. */
  readonly server: number;
  /** And of the page's thread. */
  readonly page: number;
  /** How many cells have a problem then. */
  readonly marked: number;
}

/** Measures notebooks of these sizes; nothing where there is no Chromium. */
export async function timeProblemMarks(sizes: readonly number[], turns: number): Promise<ProblemMarkTimes[]> {
  if (findChromium() === null) return [];
  const folder = mkdtempSync(join(tmpdir(), 'sluice-bench-problems-'));
  const browser = await launch();
  try {
    const times: ProblemMarkTimes[] = [];
    for (const cells of sizes) {
      const file = join(folder, `cells-${cells}.ipynb`);
      writeFileSync(file, notebookText(cellsOf(cells)));
      const served = await serve(file);
      try {
        const page = await browser.newPage();
        await page.goto(served.url);
        times.push({ cells, ...(await timeOne(page, served.pid, turns)) });
        await page.close();
      } finally {
        await served.stop();
      }
    }
    return times;
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function timeOne(page: Page, pid: number, turns: number): Promise<Omit<ProblemMarkTimes, 'cells'>> {
  await page.waitForSelector('.kernel-idle', { timeout: 60_000 });
  await page.locator('#cell-c1 .cm-content').click();
  await page.keyboard.press('Control+Home');
  for (let n = 0; n < 'offset'.length; n += 1) await page.keyboard.press('ArrowRight');
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const used = async (): Promise<{ server: number; page: number }> => {
    const { metrics } = await session.send('Performance.getMetrics');
    const seconds = metrics.find(({ name }) => name === 'ThreadTime')?.value ?? Number.NaN;
    return { server: processorMsOf(pid), page: 1000 * seconds };
  };
  const [margin, text, serverMs, pageMs]: [number[], number[], number[], number[]] = [[], [], [], []];
  let marked = 0;
  for (let n = 0; n <= turns; n += 1) {
    const shown = page.evaluate(whenShown);
    const before = await used();
    await page.keyboard.press('x');
    const found = await shown;
    const after = await used();
    // the first time the thread that checks has only just begun
    if (n > 0) {
      margin.push(found.margin);
      text.push(found.text);
      serverMs.push(after.server - before.server);
      pageMs.push(after.page - before.page);
    }
    marked = await page.evaluate(() => document.querySelectorAll('.problem-mark').length);
    await page.keyboard.press('Backspace');
    await page.waitForFunction(() => document.querySelector('.problem-mark, .cm-lintRange') === null);
    // who writes, rests; what takes longer to be found is not measured
    await page.waitForTimeout(2_500);
  }
  return {
    margin: median(margin),
    longest: Math.max(...margin),
    text: median(text),
    server: median(serverMs),
    page: median(pageMs),
    marked,
  };
}

/** In the page: how long it takes from the next key until the second cell has its marks. */
function whenShown(): Promise<{ margin: number; text: number }> {
  return new Promise((resolve) => {
    const cell = document.getElementById('cell-c2')!;
    let pressed = 0;
    const found = { margin: 0, text: 0 };
    const options = { capture: true, once: true };
    window.addEventListener('keydown', ({ timeStamp }) => (pressed = timeStamp), options);
    const painted = (which: 'margin' | 'text'): void => {
      requestAnimationFrame(() =>
        setTimeout(() => {
          found[which] ||= performance.now() - pressed;
          if (found.margin > 0 && found.text > 0) {
            observer.disconnect();
            resolve(found);
          }
        }),
      );
    };
    const observer = new MutationObserver(() => {
      if (cell.querySelector('.problem-mark') !== null) painted('margin');
      if (cell.querySelector('.cm-lintRange') !== null) painted('text');
    });
    observer.observe(cell, { childList: true, subtree: true });
  });
}

/** Code as people write it; half of the cells read what the first one defines. */
function cellsOf(many: number): readonly string[] {
  const first = 'offset = 3\nimport numpy as np\nimport pandas as pd';
  const rest = Array.from({ length: many - 1 }, (_, at) => {
    const n = at + 2;
    switch (n % 4) {
      case 2:
        return `df${n} = pd.DataFrame({'a': range(offset), 'b': 1})\ndf${n}['c'] = df${n}['a'] + offset`;
      case 3:
        return `def f${n}(frame, by=2):\n    part = frame[frame['a'] > by]\n    return part['c'].sum() + offset`;
      case 0:
        return `y${n} = [f${n - 1}(df${n - 2}, k) for k in range(3)]\nmean${n} = np.mean(y${n})`;
      default:
        return `for value in y${n - 1}:\n    if value > mean${n - 1}:\n        print(value)`;
    }
  });
  return [first, ...rest];
}
