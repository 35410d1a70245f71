import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { seriousViolations } from './axe.ts';
import { findChromium, shoot } from './browser.ts';
import { cell, choose, gather, kernelReady, outputs, runAll, type Shown, write } from './notebook-page.ts';
import { pageSuite } from './page-suite.ts';
import { hasWidgets } from './widget-packages.ts';

const SOON = { timeout: 15_000 };

describe.skipIf(findChromium() === null || !hasWidgets())('widgets', () => {
  const suite = pageSuite();
  let shown: Shown;

  /** Moves a slider by keys. */
  async function move(page: Page, id: string, keys: readonly string[]): Promise<void> {
    await outputs(page, id).locator('.noUi-handle').first().focus();
    for (const key of keys) await page.keyboard.press(key);
  }

  test('interact runs its function anew, and the page is loaded without widgets', async () => {
    shown = await suite.show([
      'from ipywidgets import interact\n@interact(n=(0, 10))\ndef square(n=3):\n    print("square", n * n)',
    ]);
    const { page } = shown;
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
    await kernelReady(page);
    expect(loaded.filter((path) => path.includes('widgets'))).toEqual([]);
    await runAll(shown.page, 1);
    await outputs(page, 'c1').getByText('square 9').waitFor({ timeout: 30_000 });
    await move(page, 'c1', ['ArrowRight', 'ArrowRight']);
    await outputs(page, 'c1').getByText('square 25').waitFor(SOON);
    expect(await outputs(page, 'c1').innerText()).not.toContain('square 9');
    expect(loaded.some((path) => path.includes('widgets'))).toBe(true);
    await shoot(page, 'widgets-interact');
  }, 90_000);

  test('icons are drawn, with a font that is loaded for them', async () => {
    shown = await suite.show([
      'import ipywidgets as w\nw.VBox([w.Button(description="Go", icon="play"), w.Valid(value=True)])',
    ]);
    const { page } = shown;
    const isLoaded = () =>
      page.evaluate(() =>
        [...document.fonts].some(({ family, status }) => /FontAwesome/.test(family) && status === 'loaded'),
      );
    expect(await isLoaded()).toBe(false);
    await runAll(page, 1);
    await outputs(page, 'c1').locator('.fa-play').waitFor({ timeout: 30_000 });
    await expect.poll(isLoaded, SOON).toBe(true);
  }, 90_000);

  test('buttons print where they are, or into an Output widget', async () => {
    shown = await suite.show([
      [
        'import ipywidgets as w',
        'from IPython.display import clear_output, display',
        "out = w.Output(layout={'border': '1px solid gray'})",
        "plain, captured, clear = [w.Button(description=d) for d in ('Plain', 'Captured', 'Clear')]",
        "plain.on_click(lambda _: print('printed below'))",
        '@out.capture()',
        'def pressed(_):',
        "    print('into the box')",
        "    display({'text/html': '<b>bold</b>'}, raw=True)",
        'captured.on_click(pressed)',
        'clear.on_click(lambda _: clear_output())',
        'w.VBox([w.HBox([plain, captured, clear]), out])',
      ].join('\n'),
    ]);
    const { page } = shown;
    await runAll(shown.page, 1);
    await outputs(page, 'c1').getByRole('button', { name: 'Captured' }).click({ timeout: 30_000 });
    await outputs(page, 'c1').locator('.widget-output').getByText('into the box').waitFor(SOON);
    await outputs(page, 'c1').locator('.widget-output').getByText('bold').waitFor(SOON);
    await outputs(page, 'c1').getByRole('button', { name: 'Plain' }).click();
    await outputs(page, 'c1').getByText('printed below').waitFor(SOON);
    expect(await outputs(page, 'c1').locator('.widget-output').innerText()).not.toContain('printed');
    await shoot(page, 'widgets-buttons');
    await outputs(page, 'c1').getByRole('button', { name: 'Clear' }).click();
    await expect.poll(() => outputs(page, 'c1').innerText(), SOON).not.toContain('printed below');
    await outputs(page, 'c1').locator('.widget-output').getByText('into the box').waitFor();
  }, 90_000);

  test('links, observers, progress bars, formulas and pictures', async () => {
    shown = await suite.show([
      [
        'import ipywidgets as w, zlib, struct',
        "a, b, c = w.IntSlider(description='A $x^2$'), w.IntText(), w.Label()",
        "link = w.link((a, 'value'), (b, 'value'))",
        "a.observe(lambda change: setattr(c, 'value', 'saw %d' % change['new']), 'value')",
        'w.VBox([a, b, c])',
      ].join('\n'),
      "from tqdm.notebook import tqdm\nfor n in tqdm(range(40), desc='steps'): pass",
      [
        'def chunk(kind, data): return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))',
        "header = struct.pack('>IIBBBBB', 3, 2, 8, 0, 0, 0, 0)",
        "png = b'\\x89PNG\\r\\n\\x1a\\n' + chunk(b'IHDR', header) + chunk(b'IDAT', zlib.compress(b'\\0\\1\\2\\3' * 2)) + chunk(b'IEND', b'')",
        'upload = w.FileUpload()',
        'got = w.Label()',
        "upload.observe(lambda change: setattr(got, 'value', 'got %d bytes' % len(change['new'][0]['content'])), 'value')",
        'w.VBox([w.Image(value=png, width=30), upload, got])',
      ].join('\n'),
    ]);
    const { page } = shown;
    await runAll(shown.page, 3);
    await outputs(page, 'c1').locator('.katex').first().waitFor({ timeout: 30_000 });
    await move(page, 'c1', ['ArrowRight']);
    await outputs(page, 'c1').getByText('saw 1').waitFor(SOON);
    expect(await outputs(page, 'c1').locator('input[type=number]').inputValue()).toBe('1');
    await outputs(page, 'c2').getByText('40/40').waitFor(SOON);
    const bar = outputs(page, 'c2').locator('.progress-bar');
    await expect
      .poll(() => bar.evaluate((element) => (element as HTMLElement).style.width), SOON)
      .toBe('100%');
    const picture = outputs(page, 'c3').locator('img');
    await expect
      .poll(() => picture.evaluate((element) => (element as HTMLImageElement).naturalWidth), SOON)
      .toBe(3);
    const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, n) => n % 256));
    const chooser = page.waitForEvent('filechooser');
    await outputs(page, 'c3').getByRole('button', { name: 'Upload' }).click();
    await (await chooser).setFiles({ name: 'some.bin', mimeType: 'application/octet-stream', buffer: bytes });
    await outputs(page, 'c3').getByText('got 100000 bytes').waitFor(SOON);
    await shoot(page, 'widgets-many');
  }, 90_000);

  test('two pages stay in step, a new page shows the live state, and a restart says so', async () => {
    shown = await suite.show([
      "import ipywidgets as w\ns = w.IntSlider(description='level')\ns",
      'print("level is", s.value)',
    ]);
    const { page } = shown;
    await runAll(shown.page, 2);
    const handle = (on: Page) => outputs(on, 'c1').locator('.noUi-handle');
    await handle(page).waitFor({ timeout: 30_000 });
    const second = await page.context().newPage();
    await second.goto(page.url());
    await handle(second).waitFor(SOON);
    await move(page, 'c1', ['ArrowRight', 'ArrowRight', 'ArrowRight']);
    await expect.poll(() => handle(second).getAttribute('aria-valuenow'), SOON).toBe('3.0');
    await move(second, 'c1', ['ArrowRight']);
    await expect.poll(() => handle(page).getAttribute('aria-valuenow'), SOON).toBe('4.0');
    await page.reload();
    await expect.poll(() => handle(page).getAttribute('aria-valuenow'), SOON).toBe('4.0');
    await choose(page, 'c2');
    await page.keyboard.press('0');
    await page.keyboard.press('0');
    await page.locator('dialog').getByRole('button', { name: 'Restart' }).click();
    await outputs(page, 'c1').getByText('This widget has no kernel').waitFor(SOON);
    await outputs(second, 'c1').getByText('This widget has no kernel').waitFor(SOON);
    await shoot(page, 'widgets-no-kernel');
    await second.close();
  }, 90_000);

  test('a script calls the cell of a widget by its place', async () => {
    shown = await suite.show(['import ipywidgets as w\ns = w.IntSlider()\ns', 'print(s.value)']);
    const { page } = shown;
    await runAll(shown.page, 2);
    await outputs(page, 'c1').locator('.noUi-handle').waitFor({ timeout: 30_000 });
    await move(page, 'c1', ['ArrowRight']);
    await outputs(page, 'c2').getByText('1', { exact: true }).waitFor(SOON);
    await kernelReady(page);
    await choose(page, 'c2');
    const script = await gather(page);
    await expect.poll(() => script.innerText(), { timeout: 60_000 }).toContain('of any cell (cell 1)');
    expect(await script.innerText()).toContain('# %% cell 1 (execution 1)');
    expect(await page.locator('.side-panel, aside').first().innerText()).not.toMatch(/cell c\d/);
    await shoot(page, 'widget-script');
  }, 90_000);

  test('cells that read what a widget has changed have new inputs, and run again in reactive mode', async () => {
    shown = await suite.show([
      "import ipywidgets as w\ns = w.IntSlider(description='level')\ntotal = 0\nseen = []",
      'def add(change):\n    global total\n    total += change["new"]\n    seen.append(change["new"])\ns.observe(add, "value")\ns',
      'print("level", s.value)',
      'print("total", total, seen)',
      'print("other")',
    ]);
    const { page } = shown;
    const state = (id: string) => cell(page, id).locator('.state-bar').getAttribute('class');
    await runAll(shown.page, 5);
    await outputs(page, 'c5').getByText('other').waitFor({ timeout: 30_000 });
    await outputs(page, 'c2').locator('.noUi-handle').waitFor(SOON);
    await move(page, 'c2', ['ArrowRight']);
    await outputs(page, 'c3').getByText('level 1').waitFor(SOON);
    await outputs(page, 'c4').getByText('total 1 [1]').waitFor(SOON);
    await page.getByText('Reactive').click();
    await move(page, 'c2', ['ArrowRight']);
    await expect.poll(() => state('c3'), SOON).toContain('state-fresh');
    await expect.poll(() => state('c4'), SOON).toContain('state-fresh');
    for (const id of ['c1', 'c2', 'c5']) expect(await state(id)).toContain('state-settled');
    await cell(page, 'c3').locator('.state-bar').hover();
    await shoot(page, 'widgets-fresh');
    await choose(page, 'c4');
    await page.keyboard.press('Control+Enter');
    await outputs(page, 'c4').getByText('total 3 [1, 2]').waitFor(SOON);
    await expect.poll(() => state('c4'), SOON).toContain('state-settled');
    // a slider that is made anew begins anew, and so does what it had changed
    await page.getByText('Lazy').click();
    await choose(page, 'c1');
    await page.keyboard.press('Control+Enter');
    await outputs(page, 'c3').getByText('level 0').waitFor(SOON);
    await outputs(page, 'c4').getByText('total 0 []').waitFor(SOON);
    for (const id of ['c1', 'c2', 'c3', 'c4', 'c5']) {
      await expect.poll(() => state(id), SOON).toContain('state-settled');
    }
  }, 90_000);

  test('what was saved with the notebook is shown without a kernel, once it is trusted', async () => {
    const model = (name: string, state: object) => ({
      model_name: name,
      model_module: '@jupyter-widgets/controls',
      model_module_version: '2.0.0',
      state,
    });
    const state = {
      s: model('IntSliderModel', { description: 'saved', max: 10, value: 7, layout: 'IPY_MODEL_l' }),
      h: model('HTMLModel', {
        value: '<b>text</b><img src="x:" onerror="document.title = \'taken\'">',
        layout: 'IPY_MODEL_l',
      }),
      b: model('VBoxModel', { children: ['IPY_MODEL_s', 'IPY_MODEL_h'], layout: 'IPY_MODEL_l' }),
      l: {
        model_name: 'LayoutModel',
        model_module: '@jupyter-widgets/base',
        model_module_version: '2.0.0',
        state: {},
      },
    };
    const view = (id: string) => ({
      output_type: 'display_data',
      data: {
        'application/vnd.jupyter.widget-view+json': { model_id: id, version_major: 2, version_minor: 0 },
        'text/plain': `plain ${id} ${'long '.repeat(80)}`,
      },
      metadata: {},
    });
    const cells = ['b', 'unknown'].map((id, index) => ({
      cell_type: 'code',
      id: `c${index + 1}`,
      execution_count: 1,
      metadata: {},
      outputs: [view(id)],
      source: '1',
    }));
    const saved = {
      'application/vnd.jupyter.widget-state+json': { version_major: 2, version_minor: 0, state },
    };
    shown = await suite.show(
      JSON.stringify({ cells, metadata: { widgets: saved }, nbformat: 4, nbformat_minor: 5 }),
    );
    const { page } = shown;
    await outputs(page, 'c1').getByText('plain b').waitFor();
    expect(await seriousViolations(page)).toEqual([]);
    expect(await page.locator('.noUi-handle').count()).toBe(0);
    await outputs(page, 'c1').getByText('Trust this notebook').click();
    await expect
      .poll(() => outputs(page, 'c1').locator('.noUi-handle').getAttribute('aria-valuenow'), SOON)
      .toBe('7.0');
    await outputs(page, 'c1').getByText('shown as it was saved').waitFor();
    await outputs(page, 'c2').getByText('plain unknown').waitFor();
    await outputs(page, 'c2').getByText('This widget has no kernel').waitFor();
    expect(await page.title()).toBe('book — Sluice');
    expect(await page.locator('[onerror]').count()).toBe(0);
    // Chromium reports handlers that it meets while HTML is cleaned
    expect(shown.errors.splice(0).every((error) => error.includes('inline event handler'))).toBe(true);
    await shoot(page, 'widgets-saved');
  }, 60_000);

  test('a widget whose code is not there says so', async () => {
    shown = await suite.show([
      [
        'import ipywidgets as w, traitlets',
        'class Other(w.DOMWidget):',
        "    _model_name = traitlets.Unicode('OtherModel').tag(sync=True)",
        "    _model_module = traitlets.Unicode('other-widgets').tag(sync=True)",
        "    _view_name = traitlets.Unicode('OtherView').tag(sync=True)",
        "    _view_module = traitlets.Unicode('other-widgets').tag(sync=True)",
        'Other()',
      ].join('\n'),
      '1',
    ]);
    const { page } = shown;
    await runAll(shown.page, 1);
    await outputs(page, 'c1')
      .getByText('The code of other-widgets, which draws this widget, is not in the Python of this notebook.')
      .waitFor({ timeout: 30_000 });
    await shoot(page, 'widgets-other');
    await write(page, 'c2', '2');
    expect(await cell(page, 'c2').count()).toBe(1);
  }, 60_000);
});
