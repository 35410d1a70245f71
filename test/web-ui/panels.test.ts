import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { shippedLibrary } from '../../instrument/index.ts';
import { parseNotebook } from '../../runtime/documents/index.ts';
import type { Answer, FromPage, NotebookView } from '../../runtime/live/index.ts';
import { buildInformationFlow, diagramOf, factsOfNotebook, placeDiagram } from '../../slicer/index.ts';
import { notebookText } from '../cli/sluice.ts';
import { findChromium, launch, shoot } from './browser.ts';
import { cell, choose } from './notebook-page.ts';
import { codeCell, type Told, toldNotebook, viewOf } from './told-notebook.ts';
import { openTold, type ToldPage } from './told-page.ts';

describe.skipIf(findChromium() === null)('what pages show of the core', () => {
  let browser: Browser;
  let opened: ToldPage;
  let page: Page;
  let told: Told;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser?.close());
  afterEach(async () => {
    expect(opened.errors).toEqual([]);
    await opened.close();
  });

  async function open(
    view: NotebookView,
    answer: (question: FromPage) => Answer | null = () => null,
  ): Promise<void> {
    told = toldNotebook(view, answer);
    opened = await openTold(browser, told);
    ({ page } = opened);
  }

  test('states with their reasons, and one key that resolves them', async () => {
    await open(
      viewOf(
        [
          codeCell('a', 'x = 1', { state: 'edited' }),
          codeCell('b', 'y = x + 1', {
            state: 'stale',
            reasons: ['it reads x, which cell 1 has not computed anew'],
          }),
          codeCell('c', 'z = 3', {
            state: 'fresh',
            reasons: ['y is newer than its last run'],
            refresher: true,
          }),
          codeCell('d', 'w = q', {
            state: 'gated',
            reasons: ['q is not defined by any cell above; define it'],
          }),
          codeCell('e', 'v = 4', { state: 'running', startedAt: Date.now(), executionCount: null }),
          codeCell('f', 'u = 5', { state: 'queued' }),
          codeCell('g', 'fit()', { frozen: true, expensive: true }),
          codeCell('h', 't = 6', {
            state: 'unsettled',
            reasons: ['a file was changed that cannot be restored'],
          }),
          codeCell('i', 's = 7', {
            state: 'failed',
            outputs: [{ output_type: 'error', ename: 'ValueError', evalue: 'no', traceback: [] }],
          }),
          codeCell('j', 'r = 8', { state: 'unrun', exec: null, executionCount: null, ms: null }),
          codeCell('k', 'o = 9'),
        ],
        { plan: { cells: ['f'], seconds: 3.4 }, cutOff: ['k'] },
      ),
    );
    await cell(page, 'b').getByText('it reads x, which cell 1 has not computed anew').waitFor();
    expect(await cell(page, 'c').locator('.state-bar').getAttribute('title')).toBe(
      'Has new inputs\ny is newer than its last run\nrunning it brings other cells up to date',
    );
    await page.getByText('1 cell waits, about 3 s').waitFor();
    await cell(page, 'k').getByText('unchanged inputs').waitFor();
    await shoot(page, 'states');
    await choose(page, 'a');
    await page.keyboard.press('Control+Shift+Enter');
    // (questions of the page come in between)
    const lastOperation = () => told.said.findLast((message) => 'op' in message);
    await expect.poll(lastOperation).toEqual({ op: 'run-stale' });
    await cell(page, 'd').getByText('Run anyway').click();
    await expect.poll(lastOperation).toEqual({ op: 'run', cells: ['d'], force: true });
    await page.getByRole('switch', { name: /Reactive|Lazy/ }).click();
    await expect.poll(lastOperation).toEqual({ op: 'mode', mode: 'lazy' });
    await choose(page, 'a');
    await page.keyboard.press('n');
    expect(await cell(page, 'b').getAttribute('class')).toContain('active');
  }, 60_000);

  test('the slice of the selected cell lights up; its script is gathered, verified and saved', async () => {
    const cells = [
      'import pandas as pd\nimport os',
      'df = pd.DataFrame({"a": [1]})\nprint(df)',
      'unused = 1',
      'df["b"] = 2',
      'df.sum()',
    ];
    await open(
      viewOf(cells.map((source, n) => codeCell(`c${n + 1}`, source, { executionCount: n + 1 }))),
      (question) => {
        if (!('ask' in question)) return null;
        if (question.ask === 'slice' && question.direction === 'backward') {
          const lines = { c1: [[1, 1]], c2: [[1, 1]], c4: [[1, 1]] } as Record<
            string,
            readonly [number, number][]
          >;
          return { to: 'slice', cells: ['c1', 'c2', 'c4'], lines, guarantee: 'complete', reasons: [] };
        }
        if (question.ask === 'slice') {
          return {
            to: 'slice',
            cells: ['c4', 'c5'],
            lines: { c5: [[1, 1]] },
            guarantee: 'complete',
            reasons: [],
          };
        }
        if (question.ask === 'gather') {
          const verification =
            question.run === 'verify'
              ? { status: 'verified' as const, detail: 'the same outputs and values' }
              : null;
          return {
            to: 'gather',
            script: '# Gathered by Sluice\n\n# %% imports\nimport pandas as pd\n',
            notebook: notebookText(['import pandas as pd']),
            cells: 3,
            of: 5,
            verification,
            minimized: null,
          };
        }
        return null;
      },
    );
    await choose(page, 'c4');
    await page.keyboard.press('g');
    await expect.poll(() => cell(page, 'c1').getAttribute('class')).toContain('slice-needed');
    expect(await cell(page, 'c3').getAttribute('class')).toContain('slice-outside');
    expect(await cell(page, 'c5').getAttribute('class')).toContain('slice-affected');
    await expect
      .poll(() => cell(page, 'c2').locator('.in-slice').allInnerTexts())
      .toEqual(['df = pd.DataFrame({"a": [1]})']);
    await page.getByText('Gather and verify').click();
    await page.locator('.badge', { hasText: 'verified' }).waitFor();
    await shoot(page, 'slice');
    await page.getByText('Save as .py').click();
    expect(await page.getByLabel('Name of the file').inputValue()).toBe('book-cell-4.py');
    await page.keyboard.type('summary');
    await page.keyboard.press('Enter');
    await expect.poll(() => readdirSync(opened.folder).sort()).toEqual(['book.ipynb', 'summary.py']);
    await page.getByText('Save as notebook').click();
    await page.keyboard.press('Enter');
    await expect
      .poll(() => readdirSync(opened.folder).sort())
      .toEqual(['book-cell-4.ipynb', 'book.ipynb', 'summary.py']);
    const gathered = parseNotebook(readFileSync(join(opened.folder, 'book-cell-4.ipynb'), 'utf8'), 'x');
    expect(gathered.cells.map(({ type, source }) => [type, source])).toEqual([
      ['code', 'import pandas as pd'],
    ]);
    await page.locator('.slice-cells.affected .cell-link').click();
    expect(await cell(page, 'c5').getAttribute('class')).toContain('active');
    await page.keyboard.press('g');
    await expect.poll(() => cell(page, 'c3').getAttribute('class')).not.toContain('slice-outside');
  }, 60_000);

  test('variables with writers and readers', async () => {
    await open(viewOf([codeCell('c1', 'df = 1'), codeCell('c2', 'df')]), (question) =>
      'ask' in question && question.ask === 'variables'
        ? {
            to: 'variables',
            variables: [
              {
                name: 'df',
                type: 'DataFrame',
                preview: '   a  b\n0  1  2',
                size: '(442, 11)',
                writer: 'c1',
                readers: ['c2'],
                stale: true,
                isTable: true,
                kind: 'data',
              },
              {
                name: 'total',
                type: 'int',
                preview: '42',
                size: null,
                writer: 'c2',
                readers: [],
                stale: false,
                isTable: false,
                kind: 'data',
              },
            ],
          }
        : null,
    );
    await page.getByLabel('Variables').click();
    await page.locator('.variable', { hasText: 'df' }).click();
    await page.getByText('written by').waitFor();
    await shoot(page, 'variables');
    await page.getByLabel('Filter variables').fill('tot');
    await expect.poll(() => page.locator('.variable').count()).toBe(1);
  }, 60_000);

  test('on a phone all tools stay in reach while there is something to be done', async () => {
    const cells = [codeCell('a', 'x = y', { state: 'gated' }), codeCell('b', 'x', { state: 'stale' })];
    await open(viewOf(cells, { update: { cells: ['b'], seconds: 70 } }));
    for (const width of [420, 360]) {
      await page.setViewportSize({ width, height: 800 });
      for (const name of ['Update 1 cell', '1 held back', 'History', 'Variables', 'Slice']) {
        const { x, width: own } = (await page.getByRole('button', { name, exact: true }).boundingBox())!;
        expect(x).toBeGreaterThanOrEqual(0);
        expect(x + own).toBeLessThanOrEqual(width);
      }
      const outline = page.getByRole('button', { name: 'Outline', exact: true });
      await outline.click();
      await page.waitForSelector('.side-panel');
      await shoot(page, `phone-${width}`);
      // it does not lie over the tools
      await outline.click();
      await page.waitForSelector('.side-panel', { state: 'detached' });
    }
  }, 60_000);

  test('the graph of 300 cells follows the selection', async () => {
    const many = Array.from({ length: 300 }, (_, n) => `c${n + 1}`);
    const sources = new Map(many.map((id, n) => [id, `x${n} = f(x${Math.floor(n / 2)})`]));
    const cells = many.map((cell) => ({ cell, source: sources.get(cell)! }));
    const facts = factsOfNotebook(cells, shippedLibrary());
    const graph = buildInformationFlow(facts, 'resolved');
    const drawing = placeDiagram(diagramOf(graph, { view: 'cells', name: null, sources }));
    const rest = {
      svg: null,
      names: [],
      questions: [],
      contradictions: [],
      unread: [],
      cutOff: [],
      isColumn: false,
      aside: [],
    };
    await open(
      viewOf(many.map((id, n) => codeCell(id, sources.get(id)!, { executionCount: n + 1 }))),
      (question) =>
        'ask' in question && question.ask === 'graph' ? { to: 'graph', drawing, ...rest } : null,
    );
    await choose(page, 'c1');
    await page.keyboard.press('t');
    await page.locator('.row').nth(250).waitFor({ state: 'attached', timeout: 20_000 });
    await expect.poll(() => page.locator('.row.chosen-row').textContent()).toContain('x0');
    await shoot(page, 'graph');
    await page.locator('.node.near:not(.chosen) .row').first().click();
    await expect.poll(() => page.locator('.cell.active').getAttribute('id')).not.toBe('cell-c1');
    await page.getByText('All', { exact: true }).click();
    await shoot(page, 'graph-all');
  }, 60_000);
});
