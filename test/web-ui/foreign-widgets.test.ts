/** Widgets of packages whose code is not here: what is shown in their place. */

import { describe, expect, test, vi } from 'vitest';
import { findChromium, shoot } from './browser.ts';
import { outputs, runAll } from './notebook-page.ts';
import { pageSuite } from './page-suite.ts';
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
    ['only what to do', widget('pass', ''), '.foreign-widget', ''],
  ])('%s is shown', async (_, source, place, text) => {
    const { page } = await suite.show([source]);
    await runAll(page, 1);
    const note = outputs(page, 'c1').getByText(
      'Widgets of other-package do not work here: open the notebook in JupyterLab to use this one.',
    );
    await note.waitFor({ timeout: 30_000 });
    await outputs(page, 'c1').locator(place).waitFor();
    expect(await outputs(page, 'c1').locator(place).textContent()).toContain(text);
    expect(await outputs(page, 'c1').getByText('Other()').count()).toBe(0);
    await shoot(page, 'foreign-widget');
  });
});
