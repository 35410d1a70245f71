/** Terminals in tabs, with a real shell: keys, size, colours, letters, several at once, their end, and who gets none. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { findChromium, launch, openPage, type Served, serve } from './browser.ts';
import { checkAtWidths } from './widths.ts';

const SOON = { timeout: 30_000 };
const APP = '{"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}';
const BUSY_MS = 60_000;

describe.skipIf(findChromium() === null)('terminals', () => {
  let browser: Browser;
  let folder: string;
  let served: Served;
  let page: Page;
  let context: BrowserContext;
  let errors: string[];
  const shellBefore = process.env.SHELL;

  beforeAll(async () => {
    process.env.SHELL = '/bin/bash';
    folder = mkdtempSync(join(tmpdir(), 'terminal-test-'));
    mkdirSync(join(folder, 'data'));
    writeFileSync(join(folder, 'notes.txt'), 'hello\n');
    [browser, served] = await Promise.all([launch(), serve(folder)]);
  }, BUSY_MS);
  afterAll(async () => {
    process.env.SHELL = shellBefore;
    await browser?.close();
    await served?.stop();
    rmSync(folder, { recursive: true, force: true });
  }, BUSY_MS);
  afterEach(async () => {
    expect(errors).toEqual([]);
    await context.close();
  });

  async function open(address = served.url): Promise<void> {
    ({ page, context, errors } = await openPage(browser, address));
  }

  const screen = (number: number) =>
    page.getByRole('region', { name: `Terminal ${number}`, exact: true }).locator('.xterm-rows');

  /** Types a line, and waits for words on the screen: for whole lines, because the screen may show part of one. */
  async function enter(number: number, line: string, shows: RegExp): Promise<RegExpExecArray> {
    await page.keyboard.type(line);
    await page.keyboard.press('Enter');
    return shown(number, shows);
  }

  async function shown(number: number, words: RegExp): Promise<RegExpExecArray> {
    await expect.poll(() => screen(number).innerText(), SOON).toMatch(words);
    return words.exec(await screen(number).innerText())!;
  }

  async function paste(text: string): Promise<void> {
    await page.evaluate((content) => {
      const data = new DataTransfer();
      data.setData('text/plain', content);
      const pasted = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
      document.activeElement!.dispatchEvent(pasted);
    }, text);
  }

  test('run a shell in the folder, with its size, letters and keys, and end with their tabs', async () => {
    await open();
    await page.getByRole('link', { name: 'data' }).waitFor(SOON);
    await page.getByRole('button', { name: 'New terminal' }).click();
    await screen(1).waitFor(SOON);
    await enter(1, "PS1='$ '; echo re''ady", /ready/);
    await enter(1, 'cat notes.txt', /hello/);
    await enter(1, 'printf "\\033[31mred\\033[0m größer 漢字 🎉 |\\n"', /red größer 漢字 🎉 \|/);
    // the size of the window is that of the shell
    const [, rows, columns] = await enter(1, 'echo "size=$(stty size)"', /size=(\d+) (\d+)\n/);
    expect(Number(columns)).toBeGreaterThan(60);
    await page.setViewportSize({ width: 700, height: 500 });
    await page.waitForTimeout(1_000);
    const [, fewer, narrower] = await enter(1, 'echo "now=$(stty size)"', /now=(\d+) (\d+)\n/);
    expect(Number(fewer)).toBeLessThan(Number(rows));
    expect(Number(narrower)).toBeLessThan(Number(columns));
    await page.setViewportSize({ width: 1200, height: 900 });
    // Ctrl-C goes to the shell, and so do keys of the page
    await page.keyboard.type('sleep 100');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+c');
    await enter(1, 'echo "status $?"', /status 130/);
    await page.keyboard.type('bc');
    await page.keyboard.press('Control+b');
    await page.keyboard.press('Control+b');
    await enter(1, 'echo a', /\nabc/);
    // several lines are pasted at once, and run by Enter only
    await paste('echo one\necho two');
    // (the shell takes a paste as one only from its next prompt on)
    await enter(1, '', /\none\n(?:.*\n)?two\n\$/);
    // also of a text with control characters, which would end the paste, interrupt, or end the shell
    await paste('echo three\x1b[201~\necho fo""ur\n\x03\x04\x9b201~\necho fi""ve\n');
    await page.waitForTimeout(1_000);
    expect(await screen(1).innerText()).not.toMatch(/\n(?:three|four|five)/);
    await page.keyboard.press('Control+c');
    await enter(1, 'echo si""x', /\nsix/);
    await enter(1, 'seq 1 2000', /\n2000/);
    for (let times = 0; times < 40; times += 1) await page.keyboard.press('Shift+PageUp');
    await shown(1, /hello/);
    await page.keyboard.press('Control+Shift+`');
    await screen(2).waitFor(SOON);
    const job = Number((await enter(2, 'sleep 1000 & echo "job $!"', /job (\d+)\n/))[1]);
    expect(isRunning(job)).toBe(true);
    // a reload finds both, with what they showed
    await page.reload();
    await shown(2, new RegExp(`job ${job}`));
    await page.getByRole('link', { name: 'Terminal 1' }).click();
    await shown(1, /\n2000/);
    await page.getByRole('button', { name: 'Close Terminal 2' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect(isRunning(job)).toBe(true);
    await page.getByRole('button', { name: 'Close Terminal 2' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => isRunning(job), SOON).toBe(false);
    await page.getByRole('button', { name: 'Close Terminal 2' }).waitFor({ state: 'detached' });
    // a shell that ends keeps its last words, until Enter
    await page.locator('.xterm-helper-textarea').focus();
    await enter(1, 'exit', /The shell has ended\. Enter closes this tab\./);
    await page.keyboard.press('Enter');
    await screen(1).waitFor({ state: 'detached' });
  }, 180_000);

  test('look well at all widths, keep up with endless output, and leave by a key', async () => {
    await open();
    await page.getByRole('button', { name: 'New terminal' }).click();
    await page.locator('.xterm-rows').waitFor(SOON);
    const number = Number(/\d+/.exec(await page.locator('.terminal-document h1').innerText())![0]);
    const colours =
      'for i in 31 32 33 34 35 36; do printf "\\033[$i;1mcolour \\033[7mback\\033[0m "; done; echo';
    await enter(number, `ls --color=always -la; ${colours}`, /\n.*colour back/);
    await checkAtWidths(page, 'terminal');
    await page.setViewportSize({ width: 1200, height: 900 });
    await page.keyboard.type('yes 0123456789abcdef');
    await page.keyboard.press('Enter');
    await shown(number, /0123456789abcdef\s*\n0123456789abcdef\s*\n/);
    await page.waitForTimeout(4_000);
    await page.keyboard.press('Control+c');
    await enter(number, 'echo $((6 * 7))', /\n42/);
    await page.keyboard.press('Control+F6');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Files');
    // closed pages leave terminals, which the list of kernels shows
    await context.close();
    await open();
    await page.getByRole('button', { name: 'Kernels' }).click();
    await page.getByRole('button', { name: `Terminal ${number}`, exact: true }).waitFor(SOON);
    await checkAtWidths(page, 'terminal-list');
    await page.getByRole('button', { name: `Close Terminal ${number}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Kernels' }).click();
    await page.getByText('No kernel runs').waitFor(SOON);
    await page.getByRole('button', { name: `Close Terminal ${number}` }).waitFor({ state: 'detached' });
  }, 180_000);

  test('end with the server, and are refused by a server without', async () => {
    const other = await serve(folder, ['--end-kernels']);
    await open(other.url);
    await page.getByRole('button', { name: 'New terminal' }).click();
    await screen(1).waitFor(SOON);
    const job = Number((await enter(1, 'sleep 1000 & echo "job $!"', /job (\d+)\n/))[1]);
    expect(isRunning(job)).toBe(true);
    await context.close();
    await other.stop();
    await expect.poll(() => isRunning(job), SOON).toBe(false);

    // neither strangers nor other sites
    const { origin, host, searchParams: given } = new URL(served.url);
    const token = { Authorization: `token ${given.get('token')}` };
    const started = await fetch(`${origin}/api/terminals`, {
      method: 'POST',
      headers: token,
      body: '{"folder":""}',
    });
    const { id } = (await started.json()) as { id: string };
    const address = `ws://${host}/socket?terminal=${id}`;
    expect(await knock(address, { ...token, Origin: origin })).toBe('open');
    expect(await knock(address, { ...token, Origin: 'http://elsewhere.org' })).toBe('refused');
    expect(await knock(address, { Origin: origin })).toBe('refused');
    const outside = JSON.stringify({ folder: '../..' });
    const escaped = await fetch(`${origin}/api/terminals`, { method: 'POST', headers: token, body: outside });
    expect(escaped.ok).toBe(false);

    const without = await serve(folder, ['--no-terminal']);
    try {
      await open(without.url);
      await page.getByRole('link', { name: 'data' }).waitFor(SOON);
      expect(await page.getByRole('button', { name: 'New terminal' }).count()).toBe(0);
      await page.keyboard.press('Control+Shift+`');
      await page.getByText('this server was started without terminals (--no-terminal)').first().waitFor(SOON);
      const { origin, searchParams } = new URL(without.url);
      const headers = { Authorization: `token ${searchParams.get('token')}` };
      const order = { method: 'POST', headers, body: '{"folder":""}' };
      expect((await fetch(`${origin}/api/terminals`, order)).status).toBe(403);
      errors.splice(0); // (the browser reports the refusal too)
    } finally {
      await without.stop();
    }
    writeFileSync(join(folder, 'app.ipynb'), APP);
    const app = await serve(join(folder, 'app.ipynb'), ['--app']);
    try {
      const { origin: its, searchParams } = new URL(app.url);
      const headers = { Authorization: `token ${searchParams.get('token')}` };
      const order = { method: 'POST', headers, body: '{"folder":""}' };
      expect((await fetch(`${its}/api/terminals`, order)).ok).toBe(false);
    } finally {
      await app.stop();
    }
  }, 180_000);
});

/** Whether a WebSocket opens. */
function knock(address: string, headers: Readonly<Record<string, string>>): Promise<'open' | 'refused'> {
  return new Promise((resolve) => {
    const socket = new WebSocket(address, 'sluice', { headers });
    socket.on('open', () => {
      socket.close();
      resolve('open');
    });
    socket.on('error', () => resolve('refused'));
  });
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
