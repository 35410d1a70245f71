/**
 * A real JupyterLab with the built extension and a kernelspec of Sluice, and pages in Chromium. It asserts nothing.
 * SLUICE_TEST_JUPYTERLAB names a Python with a JupyterLab for all tests; otherwise pip installs the wanted version.
 */

import { execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { findPackageRoot } from '../../instrument/index.ts';
import { findPython } from '../../runtime/python/index.ts';
import { type Folder, sluice } from '../cli/sluice.ts';

const run = promisify(execFile);
const START_MS = 60_000;

/** A running JupyterLab. */
export interface Lab {
  /** Opens a file of the folder; without one, the launcher. */
  open(browser: Browser, file?: string): Promise<Page>;
  stop(): Promise<void>;
}

/** The path of a Python with JupyterLab. `wanted`: as pip reads it. */
export async function pythonWithLab(folder: string, wanted: string): Promise<string> {
  const given = process.env.SLUICE_TEST_JUPYTERLAB;
  if (given !== undefined) return given;
  const venv = join(folder, 'venv');
  await run((await findPython()).path, ['-m', 'venv', venv]);
  const python = join(venv, 'bin', 'python');
  await run(python, ['-m', 'pip', 'install', '--quiet', '--no-compile', wanted, 'jupyter-server-proxy']);
  return python;
}

/** Starts JupyterLab over a folder. */
export async function startLab(python: string, folder: Folder): Promise<Lab> {
  const kernels = join(folder.path, 'installed');
  const spec = await sluice(['kernelspec', 'install', '--python', python, '--prefix', kernels]);
  if (spec.code !== 0) throw new Error(spec.stderr);
  const notebooks = join(folder.path, 'notebooks');
  const runtime = join(folder.path, 'runtime');
  for (const each of [notebooks, runtime]) mkdirSync(each, { recursive: true });
  const token = randomUUID();
  const jupyter = [join(findPackageRoot(), 'dist', 'jupyter'), join(kernels, 'share', 'jupyter')];
  // the Python package, as the wheel has it
  const modules = join(folder.path, 'modules');
  cpSync(join(findPackageRoot(), 'wheel', 'sluice'), join(modules, 'sluice'), { recursive: true });
  symlinkSync(findPackageRoot(), join(modules, 'sluice', 'package'));
  const tile = '[jupyter_serverproxy_servers]\nsluice = sluice.launcher_tile:tile\n';
  folder.write('modules/sluice_notebook-0.dist-info/entry_points.txt', tile);
  folder.write('modules/sluice_notebook-0.dist-info/METADATA', 'Name: sluice_notebook\nVersion: 0\n');
  const env = {
    ...process.env,
    PYTHONPATH: modules,
    HOME: folder.path,
    JUPYTER_PATH: jupyter.join(delimiter),
    JUPYTER_TOKEN: token,
    JUPYTER_RUNTIME_DIR: runtime,
    JUPYTER_CONFIG_DIR: join(folder.path, 'config'),
    JUPYTERLAB_SETTINGS_DIR: join(folder.path, 'settings'),
    JUPYTERLAB_WORKSPACES_DIR: join(folder.path, 'workspaces'),
  };
  const options = ['--no-browser', '--allow-root', '--ServerApp.port=0', `--ServerApp.root_dir=${notebooks}`];
  const lab = ['-m', 'jupyterlab', '--LabApp.expose_app_in_browser=True', '--LabApp.news_url=None'];
  const child = spawn(python, [...lab, ...options], { env, cwd: notebooks, stdio: 'ignore' });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const deadline = Date.now() + START_MS;
  let url: string | null = null;
  while (url === null) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error('JupyterLab did not start');
    await new Promise((resolve) => setTimeout(resolve, 100));
    url = addressIn(runtime);
  }
  return {
    async open(browser, file) {
      const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
      const place = file === undefined ? 'lab?reset&' : `lab/tree/${file}?`;
      await page.goto(`${url}${place}token=${token}`);
      return page;
    },
    async stop() {
      child.kill('SIGINT');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

function addressIn(runtime: string): string | null {
  const note = readdirSync(runtime).find((name) => /^jpserver-\d+\.json$/.test(name));
  if (note === undefined || !existsSync(join(runtime, note))) return null;
  try {
    const { port, base_url: base } = JSON.parse(readFileSync(join(runtime, note), 'utf8'));
    return `http://127.0.0.1:${port}${base}`;
  } catch {
    return null;
  }
}
