/** Running cells in the page. The file is long: one test for each action of a person. */

import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { seriousViolations } from './axe.ts';
import { findChromium, lastSigned, serve, shoot } from './browser.ts';
import { cell, choose, kernelReady, outputs, runAll, type Shown, write } from './notebook-page.ts';
import { pageSuite } from './page-suite.ts';

const SOON = { timeout: 8_000 };

describe.skipIf(findChromium() === null)('running cells in the browser', () => {
  const suite = pageSuite();
  let shown: Shown;

  test('figures, tables, formulas, Markdown, JSON and SVG', async () => {
    shown = await suite.show([
      "import matplotlib.pyplot as plt\n%config InlineBackend.figure_format = 'retina'\nplt.plot([1, 3, 2]); plt.show()\nplt.plot([2, 1]); plt.show()",
      "import pandas as pd\npd.DataFrame({f'column {n}': range(3) for n in range(40)})",
      'from IPython.display import Latex, Markdown, JSON, SVG, display\ndisplay(Latex(r\'$\\frac{1}{2}$\'), Markdown(\'**bold** $x^2$\'))\ndisplay(JSON({\'a\': [1, {\'b\': None}]}))\nSVG(\'<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20"/></svg>\')',
    ]);
    const { page } = shown;
    await runAll(shown.page, 3);
    await outputs(page, 'c1').locator('img').nth(1).waitFor({ timeout: 60_000 });
    await outputs(page, 'c2').locator('table').waitFor();
    await outputs(page, 'c3').locator('.katex').nth(1).waitFor();
    await outputs(page, 'c3').getByText('bold').waitFor();
    await outputs(page, 'c3').locator('img').waitFor();
    await outputs(page, 'c3').locator('.json-node').first().waitFor();
    const { html, box } = await outputs(page, 'c2')
      .locator('.html-output')
      .evaluate((element) => ({
        html: element.scrollWidth,
        box: element.clientWidth,
      }));
    expect(html).toBeGreaterThan(box);
    await shoot(page, 'outputs');
  }, 120_000);

  test('plotly and vega charts draw in frames, offline', async () => {
    const bar =
      "{'data': [{'type': 'bar', 'x': ['a', 'b'], 'y': [1, 3]}], 'layout': {'height': 240, 'title': {'text': 'Bars'}}}";
    const points =
      "{'$schema': 'https://vega.github.io/schema/vega-lite/v5.json', 'data': {'values': [{'u': 1, 'v': 2}, {'u': 2, 'v': 1}]}, 'mark': 'point', 'encoding': {'x': {'field': 'u', 'type': 'quantitative'}, 'y': {'field': 'v', 'type': 'quantitative'}}}";
    shown = await suite.show([
      `from IPython.display import display\ndisplay({'application/vnd.plotly.v1+json': ${bar}, 'text/plain': 'Figure'}, raw=True)`,
      `display({'application/vnd.vegalite.v5+json': ${points}, 'text/plain': 'Chart'}, raw=True)`,
    ]);
    const { page } = shown;
    await page.context().route(/^https?:\/\/(?!127\.0\.0\.1)/, (route) => route.abort());
    await runAll(shown.page, 2);
    await outputs(page, 'c1').frameLocator('iframe').getByText('Bars').waitFor({ timeout: 30_000 });
    await outputs(page, 'c2')
      .frameLocator('iframe')
      .locator('canvas, svg.marks')
      .waitFor({ timeout: 30_000 });
    await page.waitForTimeout(500);
    await shoot(page, 'charts');
  }, 90_000);

  test.each([false, true])(
    'colours of terminals can be read, dark: %s',
    async (dark) => {
      const source = [
        'for b in range(40, 48):',
        '    print(*(f"\\x1b[{f};{b}mtext\\x1b[0m" for f in range(30, 38)))',
        'print(*(f"\\x1b[38;5;{n}m{n}\\x1b[0m \\x1b[48;5;{n}m{n}\\x1b[0m" for n in range(16, 256, 5)))',
        'print("plain \\x1b[7minverse \\x1b[32mgreen\\x1b[27m green\\x1b[0m \\x1b[38;5;7mnot inverse\\x1b[0m")',
        'def f(x):\n    if x is not None:\n        return 1 / 0\nf(1)',
      ].join('\n');
      const { page } = await suite.show([source], { dark });
      await runAll(page, 1);
      await outputs(page, 'c1').locator('.error-output').waitFor({ timeout: 30_000 });
      const inverse = outputs(page, 'c1').locator('.ansi-inverse');
      expect(await inverse.allInnerTexts()).toEqual(['inverse green']);
      const background = outputs(page, 'c1').locator('.ansi-green-bg').first();
      expect(await background.evaluate((one) => getComputedStyle(one).backgroundColor)).not.toMatch(/, 0\)$/);
      expect(await seriousViolations(page)).toEqual([]);
      await shoot(page, `terminal-colours-${dark ? 'dark' : 'light'}`);
    },
    60_000,
  );

  test('task lists, Python code and directions in texts; formulas are not numbered', async () => {
    const markdown = [
      '- [ ] open\n- [x] done\n- not [ ] one',
      '```python\nreturn 1\n```\n\n```\nreturn 1\n```',
      '> שלום עולם',
      'left',
      '\\begin{align}a&=1\\\\b&=2\\end{align}\n\n\\begin{equation}x\\tag{A}\\end{equation}',
    ].join('\n\n');
    const cells = [{ cell_type: 'markdown', id: 'c1', metadata: {}, source: markdown }];
    const notebook = { nbformat: 4, nbformat_minor: 5, metadata: {}, cells };
    shown = await suite.show(JSON.stringify(notebook));
    const text = cell(shown.page, 'c1').locator('.markdown');
    await text.locator('.katex').nth(1).waitFor();
    const boxes = text.locator('input[type=checkbox]');
    expect(await boxes.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).checked))).toEqual([
      false,
      true,
    ]);
    expect(await text.locator('.tok-keyword').allInnerTexts()).toEqual(['return']);
    const directions = text.locator('blockquote, p:not(blockquote p)');
    expect(await directions.evaluateAll((all) => all.map((one) => getComputedStyle(one).direction))).toEqual([
      'rtl',
      'ltr',
    ]);
    const numbers = text.locator('.eqn-num');
    expect(await numbers.count()).toBeGreaterThan(0);
    const shownNumbers = await numbers.evaluateAll((all) =>
      all.map((one) => getComputedStyle(one, '::before').content),
    );
    expect(new Set(shownNumbers)).toEqual(new Set(['none']));
    expect(await text.locator('.katex-html').last().innerText()).toContain('A');
    expect(await seriousViolations(shown.page)).toEqual([]);
    await shoot(shown.page, 'texts');
  }, 60_000);

  test('a traceback leads to the cell and the line', async () => {
    shown = await suite.show(['def broken():\n    x = 1\n    return x / 0', 'broken()']);
    const { page } = shown;
    await runAll(shown.page, 2);
    const place = outputs(page, 'c2').locator('.place', { hasText: '[1]' });
    await place.waitFor({ timeout: 30_000 });
    await cell(page, 'c2').locator('.state-failed').waitFor({ state: 'attached' });
    await place.click();
    await expect.poll(() => cell(page, 'c1').getAttribute('class')).toContain('editing');
    const line = () =>
      page.evaluate(() => getSelection()?.anchorNode?.parentElement?.closest('.cm-line')?.textContent ?? '');
    await expect.poll(line).toContain('return x / 0');
    await shoot(page, 'traceback');
  }, 60_000);

  test('input and getpass ask', async () => {
    shown = await suite.show([
      'name = input("Who? ")\nfrom getpass import getpass\nword = getpass("Word: ")\nprint(name, len(word))',
    ]);
    const { page } = shown;
    await runAll(shown.page, 1);
    await page.getByLabel('Who?').fill('Ada');
    await page.keyboard.press('Enter');
    await page.waitForSelector('input[type=password]');
    await shoot(page, 'password');
    await page.locator('input[type=password]').fill('secret');
    await page.keyboard.press('Enter');
    await outputs(page, 'c1').getByText('Ada 6').waitFor({ timeout: 30_000 });
  }, 60_000);

  test('the queue shows its order, elapsed time, and interrupting cancels it', async () => {
    shown = await suite.show(['import time\ntime.sleep(60)', '1', '2']);
    const { page } = shown;
    await runAll(shown.page, 3);
    await page.waitForSelector('.state-running', { timeout: 30_000 });
    await expect.poll(() => cell(page, 'c3').locator('.count').innerText()).toBe('2nd');
    await cell(page, 'c1').locator('.elapsed').waitFor();
    await page.getByText('2 cells wait').waitFor();
    await shoot(page, 'queue');
    await choose(page, 'c2');
    await page.keyboard.press('i');
    await page.keyboard.press('i');
    await outputs(page, 'c1').getByText('KeyboardInterrupt').first().waitFor({ timeout: 30_000 });
    await expect
      .poll(() => cell(page, 'c3').locator('.state-bar').getAttribute('class'))
      .toContain('state-unrun');
  }, 60_000);

  test('after the kernel has died, running a cell starts a new one', async () => {
    shown = await suite.show(['import os\nprint(os.getpid())', 'a = 1\nprint("a", a)', 'os._exit(3)']);
    const { page } = shown;
    const title = (id: string) => cell(page, id).locator('.state-bar').getAttribute('title');
    await runAll(page, 3);
    const died = page.locator('.kernel-dead');
    await died.waitFor({ timeout: 30_000 });
    await expect.poll(() => title('c2')).toBe('Not run since the restart');
    await expect.poll(() => title('c3')).toContain('the kernel died while this ran');
    await cell(page, 'c3').getByText('the kernel died while this ran').waitFor();
    await shoot(page, 'dead-kernel');
    await choose(page, 'c1');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.press('Shift+Enter');
    await expect.poll(() => title('c2'), { timeout: 30_000 }).toBe('Up to date');
    expect(await cell(page, 'c2').locator('.count').innerText()).toBe('[2]');
    expect(await page.locator('.banner').count()).toBe(0);
    await expect.poll(() => title('c3')).toContain('the kernel died while this ran');
    // also one that has died while nothing ran
    process.kill(Number(await outputs(page, 'c1').innerText()), 'SIGKILL');
    await died.waitFor({ timeout: 30_000 });
    await expect.poll(() => title('c2')).toBe('Not run since the restart');
    await write(page, 'c3', 'print("end", a)');
    await page.keyboard.press('Escape');
    await page.getByLabel('Run all cells').click();
    await outputs(page, 'c3').getByText('end 1').waitFor({ timeout: 30_000 });
    await expect.poll(() => title('c3')).toBe('Up to date');
  }, 90_000);

  test('restarting forgets what ran', async () => {
    shown = await suite.show(['x = 1', 'x']);
    const { page } = shown;
    await runAll(shown.page, 1);
    await cell(page, 'c1').locator('.state-settled').waitFor({ state: 'attached', timeout: 30_000 });
    await choose(page, 'c2');
    await page.keyboard.press('0');
    await page.keyboard.press('0');
    await page.locator('dialog').getByRole('button', { name: 'Restart' }).click();
    await cell(page, 'c1').locator('.state-unrun').waitFor({ state: 'attached', timeout: 30_000 });
    await kernelReady(page);
    await page.keyboard.press('Control+Enter');
    // what it needs runs before it
    await cell(page, 'c1').locator('.state-settled').waitFor({ state: 'attached', timeout: 30_000 });
    await outputs(page, 'c2').getByText('1').first().waitFor({ timeout: 30_000 });
  }, 60_000);

  test('progress bars print over themselves; displays are updated; outputs are cleared', async () => {
    shown = await suite.show([
      "import sys\nfor n in range(101): print(f'\\r{n}% done', end='')\nprint()",
      "from IPython.display import display, clear_output\nh = display('first', display_id=True)",
      "h.update('second')\nfor n in range(5):\n    clear_output(wait=True)\n    print('round', n)",
    ]);
    const { page } = shown;
    await runAll(shown.page, 3);
    await outputs(page, 'c1').getByText('100% done').waitFor({ timeout: 30_000 });
    expect(await outputs(page, 'c1').innerText()).not.toContain('99%');
    await outputs(page, 'c2').getByText('second').waitFor();
    await outputs(page, 'c3').getByText('round 4').waitFor();
    expect(await outputs(page, 'c3').innerText()).not.toContain('round 3');
  }, 60_000);

  test('10 MB of output do not freeze the page; what is kept of them is saved', async () => {
    shown = await suite.show(["for n in range(100_000): print('x' * 99)", '1 + 1']);
    const { page } = shown;
    await runAll(shown.page, 1);
    await page.waitForSelector('.kernel-idle', { timeout: 60_000 });
    await outputs(page, 'c1').getByText('Show all').waitFor();
    const started = Date.now();
    await write(page, 'c2', '20 + 3');
    await page.keyboard.press('Control+Enter');
    await outputs(page, 'c2').getByText('23').waitFor({ timeout: 30_000 });
    expect(Date.now() - started).toBeLessThan(10_000);
    await expect.poll(() => readFileSync(shown.file, 'utf8').length, SOON).toBeGreaterThan(2_000_000);
    await shoot(page, 'long-output');
  }, 120_000);

  test('scripts of outputs run only when trusted, and only in a frame', async () => {
    const html =
      "<b>shown</b><script>document.body.append('ran'); try { parent.document.title = 'taken' } catch {}</script>";
    const output = { output_type: 'display_data', data: { 'text/html': html }, metadata: {} };
    const stored = {
      cell_type: 'code',
      id: 'c1',
      execution_count: 1,
      metadata: {},
      outputs: [output],
      source: '1',
    };
    shown = await suite.show(
      JSON.stringify({ cells: [stored], metadata: {}, nbformat: 4, nbformat_minor: 5 }),
    );
    const { page } = shown;
    await outputs(page, 'c1').getByText('shown').waitFor();
    expect(await page.locator('iframe').count()).toBe(0);
    await page.getByText('Trust this notebook').click();
    await page.frameLocator('iframe').getByText('ran').waitFor();
    expect(await page.title()).toBe('book — Sluice');
  }, 60_000);

  test('the outputs of a cell have one note about trust together', async () => {
    const output = (html: string) => ({
      output_type: 'display_data',
      data: { 'text/html': html },
      metadata: {},
    });
    const script = output('<p>a</p><script>1</script>');
    const image = output('<img src="https://example.org/a.png" alt="far">');
    const stored = (id: string, all: readonly object[]) => ({
      cell_type: 'code',
      id,
      execution_count: 1,
      metadata: {},
      outputs: all,
      source: '1',
    });
    const cells = [
      stored('c1', [script, script, image, script]),
      stored('c2', [script]),
      stored('c3', [output('<p>b</p>')]),
    ];
    shown = await suite.show(JSON.stringify({ cells, metadata: {}, nbformat: 4, nbformat_minor: 5 }));
    const { page } = shown;
    const notes = (id: string) => cell(page, id).locator('.trust-note');
    await notes('c1').waitFor();
    expect(await notes('c1').allInnerTexts()).toEqual([
      'These outputs have scripts that did not run here. Something here is on another server, and was not loaded. Trust this notebook',
    ]);
    expect(await notes('c2').allInnerTexts()).toEqual([
      'This output has scripts that did not run here. Trust this notebook',
    ]);
    expect(await notes('c3').count()).toBe(0);
    await shoot(page, 'trust-note');
  }, 60_000);

  test('trust is kept as Jupyter keeps it: for what the file holds, and nothing else', async () => {
    const output = (word: string) => ({
      output_type: 'display_data',
      data: { 'text/html': `<b>${word}</b><script>document.body.append('ran ${word}')</script>` },
      metadata: {},
    });
    const text = (word: string) => {
      const stored = { cell_type: 'code', id: 'c1', execution_count: 1, metadata: {} };
      const cells = [{ ...stored, outputs: [output(word)], source: '1' }];
      return JSON.stringify({ cells, metadata: {}, nbformat: 4, nbformat_minor: 5 });
    };
    const own = `word${Date.now()}`;
    shown = await suite.show(text(own));
    const { page } = shown;
    const reopen = async () => {
      const served = await serve(shown.file);
      await page.goto(served.url);
      await outputs(page, 'c1')
        .getByText(/word|other/)
        .first()
        .waitFor();
      return served;
    };
    const before = lastSigned();
    await page.getByText('Trust this notebook').click();
    await page.frameLocator('iframe').getByText(`ran ${own}`).waitFor();
    // signing takes a Python
    await expect.poll(lastSigned, { timeout: 20_000 }).not.toEqual(before);
    const again = await serve(shown.file);
    await page.goto(again.url);
    await page.frameLocator('iframe').getByText(`ran ${own}`).waitFor({ timeout: 20_000 });
    await again.stop();
    writeFileSync(shown.file, text('other'));
    const changed = await reopen();
    await page.getByText('Trust this notebook').waitFor();
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    expect(await page.locator('iframe').count()).toBe(0);
    await changed.stop();
    // the page noticed that servers went
    shown.errors.splice(0);
  }, 90_000);

  test('a file that changed on disk is neither overwritten nor lost', async () => {
    shown = await suite.show(['1']);
    const { page } = shown;
    const other = readFileSync(shown.file, 'utf8').replace('"1"', '"from outside"');
    await write(page, 'c1', 'typed');
    writeFileSync(shown.file, other);
    await page.getByText('The file has changed on disk').waitFor({ timeout: 10_000 });
    await shoot(page, 'conflict');
    await write(page, 'c1', 'mine');
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(readFileSync(shown.file, 'utf8')).toBe(other);
    await page.getByText('Take the file on disk').click();
    await expect.poll(() => cell(page, 'c1').locator('.cm-content').innerText()).toBe('from outside');
    await write(page, 'c1', 'mine again');
    await expect.poll(() => readFileSync(shown.file, 'utf8'), SOON).toContain('mine again');
  }, 60_000);

  test('a file that changed on disk is shown as it is there, where nothing is unsaved and no cell runs', async () => {
    shown = await suite.show(['1', 'import time; time.sleep(4)']);
    const { page, file } = shown;
    const text = (from: string, to: string): string => readFileSync(file, 'utf8').replace(from, to);
    const first = cell(page, 'c1').locator('.cm-content');
    await write(page, 'c1', 'mine');
    await expect.poll(() => readFileSync(file, 'utf8'), SOON).toContain('mine');
    // an editor that writes in two steps
    const whole = text('mine', 'of a checkout');
    writeFileSync(file, whole.slice(0, 100));
    await page.getByText('The file has changed on disk').waitFor({ timeout: 10_000 });
    writeFileSync(file, whole);
    await expect.poll(() => first.innerText(), SOON).toBe('of a checkout');
    await page.getByText('Another program has changed the file').waitFor();
    expect(await page.getByText('The file has changed on disk').count()).toBe(0);
    await write(page, 'c1', 'mine again');
    await expect.poll(() => readFileSync(file, 'utf8'), SOON).toContain('mine again');
    await kernelReady(page);
    await choose(page, 'c2');
    await page.keyboard.press('Control+Enter');
    await cell(page, 'c2').locator('.state-bar[title*="unning"]').waitFor({ timeout: 30_000 });
    writeFileSync(file, text('mine again', 'of another checkout'));
    await page.getByText('The file has changed on disk').waitFor({ timeout: 10_000 });
    expect(await first.innerText()).toBe('mine again');
    await page.getByText('Take the file on disk').click();
    await expect.poll(() => first.innerText()).toBe('of another checkout');
  }, 60_000);

  test('outputs that came while the page was closed are there when it is back', async () => {
    shown = await suite.show([
      "import time\nfor n in range(6):\n    print('step', n, flush=True)\n    time.sleep(0.3)",
    ]);
    const { page } = shown;
    await runAll(shown.page, 1);
    await outputs(page, 'c1').getByText('step 0').waitFor({ timeout: 30_000 });
    await page.goto('about:blank');
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    await page.goto(`${shown.url}#c1`);
    await outputs(page, 'c1').getByText('step 5').waitFor();
    expect(await cell(page, 'c1').getAttribute('class')).toContain('active');
  }, 60_000);
});
