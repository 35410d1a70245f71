/** A page of a notebook that a test tells, with the server and folder it needs. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { startUiServer } from '../../runtime/server/index.ts';
import { openPage } from './browser.ts';
import { NO_KERNELS, NO_SESSIONS, type Told } from './told-notebook.ts';

/** An open page. `errors`: what it has said on its console. */
export interface ToldPage {
  readonly page: Page;
  readonly errors: readonly string[];
  readonly folder: string;
  close(): Promise<void>;
}

/** Opens the notebook, `book.ipynb`, in a folder of its own. */
export async function openTold(
  browser: Browser,
  told: Told,
  options: { readonly dark?: boolean } = {},
): Promise<ToldPage> {
  const folder = mkdtempSync(join(tmpdir(), 'told-page-'));
  writeFileSync(join(folder, 'book.ipynb'), '{}');
  const server = await startUiServer({
    folder,
    host: '127.0.0.1',
    allowedHosts: [],
    port: null,
    openNotebook: () => told,
    sessions: NO_SESSIONS,
    kernels: NO_KERNELS,
    settingsFile: join(folder, '.settings.json'),
    extensionsFolder: join(folder, '.extensions'),
    terminals: null,
  });
  const { page, context, errors } = await openPage(browser, server.url('/notebooks/book.ipynb'), options);
  await page.waitForSelector('.cell');
  return {
    page,
    errors,
    folder,
    async close() {
      await context.close();
      await server.close({ leaves: false });
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
