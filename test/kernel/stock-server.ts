/** Starts an ordinary `jupyter server`, as a user would, for tests of `--server`. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensurePrivatePython } from '../../runtime/python/index.ts';

export interface StockServer {
  readonly url: string;
  readonly token: string;
  readonly process: ChildProcess;
  stop(): Promise<void>;
}

/** The address of a new Jupyter server with piped standard error, as soon as the server listens. */
export async function jupyterAddress(child: ChildProcess): Promise<string> {
  const url = await new Promise<string>((resolve, reject) => {
    child.on('exit', () => reject(new Error('the Jupyter server did not start')));
    createInterface(child.stderr!).on('line', (line) => {
      const address = /http:\/\/(?:127\.0\.0\.1|localhost):(\d+)\//.exec(line);
      if (address !== null) resolve(`http://127.0.0.1:${address[1]}/`);
    });
  });
  // It announces its address before it listens.
  while (!(await fetch(`${url}api`).catch(() => null))?.ok) await sleep(50);
  return url;
}

export async function startStockServer(): Promise<StockServer> {
  const token = 'stock-token';
  const home = mkdtempSync(join(tmpdir(), 'sluice-stock-'));
  const python = await ensurePrivatePython(() => {});
  const child = spawn(
    python,
    [
      '-m',
      'jupyter_server',
      '--ServerApp.port=0',
      '--allow-root',
      '--no-browser',
      `--ServerApp.root_dir=${home}`,
    ],
    {
      env: { ...process.env, JUPYTER_TOKEN: token, JUPYTER_CONFIG_DIR: home, JUPYTER_RUNTIME_DIR: home },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  const url = await jupyterAddress(child);
  return {
    url,
    token,
    process: child,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGTERM');
        await once(child, 'exit');
      }
      rmSync(home, { recursive: true, force: true });
    },
  };
}
