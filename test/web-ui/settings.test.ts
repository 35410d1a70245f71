import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { seriousViolations } from './axe.ts';
import { findChromium, shoot } from './browser.ts';
import { cell, choose, ids, kernelReady } from './notebook-page.ts';
import { pageSuite } from './page-suite.ts';

const SOON = { timeout: 10_000 };

describe.skipIf(findChromium() === null)('settings', () => {
  const suite = pageSuite();
  const open = async (page: Page) => {
    await page.keyboard.press('Control+,');
    await page.getByRole('dialog', { name: 'Settings' }).waitFor(SOON);
  };

  test('count at once, are kept in a plain file, and come back', async () => {
    const { page, home, folder } = await suite.show(['x = 1', 'y = 2']);
    const file = join(home, 'settings.json');
    const saved = () => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});
    writeFileSync(file, '{"somebody": "else"}');
    await open(page);
    await page.getByLabel('Colours').selectOption('Dark');
    await page.getByLabel('Size of code').fill('17');
    await page.getByLabel('Size of code').press('Enter');
    await page.getByRole('checkbox', { name: 'Line numbers in cells' }).check();
    await page.getByLabel('Save text files while typing').check();
    await page.getByLabel('New notebooks are reactive').uncheck();
    await page.getByText(file).waitFor(SOON);
    await expect.poll(saved, SOON).toEqual({
      somebody: 'else',
      theme: 'dark',
      fontSize: 17,
      lineNumbers: true,
      autosave: true,
      reactive: false,
    });
    expect(await seriousViolations(page)).toEqual([]);
    await shoot(page, 'settings-dark');
    await page.getByLabel('Colours').selectOption('High contrast');
    await page.waitForTimeout(200);
    expect(await seriousViolations(page)).toEqual([]);
    await shoot(page, 'settings-high-contrast');
    await page.keyboard.press('Escape');
    await cell(page, 'c1').locator('.cm-lineNumbers').waitFor();
    const size = await cell(page, 'c1')
      .locator('.cm-scroller')
      .evaluate((one) => getComputedStyle(one).fontSize);
    expect(size).toBe('17px');
    await page.evaluate(() => localStorage.removeItem('sluice-settings'));
    await page.reload();
    await expect
      .poll(() => page.evaluate(() => document.documentElement.dataset.theme), SOON)
      .toBe('high-contrast');
    // a text is saved by itself now
    writeFileSync(join(folder, 'notes.txt'), 'a');
    await page.keyboard.press('Control+b');
    await page.locator('.files').getByText('notes.txt').click();
    await page.locator('.text-editor .cm-content').click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('bc');
    await expect.poll(() => readFileSync(join(folder, 'notes.txt'), 'utf8'), SOON).toBe('abc');
    // and the next notebook begins lazily
    await page.locator('.files').getByText('New notebook').click();
    const other = page.frameLocator('.notebook-frame');
    await other.getByRole('switch', { name: 'Lazy' }).waitFor({ timeout: 20_000 });
    rmSync(file);
  }, 90_000);

  test('keys are searched and changed; those of VS Code are an offer; what two commands share is told', async () => {
    const { page, home } = await suite.show(['1', '2']);
    await kernelReady(page);
    await open(page);
    await page.getByRole('combobox', { name: 'Keys', exact: true }).selectOption('As in VS Code');
    await page.getByLabel('Search commands and keys').fill('insert above');
    await page.getByRole('button', { name: /change the key of Insert above/ }).click();
    await page.keyboard.press('Control+Alt+u');
    await page.getByText('Ctrl+Alt+u').waitFor();
    await page.getByLabel('Search commands and keys').fill('merge');
    await page.getByRole('button', { name: /change the key of Merge/ }).click();
    await page.keyboard.press('b');
    await page.getByText('also: Insert below').waitFor();
    await page.getByRole('button', { name: /Reset the key of Merge/ }).click();
    await shoot(page, 'settings-keys');
    await page.keyboard.press('Escape');
    await choose(page, 'c2');
    await page.keyboard.press('Control+Alt+u');
    await expect.poll(async () => (await ids(page)).length, SOON).toBe(3);
    await choose(page, 'c2');
    await page.keyboard.press('Alt+ArrowUp');
    await expect.poll(async () => (await ids(page))[1], SOON).toBe('c2');
    await page.keyboard.press('Control+f');
    await page.getByLabel('Find', { exact: true }).waitFor(SOON);
    await page.keyboard.press('Escape');
    rmSync(join(home, 'settings.json'));
  }, 60_000);

  test('menus speak the language of the person; English titles are found as well', async () => {
    const { page, home } = await suite.show(['1']);
    const requested: string[] = [];
    page.on('request', (request) => requested.push(new URL(request.url()).pathname));
    await open(page);
    expect(requested.filter((path) => /part-(de|fr|es|ja|zh-CN)-/.test(path))).toEqual([]);
    await page.getByLabel('Language of menus').selectOption('Deutsch');
    await page.getByRole('dialog', { name: 'Einstellungen' }).waitFor(SOON);
    expect(requested.filter((path) => /part-(de|fr|es|ja|zh-CN)-/.test(path))).toHaveLength(1);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Alle Zellen ausführen' }).waitFor();
    await page.getByRole('button', { name: 'Gliederung' }).click();
    await page.getByRole('complementary', { name: 'Gliederung' }).waitFor();
    await choose(page, 'c1');
    await page.keyboard.press('p');
    for (const typed of ['unterbrechen', 'interrupt']) {
      await page.locator('.palette input').fill(typed);
      await page.getByRole('option', { name: 'Kernel unterbrechen' }).waitFor();
    }
    expect(await seriousViolations(page)).toEqual([]);
    await shoot(page, 'palette-german');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+,');
    for (const [language, title] of [
      ['日本語', '設定'],
      ['简体中文', '设置'],
      ['Español', 'Configuración'],
      ['Français', 'Paramètres'],
    ] as const) {
      await page.locator('.setting select').first().selectOption(language);
      await page.getByRole('dialog', { name: title }).waitFor(SOON);
    }
    await shoot(page, 'settings-french');
    // the browser of the tests speaks English
    await page.locator('.setting select').first().selectOption('browser');
    await page.getByRole('dialog', { name: 'Settings' }).waitFor(SOON);
    rmSync(join(home, 'settings.json'));
  }, 60_000);

  test('a damaged file is told in one sentence, and not overwritten', async () => {
    const { page, home, errors } = await suite.show(['1']);
    const file = join(home, 'settings.json');
    writeFileSync(file, '{"theme": ');
    await page.reload();
    await page.getByText('is no JSON object: mend or delete it').waitFor(SOON);
    await open(page);
    await page.getByRole('checkbox', { name: 'Wrap long lines of code' }).check();
    await page.getByText('The settings count in this browser only').waitFor(SOON);
    expect(readFileSync(file, 'utf8')).toBe('{"theme": ');
    writeFileSync(file, '{"theme": "pink"}');
    await page.reload();
    await page.getByText(/settings\.json: .*mend the entry, or delete the file/).waitFor(SOON);
    rmSync(file);
    errors.splice(0, errors.length, ...errors.filter((error) => !error.includes('400')));
  }, 60_000);
});
