/**
 * `sluice open`: serves the pages for a notebook or a folder until it is interrupted. Other files decide the
 * content of pages.
 */

import { cpSync, existsSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { findPackageRoot } from '../../instrument/index.ts';
import { describeFailure, readNotebook } from '../documents/index.ts';
import { SluiceError } from '../errors.ts';
import { ReactiveNotebook } from '../live/index.ts';
import { CheckThread } from '../problems/index.ts';
import { chooseServerPython, notebookSignatures, sluiceHome } from '../python/index.ts';
import { readSettings, startUiServer } from '../server/index.ts';
import type { Command } from './arguments.ts';
import { outliveFaults } from './last-resort.ts';
import { notebookTrials } from './notebook-trials.ts';
import { openBrowser } from './open-browser.ts';
import { print, printJson } from './print.ts';
import { progress } from './progress.ts';
import { replayInCopy } from './replaying.ts';
import { sessionReader } from './session-reader.ts';
import { Workplace } from './workplace.ts';

/** Runs the command, until a signal ends the process. */
export async function openCommand(command: Extract<Command, { type: 'open' }>): Promise<number> {
  // saves memory in a server that runs for days, at the cost of more garbage collections
  setFlagsFromString('--heap-growing-percent=20');
  const path = command.path ?? ownSamples();
  const isFolder = statOf(path).isDirectory();
  const isNotebook = !isFolder && !SESSION_FILE.test(path);
  let workplace: Promise<Workplace> | null = null;
  const signatures = notebookSignatures(() => chooseServerPython(command.python, progress));
  const openWorkplace = (file: string): Promise<Workplace> => {
    workplace ??= Workplace.open(command, file);
    return workplace;
  };
  const checker = new CheckThread();
  const trials = notebookTrials(command);
  const sessions = sessionReader(command, (file) => openWorkplace(file));
  // errors in opening are reported here, not in a page
  if (isNotebook) readNotebook(path);
  else if (!isFolder) await sessions.list(path);
  const folder = isFolder ? path : dirname(path);
  const settingsFile = join(sluiceHome(), 'settings.json');
  const server = await startUiServer({
    folder,
    port: command.port,
    host: command.host,
    allowedHosts: command.allowedHosts,
    sessions,
    settingsFile,
    openNotebook: (file) => {
      const place = openWorkplace(file);
      return new ReactiveNotebook(file, {
        // the files of another server are unknown
        signatures: command.server ? null : signatures,
        say: progress,
        kernelName: command.kernelName,
        startsLazy: readSettings(settingsFile).settings.reactive === false,
        checker,
        trials,
        startKernel: async () => {
          const opened = await place;
          return {
            kernel: await opened.kernel(dirname(file), undefined, true),
            server: opened.lastingServer,
          };
        },
        joinKernel: async (known) => (await place).joinKernel(dirname(file), known),
        replay: async (...what) => replayInCopy(await place, dirname(file), ...what),
      });
    },
  });
  Workplace.beforeClosing(() => server.close());
  outliveFaults((fault) => server.secure(`${FAULT}: ${fault}`));
  openWorkplace(path).catch(() => {}); // a notebook says so when it wants a kernel
  const name = encodeURIComponent(basename(path));
  const url = server.url(isFolder ? '/' : isNotebook ? `/notebooks/${name}` : `/sessions/${name}`);
  if (command.json) printJson({ type: 'open', url });
  else print(url);
  if (command.host !== DEFAULT_HOST && command.host !== 'localhost') {
    progress(
      'note: others on your network can reach this address; whoever knows the token can run code as you',
    );
  }
  if (command.browser) openBrowser(url);
  const kernels = command.server ? 'kernels stay on their server' : 'kernels shut down';
  progress(`Ctrl-C ends it: notebooks are saved, ${kernels}`);
  return new Promise(() => {});
}

const FAULT =
  'Something in Sluice has failed that must not. Notebooks are saved, and go on; what states of cells say may be wrong until ' +
  'you start Sluice again';

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
