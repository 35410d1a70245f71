import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { notebookText } from '../cli/sluice.ts';
import { findChromium, launch, openPage, serve, shoot } from './browser.ts';

describe.skipIf(findChromium() === null)('the file browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser?.close());

  test('opens, makes, renames, duplicates, deletes, uploads; a notebook runs in its own folder', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'files-'));
    mkdirSync(join(folder, 'inner'));
    writeFileSync(join(folder, 'inner', 'book.ipynb'), notebookText(["print(open('beside.txt').read())"]));
    writeFileSync(join(folder, 'inner', 'beside.txt'), 'was read');
    writeFileSync(join(folder, 'table.csv'), 'a,b\n1,2\n');
    const served = await serve(folder);
    const { page, context, errors } = await openPage(browser, served.url);
    try {
      const row = (name: string) => page.locator('.file', { has: page.getByText(name, { exact: true }) });
      await row('table.csv').waitFor();
      await shoot(page, 'files');
      await row('table.csv').hover();
      await page.getByLabel('Duplicate table.csv').click();
      await row('table-copy.csv').waitFor();
      await page.getByLabel('Rename table-copy.csv').click();
      await page.keyboard.type('other');
      await page.keyboard.press('Enter');
      await row('other.csv').waitFor();
      await page.getByLabel('Delete other.csv').click();
      await row('other.csv').waitFor({ state: 'detached' });
      await page.setInputFiles('input[type=file]', {
        name: 'new.txt',
        mimeType: 'text/plain',
        buffer: Buffer.from('hello'),
      });
      await row('new.txt').waitFor();
      expect(readdirSync(folder).sort()).toEqual(['inner', 'new.txt', 'table.csv']);
      await page.getByText('inner', { exact: true }).click();
      await page.getByText('book.ipynb').click();
      await page.waitForSelector('.kernel-idle', { timeout: 30_000 });
      await page.keyboard.press('Control+Enter');
      await page.locator('.outputs', { hasText: 'was read' }).waitFor({ timeout: 30_000 });
      // the copy for it is one of the notebook's folder, not of the folder that is served
      await page.getByLabel('Slice').click();
      await page.getByText('Gather and verify').click();
      await page.locator('.badge', { hasText: 'verified' }).waitFor({ timeout: 60_000 });
      await page.getByLabel('Files').click();
      await page.locator('.running', { hasText: 'running' }).waitFor();
      await page.getByLabel('Rename book.ipynb').click();
      await page.getByLabel('New name').fill('x.ipynb');
      await page.keyboard.press('Enter');
      await row('x.ipynb').waitFor();
      await page.locator('.running', { hasText: 'running' }).waitFor();
      expect(await page.locator('.notice').count()).toBe(0);
      await page.getByLabel('Delete x.ipynb').click();
      await page.getByText('shut it down first').waitFor();
      await page.getByLabel('Shut down x.ipynb').click();
      await page.locator('.running', { hasText: 'running' }).waitFor({ state: 'detached' });
      await page.getByText('New notebook').click();
      await page.waitForURL(/Untitled\.ipynb$/);
      await page.waitForSelector('.cell.editing');
      expect(existsSync(join(folder, 'inner', 'Untitled.ipynb'))).toBe(true);
      expect(errors.filter((error) => !error.includes('400'))).toEqual([]);
    } finally {
      await context.close();
      await served.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  }, 90_000);

  test('an upload over a file that is there replaces the file, or keeps both', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'files-'));
    for (const name of ['a.txt', 'b.txt']) writeFileSync(join(folder, name), 'old');
    mkdirSync(join(folder, 'c.txt'));
    const trash = mkdtempSync(join(tmpdir(), 'trash-'));
    vi.stubEnv('XDG_DATA_HOME', trash);
    const served = await serve(folder);
    vi.unstubAllEnvs();
    const { page, context } = await openPage(browser, served.url);
    const upload = (...names: readonly string[]) =>
      page.setInputFiles(
        'input[type=file]',
        names.map((name) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(`new ${name}`) })),
      );
    const read = (name: string) => readFileSync(join(folder, name), 'utf8');
    try {
      await page.getByText('a.txt', { exact: true }).waitFor();
      await upload('a.txt', 'b.txt', 'd.txt');
      const question = page.getByRole('dialog', { name: /^a\.txt and 1 more exist already/ });
      await question.waitFor();
      await shoot(page, 'upload-taken');
      expect([read('a.txt'), read('b.txt'), read('d.txt')]).toEqual(['old', 'old', 'new d.txt']);
      await question.getByText('Keep both').click();
      await page.getByText('a 2.txt', { exact: true }).waitFor();
      await page.getByText('b 2.txt', { exact: true }).waitFor();
      expect([read('a.txt'), read('a 2.txt'), read('b 2.txt')]).toEqual(['old', 'new a.txt', 'new b.txt']);
      await upload('a.txt');
      await page.getByRole('dialog').getByRole('button', { name: 'Replace' }).click();
      await expect.poll(() => read('a.txt')).toBe('new a.txt');
      expect(readFileSync(join(trash, 'Trash', 'files', 'a.txt'), 'utf8')).toBe('old');
      await upload('b.txt');
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
      expect(read('b.txt')).toBe('old');
      await upload('c.txt');
      await page.getByRole('dialog').getByRole('button', { name: 'Replace' }).click();
      await page.getByText('c.txt is a folder').waitFor();
    } finally {
      await context.close();
      await served.stop();
      for (const each of [folder, trash]) rmSync(each, { recursive: true, force: true });
    }
  }, 60_000);

  test('a second click deletes no other file; what is deleted comes back; a name that is taken can be mended', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'files-'));
    for (const name of ['a.txt', 'b.txt', 'c.txt']) writeFileSync(join(folder, name), name);
    const served = await serve(folder);
    const { page, context } = await openPage(browser, served.url);
    try {
      const button = await page.getByLabel('Delete a.txt').boundingBox();
      await page.mouse.move(button!.x + 5, button!.y + 5);
      for (let click = 0; click < 3; click += 1) {
        await page.mouse.click(button!.x + 5, button!.y + 5);
        await page.waitForTimeout(300);
      }
      expect(readdirSync(folder).sort()).toEqual(['b.txt', 'c.txt']);
      await shoot(page, 'trashed');
      await page.getByText('a.txt is in the trash').getByText('Undo').click();
      await page.getByLabel('Delete a.txt').waitFor({ state: 'attached' });
      expect(readdirSync(folder).sort()).toEqual(['a.txt', 'b.txt', 'c.txt']);
      await page.locator('.file', { hasText: 'a.txt' }).hover();
      await page.getByLabel('Rename a.txt').click();
      await page.getByLabel('New name').fill('b.txt');
      await page.keyboard.press('Enter');
      await page.getByText('b.txt exists already').waitFor();
      expect(await page.getByLabel('New name').inputValue()).toBe('b.txt');
      await page.getByLabel('New name').fill('d.txt');
      await page.keyboard.press('Enter');
      await page.getByText('d.txt', { exact: true }).waitFor();
      expect(readdirSync(folder).sort()).toEqual(['b.txt', 'c.txt', 'd.txt']);
    } finally {
      await context.close();
      await served.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  }, 60_000);
});

