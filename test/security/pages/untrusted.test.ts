/**
 * A notebook of another person: before the notebook is trusted, none of its code runs in the page, and
 * nothing is loaded from another server.
 */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  findChromium,
  forgetSignatures,
  launch,
  openPage,
  type Served,
  serve,
} from '../../web-ui/browser.ts';
import { cell, outputs } from '../../web-ui/notebook-page.ts';

const OUTSIDE = 'https://outside.example';
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

const text = (id: string, source: string) => ({ cell_type: 'markdown', id, metadata: {}, source });
const code = (id: string, data: object | null) => ({
  cell_type: 'code',
  id,
  execution_count: 1,
  metadata: {},
  outputs: data === null ? [] : [{ output_type: 'display_data', data, metadata: {} }],
  source: '1',
});

describe.skipIf(findChromium() === null)('a notebook that is not trusted', () => {
  let folder: string;
  let served: Served;
  let browser: Browser;
  let page: Page;
  let close: () => Promise<void>;
  const asked: string[] = [];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'untrusted-'));
    [served, browser] = await Promise.all([serve(folder), launch()]);
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await served?.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  afterEach(() => close());

  async function open(name: string, cells: readonly object[], metadata: object = {}): Promise<void> {
    forgetSignatures();
    asked.splice(0);
    // what a run before has trusted is trusted for its content, whatever its name
    const content = { cells: [...cells, text('other', `not of ${Date.now()}`)], metadata };
    writeFileSync(join(folder, name), JSON.stringify({ ...content, nbformat: 4, nbformat_minor: 5 }));
    const url = new URL(served.url);
    url.pathname = `/notebooks/${name}`;
    const opened = await openPage(browser, 'about:blank');
    page = opened.page;
    close = () => opened.context.close();
    await opened.context.route(`${OUTSIDE}/**`, (route) => {
      asked.push(new URL(route.request().url()).pathname.slice(1));
      const headers = { 'Access-Control-Allow-Origin': '*' };
      return route.request().url().endsWith('.json')
        ? route.fulfill({ headers, json: [{ x: 1, y: 2 }] })
        : route.fulfill({ headers, contentType: 'image/png', body: Buffer.from(PIXEL, 'base64') });
    });
    await page.goto(url.href);
    await page.waitForSelector('.cell');
  }

  /** Long enough for what would be asked for at once. */
  const settle = () => new Promise((resolve) => setTimeout(resolve, 1_500));

  test('loads no images and styles from elsewhere: texts and outputs', async () => {
    const ways = [
      `![](${OUTSIDE}/markdown.png)`,
      `<img src="${OUTSIDE}/tag.png">`,
      `<img src="//outside.example/no-scheme.png">`,
      `<img src="https:\\\\outside.example\\slashes.png">`,
      `<img srcset="${OUTSIDE}/set.png 1x">`,
      `<picture><source srcset="${OUTSIDE}/source.png"><img></picture>`,
      `<table background="${OUTSIDE}/table.png"><tr><td background="${OUTSIDE}/td.png">x</td></tr></table>`,
      `<input type="image" src="${OUTSIDE}/input.png">`,
      `<video poster="${OUTSIDE}/poster.png"></video>`,
      `<div style="background: url(${OUTSIDE}/style.png); height: 9px"></div>`,
      `<div style="background: \\75 rl('${OUTSIDE}/escaped.png'); height: 9px"></div>`,
      `<div style="--u: url(${OUTSIDE}/property.png); background: var(--u); height: 9px"></div>`,
      `<div style="background: image-set('${OUTSIDE}/image-set.png' 1x); height: 9px"></div>`,
      `<ul style="list-style: url(${OUTSIDE}/list.png)"><li>x</li></ul>`,
      `<svg width="9" height="9"><image href="${OUTSIDE}/svg.png" width="9" height="9"/></svg>`,
      `<svg width="9" height="9"><image xlink:href="${OUTSIDE}/xlink.png" width="9" height="9"/></svg>`,
      `<svg width="9" height="9"><rect width="9" height="9" mask="url(${OUTSIDE}/mask.svg#m)"/></svg>`,
    ];
    const sheets = `<style>@import "${OUTSIDE}/import.css"; b { background: url(${OUTSIDE}/sheet.png) }</style>`;
    const html = `<b>shown</b>${sheets}${ways.slice(1).join('')}`;
    await open('elsewhere.ipynb', [
      text('m1', ways.join('\n\n')),
      code('c1', { 'text/html': html }),
      code('c2', { 'text/markdown': ways.join('\n\n') }),
      code('c3', { 'text/html': '<style>i { color: rgb(1, 2, 3) }</style><i>styled</i>' }),
    ]);
    await outputs(page, 'c1').getByText('shown').waitFor();
    await settle();
    expect(asked).toEqual([]);
    expect(await page.getByText('is on another server').count()).toBe(3);
    // what needs nobody else is as it was
    const color = await outputs(page, 'c3')
      .getByText('styled')
      .evaluate((one) => getComputedStyle(one).color);
    expect(color).toBe('rgb(1, 2, 3)');
    await page.getByText('Trust this notebook').first().click();
    await expect.poll(() => asked).toEqual(expect.arrayContaining(['markdown.png', 'tag.png', 'style.png']));
    await expect.poll(() => page.getByText('is on another server').count()).toBe(0);
  }, 60_000);

  test('has charts that reach no network', async () => {
    const vega = {
      $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
      title: 'A chart',
      data: { url: `${OUTSIDE}/data.json` },
      mark: 'point',
      encoding: { x: { field: 'x', type: 'quantitative' } },
    };
    const images = [{ source: `${OUTSIDE}/plotly.png`, x: 0, y: 1, sizex: 1, sizey: 1 }];
    const plotly = { data: [{ x: [1], y: [2] }], layout: { images, title: { text: 'Another' } } };
    await open('charts.ipynb', [
      code('c1', { 'application/vnd.vegalite.v5+json': vega, 'text/plain': 'vega' }),
      code('c2', { 'application/vnd.plotly.v1+json': plotly, 'text/plain': 'plotly' }),
    ]);
    await page.frameLocator('#cell-c2 iframe').getByText('Another').waitFor({ timeout: 20_000 });
    await expect.poll(() => page.getByText('is on another server').count(), { timeout: 20_000 }).toBe(2);
    expect(asked).toEqual([]);
    await page.getByText('Trust this notebook').first().click();
    await expect.poll(() => [...asked].sort(), { timeout: 20_000 }).toEqual(['data.json', 'plotly.png']);
  }, 60_000);

  test('has texts that cannot pose as parts of the page', async () => {
    await open('texts.ipynb', [
      text(
        'm1',
        `<div id="page" class="banner" style="position: fixed; inset: 0; background: red">over</div>
<div class="alert alert-info">kept</div>\n\n# cells\n\n<a name="cell-list"></a><p id="here">here</p>\n
[to here](#here) [to the cell](#cell-c1)`,
      ),
      code('c1', { 'text/html': '<div style="position: fixed; inset: 0">cover</div>' }),
    ]);
    const found = await page.evaluate(() => ({
      ids: ['page', 'cells', 'cell-list', 'here'].map(
        (id) => document.querySelectorAll(`[id="${id}"]`).length,
      ),
      names: document.querySelectorAll('[name="cell-list"]').length,
      classes: [...document.querySelectorAll('div.markdown [class]')]
        .map((one) => one.className)
        .filter(Boolean),
      links: [...document.querySelectorAll('div.markdown a[href]')].map((one) => one.getAttribute('href')),
      target: document.getElementById('user-content-here')?.textContent,
    }));
    expect(found).toEqual({
      ids: [1, 1, 1, 0],
      names: 0,
      classes: ['alert alert-info'],
      links: ['#user-content-here', '#cell-c1'],
      target: 'here',
    });
    // what is fixed on the screen is so within its text only
    const bar = page.locator('.bar, header').first();
    const hit = await bar.evaluate((one) => {
      const { left, top, width, height } = one.getBoundingClientRect();
      return document.elementFromPoint(left + width / 2, top + height / 2)?.closest('.cell') !== null;
    });
    expect(hit).toBe(false);
    expect(await cell(page, 'm1').getByText('kept').isVisible()).toBe(true);
  }, 60_000);

  test('shows past runs of the log that came with it without their scripts', async () => {
    const script = "<b>past</b><script>document.body.append('ran')</script>";
    const output = { output_type: 'display_data', data: { 'text/html': script }, metadata: {} };
    const facts = { planned: 0, statements: [], opaque: null, closed: [], symbols: {}, objects: {} };
    const record = { exec: 1, cell: 'c1', source: '1', status: 'ok', ...facts };
    const run = { status: 'ok', count: 1, outputs: [output], error: null, request: 'r', at: 1, ms: 1 };
    const log = [
      { type: 'session', version: 1, process: 999_999_999 },
      { type: 'kernel', id: 'k', server: null, agent: 'a' },
      { type: 'cells', order: ['c1'], sources: { c1: '1' } },
      { type: 'start', exec: 1, cell: 'c1', source: '1' },
      { type: 'ran', record, same: null, run, signature: 'made-up' },
    ];
    mkdirSync(join(folder, '.sluice'), { recursive: true });
    const lines = log.map((entry) => `${JSON.stringify(entry)}\n`);
    writeFileSync(join(folder, '.sluice', 'logged.ipynb.session.jsonl'), lines.join(''));
    await open('logged.ipynb', [code('c1', null)]);
    await cell(page, 'c1')
      .locator('.gutter')
      .click({ position: { x: 14, y: 5 } });
    await page.keyboard.press('u');
    await page.locator('.timeline [data-key="1"]').click();
    const view = page.locator('.past-run-view');
    await view.getByText('past', { exact: true }).waitFor();
    expect(await view.locator('iframe').count()).toBe(0);
    await view.getByText('Trust this notebook').click();
    await page.frameLocator('.past-run-view iframe').getByText('ran').waitFor();
  }, 60_000);

  test('has widgets that show no raw HTML, whatever model names the view', async () => {
    const evil = '<b>text</b><img src="x:" onerror="document.title = \'taken\'">';
    const layout = 'IPY_MODEL_l';
    const model = (name: string, state: object) => ({
      model_name: name,
      model_module: name === 'LayoutModel' ? '@jupyter-widgets/base' : '@jupyter-widgets/controls',
      model_module_version: '2.0.0',
      state,
    });
    const views = ['HTMLView', 'HTMLMathView'];
    const models = ['LabelModel', 'TextModel', 'HTMLModel'];
    const named = views.flatMap((view) => models.map((name) => [view, name] as const));
    const plain = [
      model('CheckboxModel', { description: evil, description_allow_html: true, layout }),
      model('IntSliderModel', { description: evil, description_allow_html: true, layout }),
      model('ToggleButtonsModel', { _options_labels: [evil], icons: [], layout }),
      model('ConstructorModel', {
        _view_name: 'constructor',
        _view_module: '__proto__',
        value: evil,
        layout,
      }),
    ];
    const shown = [
      ...named.map(([view, name]) =>
        model(name, { _view_name: view, _view_module: '@jupyter-widgets/controls', value: evil, layout }),
      ),
      ...plain,
    ];
    const state = Object.fromEntries([
      ['l', model('LayoutModel', {})],
      ...shown.map((one, index) => [`w${index}`, one]),
    ]);
    const type = 'application/vnd.jupyter.widget-view+json';
    await open(
      'widgets.ipynb',
      shown.map((_, index) =>
        code(`c${index}`, { [type]: { model_id: `w${index}` }, 'text/plain': 'plain' }),
      ),
      {
        widgets: {
          'application/vnd.jupyter.widget-state+json': { state, version_major: 2, version_minor: 0 },
        },
      },
    );
    await page.getByText('Trust this notebook').first().click();
    for (const index of named.keys()) {
      await cell(page, `c${index}`).scrollIntoViewIfNeeded();
      await outputs(page, `c${index}`).locator('b', { hasText: 'text' }).waitFor({ timeout: 20_000 });
    }
    await settle();
    expect(await page.title()).not.toBe('taken');
    expect(await page.locator('.outputs [onerror]').count()).toBe(0);
  }, 60_000);
});
