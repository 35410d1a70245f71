/** Files that another program changes while a notebook is open: the page shows at once which cells are out of date, and their outputs. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findChromium, shoot } from './browser.ts';
import { cell, kernelReady, outputs, runAll } from './notebook-page.ts';
import { pageSuite } from './page-suite.ts';

const CELLS = ['import helpers', 'print(helpers.f(2))', "print(open('data.txt').read())", "print('other')"];

describe.skipIf(findChromium() === null)('files that another program changes', () => {
  const suite = pageSuite();

  test.each([
    { width: 1280, dark: false },
    { width: 800, dark: true },
    { width: 420, dark: false },
  ])(
    'cells run again, and a lazy notebook says why they are out of date ($width)',
    async (how) => {
      const { page, folder } = await suite.show(CELLS, how);
      const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
      write('helpers.py', 'def f(x): return x + 1\n');
      write('data.txt', 'one');
      await runAll(page, 4);
      await outputs(page, 'c4').getByText('other').waitFor({ timeout: 30_000 });
      await kernelReady(page);

      write('helpers.py', 'def f(x): return x * 100\n');
      await outputs(page, 'c2').getByText('200').waitFor({ timeout: 10_000 });
      write('data.txt', 'two');
      await outputs(page, 'c3').getByText('two').waitFor({ timeout: 10_000 });

      await page.getByRole('switch', { name: /Reactive|Lazy/ }).click();
      write('helpers.py', 'def f(x): return -x\n');
      write('data.txt', 'three');
      const why = (id: string) => cell(page, id).getByText('was changed by another program');
      await why('c1').waitFor({ timeout: 10_000 });
      await why('c3').waitFor({ timeout: 10_000 });
      expect(await why('c4').count()).toBe(0);
      await shoot(page, `changed-files-${how.width}`);
      await page.getByRole('switch', { name: /Reactive|Lazy/ }).click();
      await outputs(page, 'c2').getByText('-2').waitFor({ timeout: 20_000 });
      await outputs(page, 'c3').getByText('three').waitFor({ timeout: 20_000 });
    },
    120_000,
  );
});
