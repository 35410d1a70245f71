/** Finds or starts the local server of a notebook, by the command `sluice open FILE --join`. */

import { type ChildProcess, spawn } from 'node:child_process';
import * as vscode from 'vscode';

/** Where a notebook is open. */
export interface NotebookAddress {
  /** The server's, with its token. */
  readonly url: string;
  /** The notebook's path in the folder of the server. */
  readonly path: string;
  /** The page of the notebook. */
  readonly page: string;
}

const OWN = new Set<ChildProcess>();

/** There npm installs the command as a batch file, which only a shell starts. */
export const IS_WINDOWS = process.platform === 'win32';

/** A word for the shell of Windows, where no name of a file has quotation marks. */
const quoted = (word: string): string => `"${word}"`;

/** The command of Sluice, and arguments before others. */
export function sluiceCommand(): string {
  return vscode.workspace.getConfiguration('sluice').get('command', 'sluice');
}

/** The address of a notebook file. @throws {Error} with the next step, if there is no server. */
export function addressOf(file: string): Promise<NotebookAddress> {
  const python = vscode.workspace.getConfiguration('sluice').get('python', '');
  const args = ['open', file, '--no-browser', '--join', ...(python === '' ? [] : ['--python', python])];
  const child = IS_WINDOWS
    ? spawn(quoted(sluiceCommand()), args.map(quoted), { shell: true })
    : spawn(sluiceCommand(), args);
  OWN.add(child);
  child.once('exit', () => OWN.delete(child));
  let [told, errors] = ['', ''];
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-2000);
  });
  return new Promise((resolve, reject) => {
    child.once('error', () =>
      reject(
        new Error(
          `there is no command ${sluiceCommand()}: install Sluice (pip install sluice_notebook), or set sluice.command`,
        ),
      ),
    );
    child.once('exit', (code) => {
      if (!told.includes('\n'))
        reject(new Error(errors.trim().split('\n').at(-1) || `sluice open ended with ${code}`));
    });
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (told.includes('\n')) return;
      told += text;
      if (told.includes('\n')) resolve(addressIn(told.trim()));
    });
  });
}

/** Ends the servers that this window has started. They save nothing that the editor has not. */
export function endServers(): void {
  for (const child of OWN) {
    // (a shell is between, and Windows has no signals)
    if (IS_WINDOWS) spawn('taskkill', ['/PID', String(child.pid), '/T', '/F']);
    else child.kill('SIGINT');
  }
}

function addressIn(page: string): NotebookAddress {
  const { origin, pathname, searchParams } = new URL(page);
  const path = pathname
    .replace(/^\/notebooks\//, '')
    .split('/')
    .map(decodeURIComponent)
    .join('/');
  return { url: `${origin}/?token=${searchParams.get('token') ?? ''}`, path, page };
}