describe.skipIf(findChromium() === null)('a long notebook', () => {
  test.each([250, 1000])(
    'of %i cells loads little before it can be edited',
    async (cells) => {
      const folder = mkdtempSync(join(tmpdir(), 'long-'));
      const json = JSON.parse(
        notebookText(Array.from({ length: cells }, (_, n) => `x${n} = ${n}\nprint(x${n})\n# a line`)),
      );
      const rows = Array.from({ length: 20 }, (_, n) => `<tr><th>${n}</th><td>1</td><td>2</td></tr>`).join(
        '',
      );
      for (const cell of json.cells) {
        cell.outputs = [
          { output_type: 'stream', name: 'stdout', text: 'text\n'.repeat(10) },
          {
            output_type: 'display_data',
            data: { 'text/html': `<table>${rows}</table>`, 'text/plain': '' },
            metadata: {},
          },
        ];
      }
      const file = join(folder, 'long.ipynb');
      writeFileSync(file, JSON.stringify(json));
      const served = await serve(file);
      const browser = await launch();
      try {
        const context = await browser.newContext();
        const page = await context.newPage();
        const sizes: number[] = [];
        const session = await context.newCDPSession(page);
        await session.send('Network.enable');
        session.on('Network.loadingFinished', ({ encodedDataLength }) => sizes.push(encodedDataLength));
        const started = performance.now();
        await page.goto(served.url);
        await page.waitForSelector('#cell-c1 .cm-content');
        await page.locator('#cell-c1 .cm-content').click();
        await page.keyboard.type('y');
        await page.locator('#cell-c1 .cm-content', { hasText: 'y' }).waitFor();
        const ms = performance.now() - started;
        const kilobytes = sizes.reduce((sum, size) => sum + size, 0) / 1000;
        process.stdout.write(
          `${cells} cells: usable after ${Math.round(ms)} ms; ${Math.round(kilobytes)} kB loaded\n`,
        );
        // how soon depends on the machine: `npm run bench` measures it
        expect(kilobytes).toBeLessThan(400);
      } finally {
        await browser.close();
        await served.stop();
        rmSync(folder, { recursive: true, force: true });
      }
    },
    60_000,
  );
});
