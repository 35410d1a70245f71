/** A percent file (`# %%`) in the page: it opens, runs, takes edits, and is saved as the same kind of file. */
import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Folder, makeFolder } from '../cli/sluice.ts';
import { findChromium, launch, openPage, type Served, serve } from './browser.ts';
import { choose, ids, kernelReady, outputs, write } from './notebook-page.ts';

const SOON = { timeout: 60_000 };

describe.skipIf(findChromium() === null)('a percent file', () => {
  let folder: Folder;
  let served: Served;
  let file: string;
  beforeAll(async () => {
    folder = makeFolder();
    file = folder.write('sums.py', '# %% [markdown]\n# # Sums\n\n# %%\nx = 20  # kept\n\n# %%\nx + 2\n');
    folder.write('module.py', 'y = 1\n');
    served = await serve(file);
  }, 60_000);
  afterAll(async () => {
    await served.stop();
    folder.remove();
  }, 60_000);

  test('opens, runs, and is saved with its own text', async () => {
    const browser = await launch();
    try {
      const { page, errors } = await openPage(browser, served.url);
      await page.getByRole('heading', { name: 'Sums', exact: true }).waitFor(SOON);
      expect(await page.title()).toBe('sums — Sluice');
      await kernelReady(page);
      await choose(page, 'cell-2');
      await page.keyboard.press('Shift+Enter');
      await page.keyboard.press('Control+Enter');
      await outputs(page, 'cell-3').getByText('22').waitFor(SOON);
      await write(page, 'cell-3', 'x + 3');
      await expect
        .poll(() => readFileSync(file, 'utf8'), SOON)
        .toBe('# %% [markdown]\n# # Sums\n\n# %%\nx = 20  # kept\n\n# %%\nx + 3\n');
      // another editor adds a cell above: the others keep their outputs
      writeFileSync(
        file,
        '# %% [markdown]\n# # Sums\n\n# %%\nw = 1\n\n# %%\nx = 20  # kept\n\n# %%\nx + 3\n',
      );
      await expect.poll(() => ids(page), SOON).toEqual(['cell-1', 'cell-4', 'cell-2', 'cell-3']);
      await outputs(page, 'cell-3').getByText('22').waitFor(SOON);
      expect(errors).toEqual([]);
      const url = new URL('/api/files?path=', served.url);
      const token = new URL(served.url).searchParams.get('token');
      const entries = await (await fetch(url, { headers: { Authorization: `token ${token}` } })).json();
      const types = (entries as { entries: { name: string; type: string }[] }).entries.map(
        ({ name, type }) => [name, type],
      );
      expect(types).toEqual([
        ['module.py', 'file'],
        ['sums.py', 'notebook'],
      ]);
      const rename = async (name: string): Promise<number> => {
        const change = { op: 'rename', path: 'sums.py', name };
        const headers = { Authorization: `token ${token}` };
        return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(change) })).status;
      };
      expect([await rename('sums.ipynb'), await rename('totals.py')]).toEqual([400, 200]);
    } finally {
      await browser.close();
    }
  }, 180_000);
});
