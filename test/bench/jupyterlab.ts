/** JupyterLab beside Sluice's pages: the same notebook in the same browser, until a letter that is typed is there. It asserts nothing. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { findPackageRoot } from '../../instrument/index.ts';
import { ensurePrivatePython } from '../../runtime/python/index.ts';
import { jupyterAddress } from '../kernel/stock-server.ts';

const REQUIREMENTS = join(findPackageRoot(), 'test', 'bench', 'jupyterlab.txt');
const TOKEN = 'bench';
const LIMIT = 120_000;

/** A JupyterLab that serves a folder, in an environment of its own. */
export class JupyterLab {
  readonly #process: ChildProcess;
  readonly #url: string;

  private constructor(process: ChildProcess, url: string) {
    this.#process = process;
    this.#url = url;
  }

  /** Installs it when it is not there yet; null, with a line about it, when it cannot be had. */
  static async start(folder: string, say: (line: string) => void): Promise<JupyterLab | null> {
    try {
      const python = await ensurePrivatePython(say, { requirements: REQUIREMENTS });
      const settings = join(folder, '.jupyter');
      const env = { ...process.env, JUPYTER_CONFIG_DIR: settings, JUPYTER_TOKEN: TOKEN };
      const options = ['--no-browser', '--allow-root', '--port=0', `--ServerApp.root_dir=${folder}`];
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

  /** Milliseconds from the address of a notebook to a letter typed into its first cell, in a new browser profile. */
  async usable(browser: Browser, name: string): Promise<number> {
    const context = await browser.newContext();
    try {
      const page = await context.newPage();
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
