import { describe, expect, test } from 'vitest';
import { seriousViolations } from './axe.ts';
import { findChromium, shoot } from './browser.ts';
import { cell, choose, outputs } from './notebook-page.ts';
import { pageSuite } from './page-suite.ts';

const SOON = { timeout: 10_000 };

describe.skipIf(findChromium() === null)('a presentation', () => {
  const suite = pageSuite();
  const markdown = (id: string, source: string) => ({ cell_type: 'markdown', id, metadata: {}, source });
  const code = (id: string, source: string, text: string, metadata: object = {}) => ({
    cell_type: 'code',
    id,
    metadata,
    source,
    execution_count: 1,
    outputs: text === '' ? [] : [{ output_type: 'stream', name: 'stdout', text }],
  });

  test('shows texts and outputs step by step, by keys and buttons, and comes back to the cell', async () => {
    const cells = [
      code('c1', 'import os', ''),
      markdown('m1', '# Title'),
      code('c2', 'print("first")', 'first result'),
      markdown('m2', '### Part of the first step'),
      markdown('m3', '## Second step'),
      code('c3', 'secret', 'hidden result', { jupyter: { outputs_hidden: true } }),
      code('c4', 'print("second")', 'second result'),
      markdown('m4', '## '),
      markdown('m5', '# Last step'),
    ];
    const { page } = await suite.show(
      JSON.stringify({ cells, metadata: {}, nbformat: 4, nbformat_minor: 5 }),
    );
    await choose(page, 'c2');
    await page.keyboard.press('p');
    await page.getByRole('combobox', { name: 'Command' }).fill('present:');
    await page.keyboard.press('Enter');
    const shown = page.locator('.presentation');
    await shown.getByText('first result').waitFor(SOON);
    await shown.getByText('Part of the first step').waitFor();
    expect(await shown.getByText('import os').count()).toBe(0);
    expect(await shown.getByText('print("first")').count()).toBe(0);
    await shown.getByText('1 / 4').waitFor();
    expect(await seriousViolations(page)).toEqual([]);
    await shoot(page, 'presentation');
    await page.keyboard.press('ArrowRight');
    await shown.getByText('second result').waitFor(SOON);
    expect(await shown.getByText('hidden result').count()).toBe(0);
    await page.keyboard.press('c');
    await shown.getByText('print("second")').waitFor(SOON);
    await page.keyboard.press('End');
    await shown.getByText('Last step').waitFor(SOON);
    await page.getByLabel('Step before').click();
    await page.getByLabel('Step before').click();
    await shown.getByText('second result').waitFor(SOON);
    await page.keyboard.press('Escape');
    await shown.waitFor({ state: 'detached' });
    await outputs(page, 'c4').getByText('second result').waitFor(SOON);
    await expect.poll(() => cell(page, 'm3').getAttribute('aria-current'), SOON).toBe('true');
  }, 60_000);

  test('outputs with scripts run there, and afterwards in their cells', async () => {
    const { page } = await suite.show([
      'from IPython.display import HTML\nHTML(\'<p id="there"></p><script>there.textContent = "ran by script"</script>\')',
    ]);
    await choose(page, 'c1');
    await page.keyboard.press('Control+Enter');
    const frame = page.frameLocator('.output-world');
    await frame.getByText('ran by script').waitFor({ timeout: 60_000 });
    await page.keyboard.press('p');
    await page.getByRole('combobox', { name: 'Command' }).fill('present:');
    await page.keyboard.press('Enter');
    await page.frameLocator('.presentation .output-world').getByText('ran by script').waitFor(SOON);
    await page.keyboard.press('Escape');
    await page.locator('.presentation').waitFor({ state: 'detached' });
    await frame.getByText('ran by script').waitFor(SOON);
  }, 120_000);
});
