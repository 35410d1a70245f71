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
    const order = () =>
      page.locator('.cell').evaluateAll((all) => all.map(({ id }) => id.slice(-2)).join(' '));
    await expect.poll(order, SOON).toBe('m2 m1 m3');
    await page.keyboard.press('d');
    await page.keyboard.press('d');
    await expect.poll(order, SOON).toBe('m2 m3');
    await page.keyboard.press('z');
    await expect.poll(order, SOON).toBe('m2 m1 m3');
    await choose(page, 'm2');
    await page.keyboard.press('Shift+ArrowDown');
    await expect.poll(() => page.locator('.cell.selected').count(), SOON).toBe(2);
    await page.keyboard.press('Shift+M');
    // joined in the page; the file follows, by way of what it was in between
    await expect.poll(() => page.locator('.cell').count(), SOON).toBe(2);
    const attached = () =>
      inFile().map((one) => [text(one).match(/(?<=attachment:)[^)"]+/g), one.attachments]);
    await expect.poll(attached, SOON).toEqual([
      [
        ['pic.png', 'a-b.png', 'a-b.png'],
        { 'pic.png': { 'image/png': BLUE }, 'a-b.png': { 'image/png': RED } },
      ],
      [['pic.png'], { 'pic.png': { 'image/png': RED } }],
    ]);
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
