/** A notebook of another language than Python, on a real kernel: cells run by hand, and nothing claims to follow them. */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ensurePrivatePython } from '../../runtime/python/index.ts';
import { installBash } from '../cli/bash-kernel.ts';
import { seriousViolations } from './axe.ts';
import { findChromium, shoot } from './browser.ts';
import { cell, choose, kernelReady, outputs, write } from './notebook-page.ts';
import { pageSuite } from './page-suite.ts';

const SOON = { timeout: 20_000 };

const jupyter = mkdtempSync(join(tmpdir(), 'sluice-kernels-'));
vi.stubEnv('JUPYTER_PATH', jupyter);
beforeAll(async () => {
  installBash(jupyter, process.env.SLUICE_TEST_PYTHON ?? (await ensurePrivatePython(() => {})));
}, 120_000);
afterAll(() => rmSync(jupyter, { recursive: true, force: true }));

const NAMED = { name: 'test-bash', display_name: 'Test Bash', language: 'bash' };

function book(
  cells: readonly string[],
  kernelspec: object = NAMED,
  tags: Record<string, string[]> = {},
): string {
  const metadata = { kernelspec, language_info: { name: 'bash', codemirror_mode: 'shell' }, mine: [1] };
  const written = cells.map((source, at) => ({
    cell_type: 'code',
    execution_count: null,
    id: `c${at + 1}`,
    metadata: tags[`c${at + 1}`] === undefined ? {} : { tags: tags[`c${at + 1}`] },
    outputs: [],
    source,
  }));
  return `${JSON.stringify({ cells: written, metadata, nbformat: 4, nbformat_minor: 5 }, null, 1)}\n`;
}

const saved = (file: string) => JSON.parse(readFileSync(file, 'utf8'));

