/** A server for the notebooks of a folder, with kernels from the options, as `sluice open` and `sluice mcp` start it. */

import { dirname, join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { ReactiveNotebook } from '../live/index.ts';
import { CheckThread } from '../problems/index.ts';
import { chooseServerPython, notebookSignatures, sluiceHome } from '../python/index.ts';
import {
  noteServer,
  readSettings,
  startUiServer,
  type UiServer,
  type UiServerOptions,
} from '../server/index.ts';
import type { CommonOptions } from './arguments.ts';
import { collectWhenIdle } from './idle-memory.ts';
import { outliveFaults } from './last-resort.ts';
import { notebookTrials } from './notebook-trials.ts';
import { progress } from './progress.ts';
import { replayInCopy } from './replaying.ts';
import { sessionReader } from './session-reader.ts';
import { Workplace } from './workplace.ts';

/** Where to listen. */
export type ListenOptions = Pick<UiServerOptions, 'port' | 'host' | 'allowedHosts'>;

/** The parts of a server for a folder. */
export interface FolderServer {
  readonly sessions: UiServerOptions['sessions'];
  /** Starts to listen. @throws {SluiceError} 2 when it cannot. */
  start(listen: ListenOptions, by: 'open' | 'mcp'): Promise<UiServer>;
}

/** A server for `folder`. `path`: the opened file or folder. It ends with the process. */
export function serveFolder(options: CommonOptions, folder: string, path: string): FolderServer {
  // saves memory in a server that runs for days, at the cost of more garbage collections
  setFlagsFromString('--heap-growing-percent=20');
  collectWhenIdle();
  let workplace: Promise<Workplace> | null = null;
  const openWorkplace = (file: string): Promise<Workplace> => {
    workplace ??= Workplace.open(options, file);
    return workplace;
  };
  const signatures = notebookSignatures(() => chooseServerPython(options.python, progress));
  const checker = new CheckThread();
  const trials = notebookTrials(options);
  const sessions = sessionReader(options, (file) => openWorkplace(file));
  const settingsFile = join(sluiceHome(), 'settings.json');
  const openNotebook = (file: string): ReactiveNotebook => {
    const place = openWorkplace(file);
    return new ReactiveNotebook(file, {
      // the files of another server are unknown
      signatures: options.server ? null : signatures,
      say: progress,
      kernelName: options.kernelName,
      startsLazy: readSettings(settingsFile).settings.reactive === false,
      checker,
      trials,
      startKernel: async () => {
        const opened = await place;
        const kernel = await opened.kernel(dirname(file), undefined, true);
        return { kernel, server: opened.lastingServer };
      },
      joinKernel: async (known) => (await place).joinKernel(dirname(file), known),
      replay: async (...what) => replayInCopy(await place, dirname(file), ...what),
    });
  };
  return {
    sessions,
    async start(listen, by) {
      const server = await startUiServer({ folder, ...listen, sessions, settingsFile, openNotebook });
      const forget = noteServer(sluiceHome(), { folder, url: server.url('/'), by });
      Workplace.beforeClosing(async () => {
        forget();
        await server.close();
      });
      outliveFaults((fault) => server.secure(`${FAULT}: ${fault}`));
      openWorkplace(path).catch(() => {}); // a notebook says so when it wants a kernel
      return server;
    },
  };
}

const FAULT =
  'Something in Sluice has failed that must not. Notebooks are saved, and go on; what states of cells say may be wrong until ' +
  'you start Sluice again';
