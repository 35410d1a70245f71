/** Widgets of other packages: drawn by their own code in frames; what is shown where the code is missing or fails. */

import type { FrameLocator, Page } from 'playwright-core';
import { describe, expect, test, vi } from 'vitest';
import { findChromium, shoot } from './browser.ts';
import { choose, outputs, runAll } from './notebook-page.ts';
import { pageSuite } from './page-suite.ts';
import { installSmallWidgets, smallWidget } from './small-widgets.ts';
import { hasWidgets } from './widget-packages.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const SVG =
  "<svg xmlns='http://www.w3.org/2000/svg' width='40' height='20'><rect width='40' height='20'/></svg>";

/** A widget of a package that nobody has, with more in its state, and more beside it. */
function widget(state: string, beside: string): string {
  return `import ipywidgets, traitlets
class Other(ipywidgets.DOMWidget):
    _model_name = traitlets.Unicode('OtherModel').tag(sync=True)
    _model_module = traitlets.Unicode('other-package').tag(sync=True)
    _view_name = traitlets.Unicode('OtherView').tag(sync=True)
    _view_module = traitlets.Unicode('other-package').tag(sync=True)
    ${state}
    def _repr_mimebundle_(self, **kwargs):
        view = {'model_id': self.model_id, 'version_major': 2, 'version_minor': 0}
        return {'application/vnd.jupyter.widget-view+json': view, 'text/plain': 'Other()', ${beside}}
other = Other()
other`;
}

const DATA_URL = `_data_url = traitlets.Unicode("data:image/svg+xml;utf8,${SVG.replaceAll('"', "'")}").tag(sync=True)`;

function frameIn(page: Page, cell: string): FrameLocator {
  return outputs(page, cell).frameLocator('iframe.widget-frame');
}

/** A notebook that another program saved, with the state of a counter. */
function savedCounter(value: number): string {
  const names = { model_name: 'SmallModel', model_module: 'small-widgets', model_module_version: '1.0.0' };
  const view = { _view_name: 'CounterView', _view_module: 'small-widgets', _view_module_version: '1.0.0' };
  const widgets = { w1: { ...names, state: { ...view, value, layout: null } } };
  return JSON.stringify({
    nbformat: 4,
    nbformat_minor: 5,
    metadata: {
      widgets: {
        'application/vnd.jupyter.widget-state+json': { state: widgets, version_major: 2, version_minor: 0 },
      },
    },
    cells: [
      {
        id: 'c1',
        cell_type: 'code',
        execution_count: 1,
        metadata: {},
        source: 'Small()',
        outputs: [
          {
            output_type: 'execute_result',
            execution_count: 1,
            metadata: {},
            data: {
              'text/plain': `Small(value=${value})`,
              'application/vnd.jupyter.widget-view+json': {
                model_id: 'w1',
                version_major: 2,
                version_minor: 0,
              },
            },
          },
        ],
      },
    ],
  });
}

