/** Outputs with scripts, which share one frame: what they know of each other, and where they stand. */

import type { Locator, Page } from 'playwright-core';
import { describe, expect, test, vi } from 'vitest';
import { findChromium, shoot } from './browser.ts';
import { cell, choose, outputs, runAll } from './notebook-page.ts';
import { pageSuite } from './page-suite.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const HTML = 'from IPython.display import HTML, Javascript, display\n';

/** A cell that shows this HTML. */
function html(text: string): string {
  return `${HTML}HTML('''${text}''')`;
}

/** A cell that shows a button which counts its clicks. */
function button(name: string): string {
  return html(
    `<button id="b-${name}" style="height: 40px">${name} 0</button><script>{
      const button = document.getElementById('b-${name}');
      let clicks = 0;
      button.onclick = () => { button.textContent = '${name} ' + ++clicks; };
    }</script>`,
  );
}

describe.skipIf(findChromium() === null)('outputs with scripts', () => {
  const suite = pageSuite();

  const world = (page: Page) => page.frameLocator('iframe.output-world');

  /** An element in the frame stands where the cell has kept room for its output. */
  async function standsIn(page: Page, element: Locator, id: string): Promise<void> {
    await expect
      .poll(async () => {
        const [inner, outer] = await Promise.all([
          element.boundingBox(),
          outputs(page, id).locator('.world-place').boundingBox(),
        ]);
        if (inner === null || outer === null) return 'is not there';
        return Math.abs(inner.y - outer.y) < 3 && Math.abs(inner.x - outer.x) < 3 ? 'stands' : [inner, outer];
      })
      .toBe('stands');
  }

  test.each([
    [
      'a library',
      [
        html('<script>window.kit = { word: "drawn" }</script>'),
        html('<p id="k"></p><script>document.getElementById("k").textContent = window.kit.word</script>'),
      ],
    ],
    [
      'an element with a short name',
      [
        html('<p id="t">empty</p>'),
        `${HTML}Javascript('document.querySelector("#t").textContent = "drawn"')`,
      ],
    ],
    [
      'a script without HTML',
      [`${HTML}Javascript('window.kit = "drawn"')`, `${HTML}Javascript('element.textContent = window.kit')`],
    ],
    [
      'an element of another cell',
      [
        html('<p id="target">waits</p>'),
        `${HTML}Javascript('document.getElementById("target").textContent = "drawn"')`,
      ],
    ],
    [
      'an element of the same cell',
      [
        `${HTML}display(HTML('<p id="own">waits</p>'))\ndisplay(Javascript('document.querySelector("#own").innerHTML = "drawn"'))`,
      ],
    ],
    ['element as in classic notebooks', [`${HTML}Javascript('element.append("<p>drawn</p>")')`]],
    [
      'a display that is updated',
      [
        `${HTML}h = display(HTML('<script>document.write("old")</script>'), display_id=True)`,
        `h.update(HTML('<script>document.write("<p>drawn</p>")</script>'))`,
      ],
    ],
    [
      'a script beside a type of an extension',
      [
        `${HTML}display({'application/javascript': 'element.textContent = "drawn"', 'application/vnd.other.v0+json': ''}, raw=True)`,
      ],
    ],
    [
      'a library of 4 MB',
      [
        `${HTML}Javascript('/*' + 'x' * 4_000_000 + '*/ window.kit = "drawn"')`,
        `${HTML}Javascript('element.textContent = window.kit')`,
      ],
    ],
    [
      'a module',
      [
        html('<script type="module">window.kit = Promise.resolve("drawn")</script>'),
        html(
          '<p id="m"></p><script>(async () => { while (!window.kit) await new Promise((done) => setTimeout(done, 20)); document.getElementById("m").textContent = await window.kit })()</script>',
        ),
      ],
    ],
    [
      'other styles for the frame',
      [html('<style>p { color: red }</style><script>document.write("<p>drawn</p>")</script>')],
    ],
  ])('%s', async (_, cells) => {
    const { page } = await suite.show(cells);
    await runAll(page, cells.length);
    await world(page).getByText('drawn', { exact: true }).waitFor({ timeout: 30_000 });
    // in the order in which they stand, when all come at once
    await page.reload();
    await world(page).getByText('drawn', { exact: true }).waitFor({ timeout: 30_000 });
  });

  test('a library that a script loads from a slow server is there for the next output', async () => {
    const { page } = await suite.show([
      `${HTML}Javascript('const first = document.createElement("script"); first.src = "https://library.invalid/first.js"; document.head.append(first)')`,
      `${HTML}Javascript('element.textContent = window.kit')`,
    ]);
    await page.route('https://library.invalid/*', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      const isFirst = route.request().url().endsWith('first.js');
      const body = isFirst
        ? 'const more = document.createElement("script"); more.src = "https://library.invalid/more.js"; document.body.append(more)'
        : 'window.kit = "drawn"';
      await route.fulfill({ contentType: 'text/javascript', body });
    });
    await runAll(page, 2);
    await world(page).getByText('drawn', { exact: true }).waitFor({ timeout: 30_000 });
  });

  test('the HTML of Altair takes the Vega that is here, and asks no server', async () => {
    // as its default renderer writes it, shortened
    const chart = (id: string) => `<div id="${id}"></div><script>(function(spec, options) {
      const paths = {
        vega: 'https://cdn.jsdelivr.net/npm/vega@6?noext',
        lite: 'https://cdn.jsdelivr.net/npm/vega-lite@6.4.1?noext',
        embed: 'https://cdn.jsdelivr.net/npm/vega-embed@7?noext',
      };
      const load = (lib) => new Promise((resolve, reject) => {
        const script = document.createElement('script');
        document.head.append(script);
        script.onload = resolve;
        script.onerror = () => reject('Error loading script: ' + paths[lib]);
        script.src = paths[lib];
      });
      const place = document.getElementById('${id}');
      load('vega').then(() => load('lite')).then(() => load('embed'))
        .catch((error) => { place.textContent = error; })
        .then(() => vegaEmbed(place, spec, options));
    })({data: {values: [{a: 1, b: 3}, {a: 2, b: 4}]}, mark: 'bar',
      encoding: {x: {field: 'a'}, y: {field: 'b', type: 'quantitative'}}}, {mode: 'vega-lite'});</script>`;
    const { page } = await suite.show([html(chart('one')), html(chart('two'))]);
    const asked: string[] = [];
    page.on('request', (request) => {
      if (/jsdelivr/.test(request.url())) asked.push(request.url());
    });
    await runAll(page, 2);
    for (const id of ['one', 'two'])
      await world(page).locator(`#${id} :is(canvas, svg)`).first().waitFor({ timeout: 60_000 });
    expect(asked).toEqual([]);
  });

  test('have no origin, and no way to the page', async () => {
    const { page } = await suite.show([
      `${HTML}Javascript('''let found = origin;
try { found += parent.document.title } catch { found += ' closed' }
try { found += document.cookie } catch { found += ' no cookie' }
try { found += localStorage.length } catch { found += ' no storage' }
element.textContent = found''')`,
    ]);
    await runAll(page, 1);
    await world(page).getByText('null closed no cookie no storage').waitFor({ timeout: 30_000 });
  });

  test('a script that fails says so, and those after it run', async () => {
    const { page } = await suite.show([
      `${HTML}Javascript('nothing()')`,
      `${HTML}Javascript('element.textContent = "after"')`,
    ]);
    await runAll(page, 2);
    await world(page).getByText('after').waitFor({ timeout: 30_000 });
    expect(await world(page).locator('.script-error').textContent()).toMatch(/nothing is not defined/);
  });

  test('stand at their places, can be clicked, and leave what is beside them alone', async () => {
    const { page } = await suite.show([button('one'), 'x = 1', button('two'), 'print("line\\n" * 5)']);
    await runAll(page, 4);
    const one = world(page).locator('#b-one');
    const two = world(page).locator('#b-two');
    await two.waitFor({ timeout: 30_000 });
    await standsIn(page, one, 'c1');
    await standsIn(page, two, 'c3');
    await one.click();
    await two.click();
    await world(page).getByText('one 1').waitFor();
    await world(page).getByText('two 1').waitFor();
    // the text of a cell between them
    await cell(page, 'c2').locator('.cm-content').click();
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText('x = 1\n\n\n\n\n\n\n\ny = 2');
    await standsIn(page, two, 'c3');
    await two.click();
    await world(page).getByText('two 2').waitFor();
    // a narrow window
    await page.setViewportSize({ width: 700, height: 800 });
    await standsIn(page, one, 'c1');
    await standsIn(page, two, 'c3');
    await page.setViewportSize({ width: 1200, height: 900 });
    // deleted: the others move up, and go on
    await page.keyboard.press('Escape');
    await choose(page, 'c2');
    await page.keyboard.press('d');
    await page.keyboard.press('d');
    await expect.poll(() => page.locator('#cell-c2').count()).toBe(0);
    await standsIn(page, two, 'c3');
    await world(page).getByText('two 2').waitFor();
    await choose(page, 'c1');
    await page.keyboard.press('d');
    await page.keyboard.press('d');
    await expect.poll(() => one.count()).toBe(0);
    await standsIn(page, two, 'c3');
    await two.click();
    await world(page).getByText('two 3').waitFor();
  });

  test('of a high output only what is not folded can be seen and clicked', async () => {
    const high = html(
      '<div style="height: 3000px"><button id="far" style="margin-top: 1500px">far</button></div><script></script>',
    );
    const { page } = await suite.show([high, button('below')]);
    await runAll(page, 2);
    const below = world(page).locator('#b-below');
    await below.waitFor({ timeout: 30_000 });
    await outputs(page, 'c1').getByText('Show all').waitFor();
    await standsIn(page, below, 'c2');
    // folding has moved it a moment ago
    await page.waitForTimeout(500);
    await below.click();
    await world(page).getByText('below 1').waitFor();
    const shape = () => page.locator('iframe.output-world').evaluate((frame) => frame.style.clipPath);
    const lowest = async () =>
      Math.max(...[...(await shape()).matchAll(/V\s*(\d+)/g)].map(([, end]) => Number(end)));
    expect(await lowest()).toBeLessThan(1_500);
    await outputs(page, 'c1').getByText('Show all').click();
    await expect.poll(lowest).toBeGreaterThan(3_000);
    await standsIn(page, below, 'c2');
    // collapsed and shown again: it has gone on meanwhile
    await choose(page, 'c2');
    await page.keyboard.press('o');
    await expect.poll(() => below.isVisible()).toBe(false);
    await page.keyboard.press('o');
    await standsIn(page, below, 'c2');
    await world(page).getByText('below 1').waitFor();
  });

  test.each([false, true])('forty are in one frame, dark: %s', async (dark) => {
    const cells = Array.from({ length: 40 }, (_, n) =>
      html(
        `<div id="spot">none</div><script>window.many = (window.many ?? 0) + 1; document.getElementById("spot").textContent = "number " + window.many + " of ${n + 1}"</script>`,
      ),
    );
    const { page } = await suite.show(cells, { dark });
    await runAll(page, 40);
    await expect.poll(() => world(page).getByText('number 40 of 40').count(), { timeout: 60_000 }).toBe(1);
    expect(await page.locator('iframe').count()).toBe(1);
    for (const id of ['c40', 'c20', 'c1']) {
      await cell(page, id).scrollIntoViewIfNeeded();
      await standsIn(page, world(page).getByText(new RegExp(`of ${id.slice(1)}$`)), id);
    }
    await shoot(page, dark ? 'shared-frame-dark' : 'shared-frame');
  });
});
