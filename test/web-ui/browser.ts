/** The system's Chromium for tests of the pages, and a running `sluice open` for each. It asserts nothing. */

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { findPackageRoot } from '../../instrument/index.ts';
import { sluiceHome } from '../../runtime/python/index.ts';
import { startSluice } from '../cli/sluice.ts';

/** A browser without windows first: each new profile of the others loads pages of its own, for half a second of a core. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];
const SHOTS = join(findPackageRoot(), 'test', 'web-ui', 'screenshots');

/** Where Chromium is; null when there is none. */
export function findChromium(): string | null {
  for (const name of NAMES) {
    const { status, stdout } = spawnSync('which', [name], { encoding: 'utf8' });
    if (status === 0) return stdout.trim();
  }
  return null;
}

/** Starts Chromium. */
export function launch(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === null) throw new Error('there is no Chromium');
  return chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  });
}

/** Jupyter's data folder of this file's servers: signatures of trusted notebooks, and the code of widgets. */
export const JUPYTER_FOLDER = mkdtempSync(join(tmpdir(), 'sluice-jupyter-'));
const SIGNATURES = join(JUPYTER_FOLDER, 'nbsignatures.db');

/** When a notebook was signed last; null: never. */
export function lastSigned(): number | null {
  return statSync(SIGNATURES, { throwIfNoEntry: false })?.mtimeMs ?? null;
}

/** Servers that run; the last one to stop deletes Jupyter's folder. */
let running = 0;

/** Deletes all signatures: a repeated test would open its notebook trusted. */
export function forgetSignatures(): void {
  rmSync(SIGNATURES, { force: true });
}

/** A home with settings of its own, and with links to the environments and caches of the usual one. */
function ownHome(): string {
  const usual = sluiceHome();
  const home = mkdtempSync(join(tmpdir(), 'sluice-home-'));
  mkdirSync(usual, { recursive: true });
  for (const name of readdirSync(usual)) {
    if (name !== 'settings.json' && name !== 'extensions') symlinkSync(join(usual, name), join(home, name));
  }
  return home;
}

/** A running `sluice open`. */
export interface Served {
  readonly url: string;
  readonly pid: number;
  /** Its SLUICE_HOME: settings of tests are of no interest to the person. */
  readonly home: string;
  stop(): Promise<void>;
  /** The text on its standard error. */
  stderr(): Promise<string>;
}

/** Serves a notebook or folder; resolves when it listens. */
export async function serve(path: string, options: readonly string[] = []): Promise<Served> {
  const python = process.env.SLUICE_TEST_PYTHON;
  // another server has kernels of its own
  const isOwn = python !== undefined && !options.includes('--server');
  const interpreter = isOwn ? ['--python', python] : [];
  // what tests trust is of no interest to the person's own Jupyter
  const home = ownHome();
  const env = { JUPYTER_DATA_DIR: JUPYTER_FOLDER, SLUICE_HOME: home };
  const run = startSluice(['open', path, '--no-browser', ...interpreter, ...options], { env });
  const deadline = Date.now() + 30_000;
  while (!run.stdout().includes('\n')) {
    if (run.child.exitCode !== null || Date.now() > deadline) {
      run.child.kill();
      throw new Error(`sluice open did not start: ${(await run.finished).stderr}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  running += 1;
  return {
    url: run.stdout().trim(),
    home,
    pid: run.child.pid!,
    async stop() {
      run.child.kill('SIGINT');
      await run.finished;
      rmSync(home, { recursive: true, force: true });
      running -= 1;
      if (running === 0) rmSync(JUPYTER_FOLDER, { recursive: true, force: true });
    },
    stderr: async () => (await run.finished).stderr,
  };
}

/** A page at an address, in a browser profile of its own. Errors in the page make the test fail when it is closed. */
export async function openPage(
  browser: Browser,
  url: string,
  options: { readonly width?: number; readonly dark?: boolean } = {},
): Promise<{ page: Page; context: BrowserContext; errors: string[] }> {
  const context = await browser.newContext({
    viewport: { width: options.width ?? 1200, height: 900 },
    colorScheme: options.dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  await page.goto(url);
  return { page, context, errors };
}

/** Saves a picture of a page, to be looked at by people. */
export async function shoot(page: Page, name: string): Promise<void> {
  mkdirSync(SHOTS, { recursive: true });
  await page.screenshot({ path: join(SHOTS, `${name}.png`) });
}