describe.skipIf(findChromium() === null)('a notebook of another language', () => {
  const suite = pageSuite();

  test('runs by hand, in colours, without states', async () => {
    const { page, file } = await suite.show(book(['x=5 # five', 'echo "x is $x"', 'y=$((x + 1)); echo $y']));
    await kernelReady(page);
    await page.getByRole('button', { name: /^Bash 5\.2/ }).waitFor(SOON);
    await page.getByText('By hand', { exact: true }).waitFor(SOON);
    for (const name of ['Variables', 'Graph', 'Slice', 'Problems', 'Reproducibility'])
      expect(await page.getByRole('button', { name, exact: true }).count()).toBe(0);
    await page.getByRole('button', { name: 'Run all cells' }).click();
    await outputs(page, 'c3').getByText('6').waitFor(SOON);
    await cell(page, 'c2').locator('.tok-string').first().waitFor(SOON);
    await cell(page, 'c1').locator('.tok-comment', { hasText: '# five' }).waitFor(SOON);
    // a change spreads to nothing, and marks nothing below
    await write(page, 'c1', 'x=7');
    await page.keyboard.press('Control+Enter');
    await cell(page, 'c1').locator('.count', { hasText: '[4]' }).waitFor(SOON);
    expect(await outputs(page, 'c3').textContent()).toContain('6');
    expect(await page.locator('.state-stale, .state-fresh, .stale-button').count()).toBe(0);
    expect(await cell(page, 'c3').getAttribute('aria-label')).toContain('has run');
    expect(await seriousViolations(page)).toEqual([]);
    await shoot(page, 'bash');
    await page.keyboard.press('Control+s');
    await expect.poll(() => saved(file).cells[2].outputs.length, SOON).toBe(1);
    const { metadata } = saved(file);
    expect(metadata).toEqual({
      kernelspec: NAMED,
      language_info: { name: 'bash', codemirror_mode: 'shell' },
      mine: [1],
    });
    await page.keyboard.press('Escape');
    await page.keyboard.press('g');
    await page.getByText('Sluice follows only Python: cells of another language run by hand.').waitFor(SOON);
  }, 120_000);

  test('stops at an error like Jupyter, unless the cell may fail', async () => {
    const { page } = await suite.show(
      book(['false', 'echo on', 'exit 3', 'echo never'], NAMED, { c1: ['raises-exception'] }),
    );
    await kernelReady(page);
    await page.getByRole('button', { name: 'Run all cells' }).click();
    await outputs(page, 'c3').getByText('exit 3').waitFor(SOON);
    await outputs(page, 'c2').getByText('on').waitFor(SOON);
    await page.waitForSelector('.kernel-idle');
    expect(await outputs(page, 'c4').count()).toBe(0);
    await page.getByRole('button', { name: '2 failed' }).waitFor(SOON);
  }, 120_000);

  test('asks, is interrupted, restarts, completes, tells', async () => {
    const { page } = await suite.show(book(["read -p 'who? ' x\necho hello $x", 'sleep 60', 'echo $x', '']));
    await kernelReady(page);
    await choose(page, 'c1');
    await page.keyboard.press('Control+Enter');
    await cell(page, 'c1').getByRole('textbox', { name: /who\?/ }).fill('Ada');
    await page.keyboard.press('Enter');
    await outputs(page, 'c1').getByText('hello Ada').waitFor(SOON);
    await choose(page, 'c2');
    await page.keyboard.press('Control+Enter');
    await page.waitForSelector('.kernel-busy');
    await page.getByRole('button', { name: 'Interrupt the kernel' }).click();
    await outputs(page, 'c2').getByText('exit 130').waitFor(SOON);
    await write(page, 'c4', 'shi');
    await page.keyboard.press('Tab');
    await expect.poll(() => cell(page, 'c4').locator('.cm-content').textContent()).toBe('shift');
    await write(page, 'c4', 'echo');
    await page.keyboard.press('Shift+Tab');
    await page.getByText('writes its arguments').waitFor(SOON);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Restart the kernel', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Restart' }).click();
    await kernelReady(page);
    await choose(page, 'c3');
    await page.keyboard.press('Control+Enter');
    await cell(page, 'c3').locator('.count', { hasText: '[1]' }).waitFor(SOON);
    expect(await outputs(page, 'c3').textContent()).not.toContain('Ada');
  }, 120_000);

  test('opens to read where its kernel is missing, and runs after another choice', async () => {
    const spec = { name: 'ir', display_name: 'R', language: 'R' };
    const { page, file } = await suite.show(book(['x=1; echo $x'], spec));
    const banner = page
      .getByRole('status')
      .filter({ hasText: 'There is no kernel "ir", and no other one for R' });
    await banner.waitFor(SOON);
    await choose(page, 'c1');
    await page.keyboard.press('Control+Enter');
    await page.locator('.notice', { hasText: 'no kernel "ir"' }).waitFor(SOON);
    await shoot(page, 'no-kernel');
    await banner.getByRole('button', { name: 'Choose a kernel' }).click();
    await page.getByRole('radio', { name: /Test Bash/ }).check();
    await page.keyboard.press('Escape');
    await kernelReady(page);
    await choose(page, 'c1');
    await page.keyboard.press('Control+Enter');
    await outputs(page, 'c1').getByText('1').waitFor(SOON);
    await expect.poll(() => saved(file).metadata.kernelspec, SOON).toEqual(NAMED);
  }, 120_000);

  test('a notebook of Python becomes one of another language, and comes back', async () => {
    const { page, file } = await suite.show(['x = 1', 'x + 1']);
    await kernelReady(page);
    const kernels = async (name: RegExp) => {
      await page.locator('.bar .kernel').click();
      await page.getByRole('radio', { name }).check();
      await page.keyboard.press('Escape');
      await kernelReady(page);
    };
    await kernels(/Test Bash/);
    await page.getByText('By hand', { exact: true }).waitFor(SOON);
    await write(page, 'c1', 'echo $((40 + 2))');
    await page.keyboard.press('Control+Enter');
    await outputs(page, 'c1').getByText('42').waitFor(SOON);
    await expect.poll(() => saved(file).metadata.language_info.name, SOON).toBe('bash');
    await kernels(/^Default/);
    await page.getByRole('switch', { name: 'Reactive' }).waitFor(SOON);
    await write(page, 'c1', 'x = 20');
    await choose(page, 'c2');
    await page.keyboard.press('Control+Enter');
    await outputs(page, 'c2').getByText('21').waitFor(SOON);
    await expect.poll(() => saved(file).metadata.language_info.name, SOON).toBe('python');
  }, 120_000);
});
