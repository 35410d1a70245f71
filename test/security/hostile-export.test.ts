/** Exports of a foreign notebook: no drawing in it keeps the exporting process busy for ever, or blocks it. */

import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { type Cell, parseNotebook } from '../../runtime/documents/index.ts';
import { drawnPage } from '../../runtime/export/index.ts';
import { makeFolder } from '../cli/sluice.ts';

const WISHES = { code: 'shown', trusted: false, explanation: null } as const;

function notebook(cell: object): { path: string; cells: readonly Cell[]; language: null } {
  const json = { nbformat: 4, nbformat_minor: 4, metadata: {}, cells: [{ metadata: {}, ...cell }] };
  return { ...parseNotebook(JSON.stringify(json), 'a.ipynb'), language: null };
}

function shown(data: object): object {
  const outputs = [{ output_type: 'display_data', metadata: {}, data }];
  return { cell_type: 'code', source: 'x', execution_count: 1, outputs };
}

/** The longest delay of this process while it waited for the page. */
async function longestDelay(page: Promise<string>): Promise<number> {
  let longest = 0;
  let isDone = false;
  const done = page.then(
    () => (isDone = true),
    () => (isDone = true),
  );
  while (!isDone) {
    const began = performance.now();
    await Promise.race([sleep(20), done]);
    longest = Math.max(longest, performance.now() - began);
  }
  return longest;
}

const BILLION = {
  width: 1,
  height: 1,
  data: [{ name: 't', transform: [{ type: 'sequence', start: 0, stop: 1e9 }] }],
  marks: [],
};

describe('an exported page', { timeout: 180_000 }, () => {
  test('with a chart of a billion numbers is refused', async () => {
    const page = drawnPage(notebook(shown({ 'application/vnd.vega.v5+json': BILLION })), WISHES);
    const delay = longestDelay(page);
    await expect(page).rejects.toThrow(/cannot be drawn: it takes more than/);
    // (in this thread the delay would be the whole time)
    expect(await delay).toBeLessThan(5_000);
  });

  test('with HTML in ten thousands of elements is drawn beside the process', async () => {
    const page = drawnPage(notebook(shown({ 'text/html': '<div>'.repeat(30_000) })), WISHES);
    const delay = longestDelay(page);
    expect(await page).toContain('class="outputs"');
    expect(await delay).toBeLessThan(1_000);
  });

  test('has no file that a link with the name of a picture leads to', async () => {
    const folder = makeFolder({ 'secret.txt': 'mine', 'project/own.png': 'picture' });
    try {
      const project = join(folder.path, 'project');
      symlinkSync('../secret.txt', join(project, 'pic.png'));
      symlinkSync('own.png', join(project, 'link.png'));
      const source = '![a](pic.png) ![b](../secret.png) ![c](link.png)';
      const { cells } = notebook({ cell_type: 'markdown', source });
      const page = await drawnPage({ path: join(project, 'a.ipynb'), cells, language: null }, WISHES);
      const data = (text: string): string => Buffer.from(text).toString('base64');
      expect([page.includes(data('mine')), page.includes(data('picture'))]).toEqual([false, true]);
    } finally {
      folder.remove();
    }
  });

  test('with a formula of thousands of brackets has its text', async () => {
    const page = drawnPage(notebook({ cell_type: 'markdown', source: `$${'{'.repeat(30_000)}$` }), WISHES);
    expect(await page).toContain('<code>{{{');
  });
});
