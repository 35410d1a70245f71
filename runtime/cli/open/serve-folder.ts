/** A server for the notebooks of a folder, with kernels from the options, as `sluice open` and `sluice mcp` start it. */

import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { readNotebook } from '../../documents/index.ts';
import { endKeptKernel, fetchFacts, type Keeping, keptFolder, keptKernels } from '../../kernel/index.ts';
import { AppNotebook, ReactiveNotebook, type WantedKernel } from '../../live/index.ts';
import { CheckThread } from '../../problems/index.ts';
import { chooseServerPython, notebookSignatures, sluiceHome, widgetFolders } from '../../python/index.ts';
import {
  type AppServer,
  noteServer,
  readSettings,
  type ServerNote,
  startAppServer,
  startUiServer,
  type UiServer,
  type UiServerOptions,
  type VisitorLimits,
  widgetCodeIn,
} from '../../server/index.ts';
import { counted } from '../../words/index.ts';
import type { CommonOptions } from '../options/common-options.ts';
import { replayInCopy } from '../replay/replaying.ts';
import { resultWishes, type StoreChoice, storeText } from '../store/store-choice.ts';
import { askAtEnd } from '../terminal/end-process.ts';
import { outliveFaults } from '../terminal/last-resort.ts';
import { progress } from '../terminal/progress.ts';
import { Workplace } from '../workplace/workplace.ts';
import { chosenKernel, kernelChoices, pythonOfChoice, rememberChoice } from './kernel-choices.ts';
import { type KernelAtEnd, type KernelWish, keepsKernels } from './kernels-at-end.ts';
import { notebookTrials } from './notebook-trials.ts';
import { sessionReader } from './session-reader.ts';

/** Where to listen. */
export type ListenOptions = Pick<UiServerOptions, 'port' | 'host' | 'allowedHosts'>;

/** How a server for a folder works. */
export interface FolderOptions {
  /** What becomes of kernels at its end. */
  readonly kernels: KernelWish;
  /** Whether pages get terminals. */
  readonly hasTerminals: boolean;
  /** Where results of slow cells are kept. */
  readonly store: StoreChoice;
}

/** The parts of a server for a folder. */
export interface FolderServer {
  readonly sessions: UiServerOptions['sessions'];
  /** Starts to listen. @throws {SluiceError} 2 when it cannot. */
  start(listen: ListenOptions, by: 'open' | 'mcp'): Promise<UiServer>;
  /** Starts to listen with a notebook as an app. @throws {SluiceError} 2 when it cannot. */
  startApp(listen: ListenOptions, file: string, limits: VisitorLimits): Promise<AppServer>;
}

