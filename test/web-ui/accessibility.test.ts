import { describe, expect, test } from 'vitest';
import { seriousViolations } from './axe.ts';
import { findChromium, shoot } from './browser.ts';
import { choose, kernelReady, outputs, type Shown } from './notebook-page.ts';
import { pageSuite } from './page-suite.ts';
import { hasWidgets } from './widget-packages.ts';

const WIDGETS = [
  'import ipywidgets as w',
  "names = dict(description='name')",
  'kinds = [w.IntSlider, w.FloatRangeSlider, w.IntText, w.Text, w.Textarea, w.Checkbox, w.ToggleButton, w.Button, w.IntProgress, w.DatePicker, w.ColorPicker]',
  'many = [kind(**names) for kind in kinds]',
  "many += [kind(options=['a', 'b'], **names) for kind in (w.Dropdown, w.Select, w.RadioButtons, w.ToggleButtons)]",
  "tabs = w.Tab([w.HTML('<b>one</b>'), w.Label('two')], titles=['One', 'Two'])",
  "folds = w.Accordion([w.Label('in it')], titles=['Open'], selected_index=0)",
  'out = w.Output()',
  "with out: print('captured')",
  'w.VBox([*many, tabs, folds, out])',
].join('\n');

describe.skipIf(findChromium() === null)('what axe finds', () => {
  const suite = pageSuite();
  let shown: Shown;

  test.each([
    [1200, false],
    [1200, true],
    [420, false],
  ])(
    'nothing serious in panels, dialogs, and a notebook that runs, at %i, dark: %s',
    async (width, dark) => {
      const cells = [
        hasWidgets() ? WIDGETS : '1',
        'x = 1\nprint(x)\n1 / 0',
        'y = x + nobody',
        'who = input("Who? ")',
        'print(x)',
      ];
      shown = await suite.show(cells, { width, dark });
      const { page } = shown;
      const clean = async (what: string) => {
        await page.waitForTimeout(200);
        expect({ what, found: await seriousViolations(page) }).toEqual({ what, found: [] });
      };
      const name = `${width}-${dark ? 'dark' : 'light'}`;
      await kernelReady(page);
      await choose(page, 'c1');
      for (let n = 0; n < 5; n += 1) await page.keyboard.press('Shift+Enter');
      await page.getByLabel('Who?').waitFor({ timeout: 30_000 });
      if (hasWidgets()) await outputs(page, 'c1').getByText('captured').waitFor({ timeout: 20_000 });
      await page.locator('.cm-lintRange').first().waitFor({ timeout: 10_000 });
      await clean('a notebook that runs, with widgets, an error, a prompt and a marked name');
      await shoot(page, `axe-running-${name}`);
      await page.getByLabel('Who?').fill('Ada');
      await page.keyboard.press('Enter');
      await page.waitForSelector('.kernel-idle', { timeout: 20_000 });
      for (const panel of ['Outline', 'Variables', 'Graph', 'Slice', 'Problems']) {
        await choose(page, 'c2');
        await page.getByRole('button', { name: panel, exact: true }).click();
        await page.locator('.side-panel').waitFor();
        await page.waitForTimeout(400);
        await clean(`the panel ${panel}`);
        await shoot(page, `axe-${panel.toLowerCase()}-${name}`);
        await page.locator('.side-panel').getByLabel('Close').click();
      }
      await choose(page, 'c2');
      for (const [what, key] of [
        ['the palette', 'Control+Shift+c'],
        ['the keys', 'h'],
        ['the find bar', 'f'],
      ] as const) {
        await page.keyboard.press(key);
        await page.waitForTimeout(200);
        await shoot(page, `axe-${what.slice(4).replace(' ', '-')}-${name}`);
        await clean(what);
        await page.keyboard.press('Escape');
        await page.keyboard.press('Escape');
      }
      const moves = await page.evaluate(
        () =>
          [...document.querySelectorAll('*')]
            .flatMap((element) => ['', '::before', '::after'].map((part) => getComputedStyle(element, part)))
            .filter((style) => style.animationName !== 'none' || style.transitionDuration !== '0s').length,
      );
      expect(moves).toBe(0);
    },
    120_000,
  );
});
