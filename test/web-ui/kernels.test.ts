/** The list of running kernels, and what can be done with each. */

import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ensurePrivatePython } from '../../runtime/python/index.ts';
import { seriousViolations } from './axe.ts';
import { findChromium, shoot } from './browser.ts';
import { cell, kernelReady } from './notebook-page.ts';
import { pageSuite } from './page-suite.ts';

const SOON = { timeout: 20_000 };

describe.skipIf(findChromium() === null)('running kernels', () => {
  const suite = pageSuite();

  test('are listed with memory and state, and obey', async () => {
    const { page, folder } = await suite.show(['import time\nx = 1\nwhile x:\n    time.sleep(0.05)', 'x']);
    await kernelReady(page);
    await cell(page, 'c1').click();
    await page.keyboard.press('Control+Enter');
    await page.locator('.kernel-busy').waitFor(SOON);
    await page.getByRole('button', { name: /^Python/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Kernels' });
    const name = `${folder.split('/').at(-1)}/book.ipynb`;
    const row = dialog.getByRole('listitem').filter({ hasText: name });
    await row.getByText(/^\d+ MB$/).waitFor(SOON);
    await row.getByText('busy', { exact: true }).waitFor(SOON);
    expect(await row.textContent()).toMatch(/Python 3\.\d+\.\d+/);
    expect(await seriousViolations(page)).toEqual([]);
    for (const width of [1440, 1024, 420]) {
      await page.setViewportSize({ width, height: 800 });
      await shoot(page, `kernels-${width}`);
    }
    await page.setViewportSize({ width: 1440, height: 800 });
    await row.getByRole('button', { name: /^Interrupt/ }).click();
    await row.getByText('idle', { exact: true }).waitFor(SOON);
    await row.getByRole('button', { name: /^Restart/ }).click();
    await cell(page, 'c1')
      .locator('.count')
      .waitFor({ ...SOON, state: 'detached' })
      .catch(() => {});
    await row.getByText('idle', { exact: true }).waitFor(SOON);
    await row.getByRole('button', { name: /^Shut down/ }).click();
    await row.waitFor({ ...SOON, state: 'detached' });
  }, 120_000);

  test('another Python is chosen, remembered as Jupyter does, and runs the notebook', async () => {
    const { page, file, folder } = await suite.show(['import sys\nprint(sys.prefix)', 'x = 1']);
    const prefix = await makeEnvironment(join(folder, '.venv'));
    makeBareEnvironment(join(folder, 'bare'));
    await kernelReady(page);
    await page.getByRole('button', { name: /^Python/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Kernels' });
    const choice = dialog.getByRole('radio', { name: /\.venv\)/ });
    await choice.waitFor(SOON);
    expect(
      await dialog
        .getByRole('radio', { name: /it has no ipykernel/ })
        .first()
        .isDisabled(),
    ).toBe(true);
    expect(await seriousViolations(page)).toEqual([]);
    await shoot(page, 'python-choice');
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 420, height: 800 });
    await shoot(page, 'python-choice-420-dark');
    await page.setViewportSize({ width: 1440, height: 800 });
    await choice.check();
    await page.keyboard.press('Escape');
    await kernelReady(page);
    await cell(page, 'c1').click();
    await page.keyboard.press('Control+Enter');
    await cell(page, 'c1').locator('.stream', { hasText: prefix }).waitFor(SOON);
    const named = () => JSON.parse(readFileSync(file, 'utf8')).metadata.kernelspec;
    await expect.poll(named, SOON).toMatchObject({ name: 'python3', language: 'python' });
    expect(named().display_name).toMatch(/^Python 3\.\d+ \(.*\.venv\)$/);
  }, 120_000);
});

/** A virtual environment with the packages of the tests' Python; returns its prefix. */
async function makeEnvironment(prefix: string): Promise<string> {
  const python = process.env.SLUICE_TEST_PYTHON ?? (await ensurePrivatePython(() => {}));
  execFileSync(python, ['-m', 'venv', '--without-pip', prefix]);
  const code = 'import sysconfig; print(sysconfig.get_path("purelib"))';
  const packages = execFileSync(python, ['-c', code], { encoding: 'utf8' }).trim();
  const [library] = readdirSync(join(prefix, 'lib'));
  const own = join(prefix, 'lib', library!, 'site-packages');
  writeFileSync(join(own, 'tests.pth'), `${packages}\n`);
  symlinkSync(join(packages, 'ipykernel'), join(own, 'ipykernel'));
  return prefix;
}

/** The files of an environment without packages. */
function makeBareEnvironment(prefix: string): void {
  mkdirSync(join(prefix, 'bin'), { recursive: true });
  writeFileSync(join(prefix, 'bin', 'python'), '');
  writeFileSync(join(prefix, 'pyvenv.cfg'), 'version = 3.12.1\n');
}
