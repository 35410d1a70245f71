/**
 * `sluice open`: serves the pages for a notebook or a folder until it is interrupted. Other files decide the
 * content of pages.
 */

import { cpSync, existsSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { findPackageRoot } from '../../../instrument/index.ts';
import { describeFailure, readNotebook } from '../../documents/index.ts';
import { sluiceHome } from '../../python/index.ts';
import { findServer, type VisitorLimits } from '../../server/index.ts';
import { SluiceError } from '../../words/index.ts';
import type { Command } from '../arguments.ts';
import { storeText } from '../store/store-choice.ts';
import { print, printJson } from '../terminal/print.ts';
import { progress } from '../terminal/progress.ts';
import type { KernelWish } from './kernels-at-end.ts';
import { openBrowser } from './open-browser.ts';
import { serveFolder } from './serve-folder.ts';

/** Runs the command, until a signal ends the process. */
export async function openCommand(command: Extract<Command, { type: 'open' }>): Promise<number> {
  const path = command.path ?? ownSamples();
  const isFolder = statOf(path).isDirectory();
  const isNotebook = !isFolder && !SESSION_FILE.test(path);
  const folder = isFolder ? path : dirname(path);
  if (command.app !== null) return openApp(command, command.app, path, isNotebook);
  const served = serveFolder(command, folder, path, {
    kernels: command.kernels,
    // a session is only looked at
    hasTerminals: command.hasTerminals && (isFolder || isNotebook),
    store: command.store,
  });
  // errors in opening are reported here, not in a page
  if (isNotebook) readNotebook(path, 'any');
  else if (!isFolder) await served.sessions.list(path);
  const kind = isFolder ? 'tree' : isNotebook ? 'notebooks' : 'sessions';
  // a second server would give a notebook a second kernel
  const other = command.port === null ? findServer(sluiceHome(), folder) : null;
  if (other !== null && (command.joins || other.by === 'mcp')) {
    const its = `sluice ${other.by} (process ${other.process}) serves this folder already`;
    if (other.hasTerminals && !command.hasTerminals)
      throw new SluiceError(`${its}, with terminals: end it first, or leave out --no-terminal`);
    if (command.store !== 'setting' && storeText(command.store) !== other.store)
      throw new SluiceError(`${its}, with another --store: end it first, or leave out --store`);
    const way = relative(other.folder, realpathSync(path)).split(sep).map(encodeURIComponent).join('/');
    showPage(command, other.url.replace('/?', `/${kind}/${way}?`));
    progress(`the server is that of sluice ${other.by} (process ${other.process}), and ends with it`);
    return 0;
  }
  const server = await served.start(command, 'open');
  showPage(command, server.url(isFolder ? '/' : `/${kind}/${encodeURIComponent(basename(path))}`));
  if (command.host !== DEFAULT_HOST && command.host !== 'localhost') {
    progress(
      'note: others on your network can reach this address; whoever knows the token can run code as you',
    );
  }
  const kernels = command.server ? 'kernels stay on their server' : KERNELS_AT_END[command.kernels];
  progress(`Ctrl-C ends it: notebooks are saved, ${kernels}`);
  return new Promise(() => {});
}

/** Serves a notebook as an app, until a signal ends the process. */
async function openApp(
  command: Extract<Command, { type: 'open' }>,
  limits: VisitorLimits,
  path: string,
  isNotebook: boolean,
): Promise<number> {
  if (!isNotebook)
    throw new SluiceError(`${path} is no notebook: --app shows one notebook, such as FILE.ipynb`);
  readNotebook(path);
  const served = serveFolder(command, dirname(path), path, {
    kernels: 'end',
    hasTerminals: false,
    store: 'off',
  });
  const { url } = await served.startApp(command, path, limits);
  showPage(command, url);
  const kernels = limits.shared
    ? 'all visitors share one kernel'
    : `at most ${limits.most} visitors, a kernel each`;
  progress(`whoever knows the address can use the app, and run no code of their own; ${kernels}`);
  progress('Ctrl-C ends it, with all kernels; the file is never written');
  return new Promise(() => {});
}

const KERNELS_AT_END: Readonly<Record<KernelWish, string>> = {
  ask: 'it asks about kernels that run',
  keep: 'kernels go on',
  end: 'kernels shut down',
};

function showPage(command: Extract<Command, { type: 'open' }>, url: string): void {
  if (command.json) printJson({ type: 'open', url });
  else print(url);
  if (command.browser) openBrowser(url);
}

/** IPython histories and session files by their names. */
const SESSION_FILE = /\.(?:sqlite3?|jsonl)$/i;

const DEFAULT_HOST = '127.0.0.1';

/** The samples in a folder of the user, where they can be changed. */
function ownSamples(): string {
  const folder = join(sluiceHome(), 'samples');
  if (!existsSync(folder)) cpSync(join(findPackageRoot(), 'samples'), folder, { recursive: true });
  return folder;
}

function statOf(path: string): ReturnType<typeof statSync> & object {
  try {
    return statSync(path);
  } catch (error) {
    throw new SluiceError(`cannot open ${path}: ${describeFailure(error)}`);
  }
}
