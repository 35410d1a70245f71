/** JupyterLab beside Sluice's pages: the same notebook in the same browser, until a letter that is typed is there. It asserts nothing. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { findPackageRoot } from '../../instrument/index.ts';
import { ensurePrivatePython } from '../../runtime/python/index.ts';
import { jupyterAddress } from '../kernel/stock-server.ts';
import { quietPage } from './quiet-page.ts';

const REQUIREMENTS = join(findPackageRoot(), 'test', 'bench', 'jupyterlab.txt');
const TOKEN = 'bench';
const LIMIT = 120_000;

/** The Python of the environment that it is in, made when it is not there yet; null, with a line about it, when it cannot be had. */
export async function labPython(say: (line: string) => void): Promise<string | null> {
  try {
    return await ensurePrivatePython(say, { requirements: REQUIREMENTS });
  } catch (error) {
    say(`without JupyterLab: ${error instanceof Error ? error.message : error}`);
    return null;
  }
}

/** A JupyterLab that serves a folder, in an environment of its own. */
export class JupyterLab {
  readonly #process: ChildProcess;
  readonly #url: string;

  private constructor(process: ChildProcess, url: string) {
    this.#process = process;
    this.#url = url;
  }

  /** Null, with a line about it, when it cannot be had. `more`: variables and options of its own. */
  static async start(
    folder: string,
    say: (line: string) => void,
    more: { readonly env?: Readonly<Record<string, string>>; readonly options?: readonly string[] } = {},
  ): Promise<JupyterLab | null> {
    const python = await labPython(say);
    if (python === null) return null;
    try {
      const settings = join(folder, '.jupyter');
      const env = { ...process.env, JUPYTER_CONFIG_DIR: settings, JUPYTER_TOKEN: TOKEN, ...more.env };
      const options = [
        ...(more.options ?? []),
        '--no-browser',
        '--allow-root',
        '--port=0',
        `--ServerApp.root_dir=${folder}`,
      ];
      const child = spawn(python, ['-m', 'jupyterlab', ...options], {
        env,
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      return new JupyterLab(child, await jupyterAddress(child));
    } catch (error) {
      say(`without JupyterLab: ${error instanceof Error ? error.message : error}`);
      return null;
    }
  }

  /** Of its server. */
  get pid(): number {
    return this.#process.pid!;
  }

  /** A notebook in a page of its own, when its kernel is there. */
  async open(browser: Browser, name: string): Promise<Page> {
    const page = await browser.newPage();
    await page.goto(`${this.#url}lab/tree/${name}?token=${TOKEN}`);
    await page.locator('.jp-Notebook .jp-CodeCell').first().waitFor({ timeout: LIMIT });
    await page
      .locator('.jp-Notebook-ExecutionIndicator[data-status="idle"]')
      .first()
      .waitFor({ timeout: LIMIT });
    // cells that are asked for right now would never run
    await page.waitForTimeout(5_000);
    return page;
  }

  /** Milliseconds from the address of a notebook to a letter typed into its first cell, in a new browser profile. */
  async usable(browser: Browser, name: string): Promise<number> {
    const context = await browser.newContext();
    try {
      const page = await quietPage(context);
      const started = performance.now();
      await page.goto(`${this.#url}lab/tree/${name}?token=${TOKEN}`);
      const editor = page.locator('.jp-Notebook .jp-CodeCell .cm-content').first();
      await editor.click({ timeout: LIMIT });
      await page.keyboard.type('y');
      await page
        .locator('.jp-Notebook .jp-CodeCell .cm-content', { hasText: 'y' })
        .first()
        .waitFor({ timeout: LIMIT });
      return performance.now() - started;
    } finally {
      await context.close();
    }
  }

  async stop(): Promise<void> {
    this.#process.kill('SIGTERM');
    if (this.#process.exitCode === null && this.#process.signalCode === null)
      await once(this.#process, 'exit');
  }
}
