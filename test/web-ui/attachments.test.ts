import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { findChromium, shoot } from './browser.ts';
import { cell, choose, type Shown } from './notebook-page.ts';
import { pageSuite } from './page-suite.ts';

const SOON = { timeout: 8_000 };
const RED =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==';
const BLUE =
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAYAAAD0In+KAAAAEUlEQVR4nGNkYPj/n4GBgQEADQsBASSjh2UAAAAASUVORK5CYII=';

interface FileCell {
  readonly cell_type: string;
  readonly source: string | readonly string[];
  readonly attachments?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

describe.skipIf(findChromium() === null)('attachments of Markdown cells', () => {
  const suite = pageSuite();
  let shown: Shown;

  const inFile = (): FileCell[] => JSON.parse(readFileSync(shown.file, 'utf8')).cells as FileCell[];
  const text = (one: FileCell | undefined) => [one?.source].flat().join('');
  const markdown = (id: string, source: string, attachments?: object) => ({
    cell_type: 'markdown',
    id,
    metadata: {},
    source,
    ...(attachments === undefined ? {} : { attachments }),
  });
  const show = async (cells: readonly object[]) => {
    shown = await suite.show(
      JSON.stringify({ cells, metadata: {}, nbformat: 4, nbformat_minor: 5 }, null, 1),
    );
  };
  const widths = (id: string) =>
    cell(shown.page, id)
      .locator('.markdown img')
      .evaluateAll((images) => images.map((image) => (image as HTMLImageElement).naturalWidth));

  test('are shown, and stay through moves, types, joins, splits and undone deletions', async () => {
    await show([
      markdown('m1', '![one](attachment:a%20b.png) and <img src="attachment:a b.png">', {
        'a b.png': { 'image/png': RED },
      }),
      markdown('m2', '![two](attachment:pic.png)', { 'pic.png': { 'image/png': BLUE } }),
      markdown('m3', 'plain ![three](attachment:pic.png)', { 'pic.png': { 'image/png': RED } }),
    ]);
    const { page } = shown;
    await expect.poll(() => widths('m1'), SOON).toEqual([1, 1]);
    await choose(page, 'm1');
    await page.keyboard.press('y');
    await page.keyboard.press('m');
    await page.keyboard.press('Control+Shift+ArrowDown');
    await page.keyboard.press('d');
    await page.keyboard.press('d');
    await page.keyboard.press('z');
    await choose(page, 'm2');
    await page.keyboard.press('Shift+ArrowDown');
    if ((await page.locator('.cell.selected').count()) < 2) await page.keyboard.press('Shift+J');
    await page.keyboard.press('Shift+M');
    await expect
      .poll(() => inFile().map((one) => Object.keys(one.attachments ?? {}).length), SOON)
      .toContain(1);
    await expect.poll(() => inFile().length, SOON).toBe(2);
    expect(inFile().every((one) => one.attachments !== undefined)).toBe(true);
    expect(inFile().find((one) => text(one).includes('one'))?.attachments).toEqual({
      'a b.png': { 'image/png': RED },
    });
  }, 60_000);

  test('a pasted picture is attached under a name that is free', async () => {
    await show([markdown('m1', 'Here: ![old](attachment:image.png)', { 'image.png': { 'image/png': RED } })]);
    const { page } = shown;
    await choose(page, 'm1');
    await page.keyboard.press('Enter');
    await page.locator('#cell-m1 .cm-content:focus').waitFor();
    await page.keyboard.press('Control+End');
    await cell(page, 'm1')
      .locator('.cm-content')
      .evaluate((element, base64) => {
        const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
        const data = new DataTransfer();
        data.items.add(new File([bytes], 'image.png', { type: 'image/png' }));
        element.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
        );
      }, BLUE);
    await cell(page, 'm1').locator('.cm-content').getByText('attachment:image-1.png').waitFor();
    await page.keyboard.press('Shift+Enter');
    await expect.poll(() => widths('m1'), SOON).toEqual([1, 2]);
    await expect
      .poll(() => inFile()[0]?.attachments, SOON)
      .toEqual({ 'image.png': { 'image/png': RED }, 'image-1.png': { 'image/png': BLUE } });
    expect(text(inFile()[0])).toBe(
      'Here: ![old](attachment:image.png)![image-1.png](attachment:image-1.png)',
    );
    await shoot(page, 'attachments');
  }, 60_000);
});
