/**
 * A page, or a program, of another port of 127.0.0.1 gets our cookie from browsers, and gets nothing with the
 * cookie.
 */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { notebookText } from '../../cli/sluice.ts';
import { findChromium, launch, openPage, type Served, serve } from '../../web-ui/browser.ts';

describe.skipIf(findChromium() === null)('another port', () => {
  let folder: string;
  let served: Served;
  let browser: Browser;
  let other: Server;
  let cookies = '';

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'other-port-'));
    writeFileSync(join(folder, 'book.ipynb'), notebookText(['1']));
    writeFileSync(join(folder, 'secret.txt'), 'the secret');
    other = createServer((request, response) => {
      cookies = request.headers.cookie ?? cookies;
      response.writeHead(200, { 'Content-Type': 'text/html' }).end('<title>other</title>');
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    [served, browser] = await Promise.all([serve(folder), launch()]);
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await served?.stop();
    other?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** The answer of the server to a program with the cookie. */
  function steal(
    path: string,
    headers: Record<string, string> = {},
  ): Promise<{ status: number; text: string }> {
    return new Promise((resolve, reject) => {
      const { port, hostname } = new URL(served.url);
      const sent = httpRequest({ host: hostname, port, path, headers: { Cookie: cookies, ...headers } });
      sent.on('error', reject);
      sent.on('upgrade', () => resolve({ status: 101, text: '' }));
      sent.on('response', (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => {
          text += part;
        });
        response.on('end', () => resolve({ status: response.statusCode!, text }));
      });
      sent.end();
    });
  }

  test('that gets the cookie gets neither files nor a line to a kernel, and no key', async () => {
    const { page, context } = await openPage(browser, served.url);
    await page.getByText('secret.txt').waitFor();
    expect(page.url()).not.toContain('token');
    const key = await page.evaluate(() => localStorage.getItem('sluice-key'));
    const { port } = other.address() as AddressInfo;
    const second = await context.newPage();
    await second.goto(`http://127.0.0.1:${port}/`);
    expect(cookies).toMatch(/^sluice-\d+=/);
    // its page has a storage of its own
    expect(await second.evaluate(() => localStorage.getItem('sluice-key'))).toBeNull();

    const { origin } = new URL(served.url);
    for (const path of ['/api/files?path=', '/files/secret.txt', '/api/pass?path=secret.txt']) {
      expect((await steal(path)).status).toBe(403);
    }
    const upgrade = { Origin: origin, Connection: 'Upgrade', Upgrade: 'websocket' };
    const socket = { 'Sec-WebSocket-Version': '13', 'Sec-WebSocket-Key': 'AAAAAAAAAAAAAAAAAAAAAA==' };
    expect((await steal('/socket?path=book.ipynb', { ...upgrade, ...socket })).status).toBe(403);
    for (const path of ['/', '/notebooks/book.ipynb', '/files/secret.txt']) {
      const { text } = await steal(path, { Accept: 'text/html' });
      expect(text).not.toContain(key);
      expect(text).not.toContain('the secret');
    }

    // and what it embeds is refused, though the browser sends the cookie along
    const loaded = await second.evaluate(
      (address) =>
        new Promise((resolve) => {
          const script = document.createElement('script');
          script.onload = () => resolve('loaded');
          script.onerror = () => resolve('refused');
          script.src = address;
          document.head.append(script);
        }),
      `${origin}/files/secret.txt`,
    );
    expect(loaded).toBe('refused');
    await context.close();
  });

  test('files open and are downloaded by pages of this server', async () => {
    const { page, context } = await openPage(browser, served.url);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download secret.txt' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('secret.txt');
    await page.getByText('secret.txt').click();
    await page.getByText('the secret').waitFor();
    await context.close();
  });
});