/** A server for `folder`. `path`: the opened file or folder. It ends with the process. */
export function serveFolder(
  options: CommonOptions,
  folder: string,
  path: string,
  { kernels, hasTerminals, store }: FolderOptions,
): FolderServer {
  let workplace: Promise<Workplace> | null = null;
  const openWorkplace = (file: string): Promise<Workplace> => {
    workplace ??= Workplace.open(options, file, kernels === 'end' ? null : keeping(), hasTerminals);
    return workplace;
  };
  const settingsFile = join(sluiceHome(), 'settings.json');
  const keeping = (): Keeping => ({
    folder: keptFolder(sluiceHome()),
    hours: readSettings(settingsFile).settings.keptHours ?? KEPT_HOURS,
  });
  // on another server kernels always go on
  let leaves = options.server !== undefined;
  const signatures = notebookSignatures(() => chooseServerPython(options.python, progress));
  const checker = new CheckThread();
  const sessions = sessionReader(options, (file) => openWorkplace(file));
  const root = realpathSync(folder);
  const isFixed = [options.python, options.kernelName, options.server].some((option) => option !== undefined);
  const chosen = async (opened: Workplace, wanted: WantedKernel) => {
    // (a Python of the command line is none for another language)
    const language = options.kernelName === undefined ? wanted.language : null;
    const { specs } = await opened.kernelSpecs();
    return chosenKernel(wanted.notebook(), { ...wanted, language }, isFixed, specs);
  };
  const trials = notebookTrials(
    options,
    async (wanted) => (await chosen(await openWorkplace(path), wanted)).name,
  );
  const choicesFor = async (opened: Workplace, { notebook }: WantedKernel) => {
    const { specs, python } = await opened.kernelSpecs();
    return kernelChoices(notebook(), root, specs, python);
  };
  const openNotebook = (file: string, inMemory = false): ReactiveNotebook => {
    const place = openWorkplace(file);
    return new ReactiveNotebook(file, {
      // the files of another server are unknown
      signatures: options.server || inMemory ? null : signatures,
      inMemory,
      say: progress,
      kernelName: options.kernelName,
      startsLazy: !inMemory && readSettings(settingsFile).settings.reactive === false,
      results: () => (inMemory ? null : resultWishes(store, options, settingsFile)),
      checker,
      trials,
      startKernel: async (wanted) => {
        const opened = await place;
        const { notebook } = wanted;
        const { name, missing } = await chosen(opened, wanted);
        const lasting = inMemory ? null : notebook;
        const kernel = await opened.kernel(dirname(notebook()), undefined, !inMemory, lasting, name, 'any');
        const { version } = kernel.client.language;
        const note = missing && `${missing}; it runs on Python ${version} instead. ${CHOOSE}`;
        return { kernel, server: inMemory ? null : opened.lastingServer, note };
      },
      kernelChoices: async (wanted) => {
        const opened = await place;
        const choices = await choicesFor(opened, wanted);
        const current = await chosen(opened, wanted).then(
          ({ id }) => id,
          () => '', // there is no kernel for it
        );
        return { choices, current };
      },
      rememberKernel: async (wanted, choice) =>
        rememberChoice(wanted.notebook(), choice, await choicesFor(await place, wanted)),
      widgetCode: async (wanted, module) => {
        if (options.server !== undefined) return null;
        const opened = await place;
        const { specs, python } = await opened.kernelSpecs();
        const own = pythonOfChoice((await chosen(opened, wanted)).id, specs, python);
        return own === null ? null : widgetCodeIn(await widgetFolders(own), module);
      },
      joinKernel: async (known, wanted) => {
        const opened = await place;
        const { name } = await chosen(opened, wanted);
        return opened.joinKernel(wanted.notebook, known, name);
      },
      replay: async (...what) => replayInCopy(await place, dirname(file), ...what),
    });
  };
  return {
    sessions,
    async start(listen, by) {
      let note: ServerNote | null = null;
      const server = await startUiServer({
        folder,
        tellOpen: (open) => note?.tellOpen(open),
        ...listen,
        sessions,
        settingsFile,
        extensionsFolder: join(sluiceHome(), 'extensions'),
        openNotebook: (file) => openNotebook(file),
        kernels: {
          all: async () => (await openWorkplace(path)).kernelFacts(),
          end: endKeptKernel,
        },
        terminals: hasTerminals ? async () => (await openWorkplace(path)).terminals : null,
      });
      note = noteServer(sluiceHome(), {
        folder,
        url: server.url('/'),
        by,
        hasTerminals,
        store: storeText(store),
      });
      Workplace.beforeClosing(async () => {
        note?.remove();
        note = null;
        await server.close({ leaves });
      });
      if (kernels !== 'end' && options.server === undefined) {
        askAtEnd(async (signal, again) => {
          leaves = await keepsKernels(kernels, atEnd(server.notebooks), signal, again);
        });
        await reopen(server, folder);
      }
      outliveFaults((fault) => server.secure(`${FAULT}: ${fault}`));
      openWorkplace(path).catch(() => {}); // a notebook says so when it wants a kernel
      return server;
    },
    async startApp(listen, file, limits) {
      const open = () => new AppNotebook(readNotebook(file), openNotebook(file, true));
      const server = await startAppServer({ ...listen, open, limits });
      Workplace.beforeClosing(() => server.close());
      openWorkplace(path).catch(() => {}); // the page says so
      return server;
    },
  };
}

/** Opens the notebooks of the folder whose kernels still run without a client. */
async function reopen(server: UiServer, folder: string): Promise<void> {
  const found: string[] = [];
  const root = realpathSync(folder);
  for (const { kernel, notebook, address } of keptKernels(sluiceHome())) {
    if (!existsSync(notebook) || relative(root, realpathSync(notebook)).startsWith('..')) continue;
    const facts = (await fetchFacts(address)).find(({ id }) => id === kernel);
    if (facts?.connections !== 0) continue;
    try {
      server.open(notebook);
      found.push(relative(root, realpathSync(notebook)));
    } catch {
      // its page says why it cannot be opened
    }
  }
  if (found.length > 0)
    progress(`${counted(found.length, 'kernel')} still ran, and found again: ${found.join(', ')}`);
}

function atEnd(notebooks: UiServer['notebooks']): KernelAtEnd[] {
  return [...notebooks].flatMap(([path, { kernel }]) =>
    kernel.isWorthKeeping ? [{ name: basename(path), isBusy: kernel.state === 'busy' }] : [],
  );
}

/** How long an idle kernel is kept, unless the settings say otherwise. */
const KEPT_HOURS = 24;

const CHOOSE = "A click on the kernel's name chooses another one";

const FAULT =
  'Something in Sluice has failed that must not. Notebooks are saved, and go on; what states of cells say may be wrong until ' +
  'you start Sluice again';