describe.skipIf(findChromium() === null || !hasWidgets())('widgets of other packages', () => {
  const suite = pageSuite();

  test.each([
    ['the picture that came with it', widget('pass', `'image/svg+xml': "${SVG}"`), 'img.image', ''],
    [
      'the HTML that came with it',
      widget('pass', "'text/html': '<b>in words</b>'"),
      '.html-output b',
      'in words',
    ],
    ['the picture in its state', widget(DATA_URL, ''), 'img.image', ''],
    [
      'the picture in its state, inside of another widget',
      `${widget(DATA_URL, '')};\nipywidgets.VBox([other])`,
      '.foreign-widget img',
      '',
    ],
    ['its text', widget('pass', ''), '.stream.result', 'Other()'],
  ])('%s is shown', async (_, source, place, text) => {
    const { page } = await suite.show([source]);
    await runAll(page, 1);
    const note = outputs(page, 'c1').getByText(
      'The code of other-package, which draws this widget, is not in the Python of this notebook.',
    );
    await note.waitFor({ timeout: 30_000 });
    await outputs(page, 'c1').locator(place).waitFor();
    expect(await outputs(page, 'c1').locator(place).textContent()).toContain(text);
    expect(await outputs(page, 'c1').getByText('Other()').count()).toBe(text === 'Other()' ? 1 : 0);
    await shoot(page, 'foreign-widget');
  });

  test('a widget is drawn by its package, acts on its kernel, and others follow', async () => {
    installSmallWidgets();
    const { page } = await suite.show([
      `${smallWidget('CounterView')}\ncounter = Small(value=3)\ncounter`,
      'ipywidgets.VBox([counter, ipywidgets.HTML("<b>below</b>")])',
      'counter.value * 100',
    ]);
    await runAll(page, 3);
    const first = frameIn(page, 'c1');
    await first.getByText('count is 3').waitFor({ timeout: 30_000 });
    const picture = first.getByAltText('a dot');
    await vi.waitFor(async () => {
      expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(9);
    });
    await outputs(page, 'c2').getByText('below').waitFor();
    await first.getByText('count is 3').click();
    await frameIn(page, 'c2').getByText('count is 4').waitFor();
    await outputs(page, 'c3').getByText('400').waitFor();
    await shoot(page, 'foreign-widget-drawn');
  });

  test('a widget gets the messages sent before it was drawn, and its model draws later ones into its views', async () => {
    installSmallWidgets();
    const { page } = await suite.show([
      `${smallWidget('PaperView', 'PaperModel')}\npaper = Small()\nfor n in range(3): paper.send({'line': f'line{n}'})\npaper`,
      "paper.send({'line': 'later'})",
    ]);
    await runAll(page, 1);
    await frameIn(page, 'c1').getByText('line0 line1 line2').waitFor({ timeout: 30_000 });
    await choose(page, 'c2');
    await page.keyboard.press('Control+Enter');
    await frameIn(page, 'c1').getByText('line0 line1 line2 later').waitFor({ timeout: 30_000 });
  });

  test('a widget that fails says why, once, in its place', async () => {
    installSmallWidgets();
    const { page, errors } = await suite.show([
      `${smallWidget('FailingView')}\nSmall()`,
      `${smallWidget('LateFailingView')}\nSmall()`,
      `${smallWidget('NoSuchView')}\nSmall()`,
    ]);
    await runAll(page, 3);
    const failures = { c1: 'no luck today', c2: 'no luck later', c3: 'small-widgets has no NoSuchView' };
    for (const [id, why] of Object.entries(failures)) {
      await outputs(page, id)
        .getByText(`The code of this widget failed: ${why}`)
        .waitFor({ timeout: 30_000 });
      expect(await outputs(page, id).locator('.stream.result').count()).toBe(1);
      expect(await outputs(page, id).locator('iframe').count()).toBe(0);
    }
    errors.length = 0;
  });

  test('the code of a widget sees neither the page nor what the page stores', async () => {
    installSmallWidgets();
    const { page } = await suite.show([`${smallWidget('SpyView')}\nSmall()`]);
    await runAll(page, 1);
    await frameIn(page, 'c1').getByText('got:').waitFor({ timeout: 30_000 });
    expect((await frameIn(page, 'c1').locator('body').textContent())?.trim()).toBe('got:');
  });

  test('a saved widget is drawn without its kernel once the notebook is trusted, and no code loads before', async () => {
    installSmallWidgets();
    const { page } = await suite.show(savedCounter(7));
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    await outputs(page, 'c1').getByText('Small(value=7)').waitFor();
    expect(await outputs(page, 'c1').locator('iframe').count()).toBe(0);
    expect(requests.filter((path) => path.includes('widget'))).toEqual([]);
    await page.getByText('Trust this notebook').first().click();
    await frameIn(page, 'c1').getByText('count is 7').waitFor({ timeout: 30_000 });
    await outputs(page, 'c1').getByText('This widget is shown as it was saved').waitFor();
    await frameIn(page, 'c1').getByText('count is 7').click({ force: true });
    expect(await frameIn(page, 'c1').getByText('count is 7').count()).toBe(1);
  });
});
