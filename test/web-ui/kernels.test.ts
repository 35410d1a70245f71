/** The list of running kernels, and the actions on each. */

import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { ensurePrivatePython } from '../../runtime/python/index.ts';
import { seriousViolations } from './axe.ts';
import { findChromium, shoot } from './browser.ts';
import { cell, kernelReady } from './notebook-page.ts';
import { pageSuite } from './page-suite.ts';

const SOON = { timeout: 20_000 };

// pip is to look where the environment of a test says
vi.stubEnv('PIP_FIND_LINKS', undefined);

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

  test('a missing module is installed on request, and the cell goes on; a failure is one sentence', async () => {
    const { page, folder } = await suite.show([
      'import tiny_parts\nprint(tiny_parts.WORD)',
      'import not_there_at_all',
    ]);
    const prefix = await makeEnvironment(join(folder, '.venv'), true);
    makeWheel(folder);
    writeFileSync(join(prefix, 'pip.conf'), `[global]\nno-index = true\nfind-links = ${folder}\n`);
    await kernelReady(page);
    await page.getByRole('button', { name: /^Python/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Kernels' });
    await dialog.getByRole('radio', { name: /\.venv\)/ }).check();
    await page.keyboard.press('Escape');
    await kernelReady(page);
    await cell(page, 'c1').click();
    await page.keyboard.press('Control+Enter');
    await page.getByRole('button', { name: 'Install tiny_parts …' }).click(SOON);
    await cell(page, 'c1')
      .getByText(/-m pip install .*tiny-parts$/)
      .waitFor(SOON);
    await page.getByLabel('Add it to requirements.txt').check();
    expect(await seriousViolations(page)).toEqual([]);
    for (const width of [1440, 1024, 420]) {
      await page.setViewportSize({ width, height: 800 });
      await shoot(page, `missing-module-${width}`);
    }
    await page.setViewportSize({ width: 1440, height: 800 });
    await page.getByRole('button', { name: 'Install and run the cell' }).click();
    await cell(page, 'c1').locator('.stream', { hasText: 'parts' }).waitFor({ timeout: 25_000 });
    expect(readFileSync(join(folder, 'requirements.txt'), 'utf8')).toBe('tiny-parts\n');
    await cell(page, 'c2').click();
    await page.keyboard.press('Control+Enter');
    await page.getByRole('button', { name: 'Install not_there_at_all …' }).click(SOON);
    await page.getByRole('button', { name: 'Install and run the cell' }).click(SOON);
    const said = page.getByRole('alert').filter({ hasText: 'not-there-at-all could not be installed' });
    await said.waitFor({ timeout: 60_000 });
    expect(await said.textContent()).toMatch(/No matching distribution found for not-there-at-all$/);
    expect(readFileSync(join(folder, 'requirements.txt'), 'utf8')).toBe('tiny-parts\n');
  }, 180_000);
});

/** A wheel without dependencies, as pip wants it. */
function makeWheel(folder: string): void {
  const code = [
    'import sys, zipfile',
    'with zipfile.ZipFile(sys.argv[1] + "/tiny_parts-1.0-py3-none-any.whl", "w") as wheel:',
    '    info = "tiny_parts-1.0.dist-info/"',
    '    wheel.writestr("tiny_parts.py", "WORD = \'parts\'\\n")',
    '    wheel.writestr(info + "METADATA", "Metadata-Version: 2.1\\nName: tiny-parts\\nVersion: 1.0\\n")',
    '    wheel.writestr(info + "WHEEL", "Wheel-Version: 1.0\\nGenerator: x\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")',
    '    names = ["tiny_parts.py", info + "METADATA", info + "WHEEL", info + "RECORD"]',
    '    wheel.writestr(info + "RECORD", "".join(name + ",,\\n" for name in names))',
  ];
  execFileSync('python3', ['-c', code.join('\n'), folder]);
}

/** A virtual environment with the packages of the tests' Python; returns its prefix. */
async function makeEnvironment(prefix: string, pip = false): Promise<string> {
  const python = process.env.SLUICE_TEST_PYTHON ?? (await ensurePrivatePython(() => {}));
  execFileSync(python, ['-m', 'venv', ...(pip ? [] : ['--without-pip']), prefix]);
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
