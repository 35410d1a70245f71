/**
 * The workplace of a command: a kernel server, traced kernels, and private copies of the source's folder.
 * They all end with the workplace, even if a signal ends the process. The file stays whole: each part is opened and closed here.
 */

import { dirname } from 'node:path';
import {
  checkEffects,
  effectsBeside,
  libraryWith,
  loadEffectsLibrary,
  type PackedEffects,
} from '../../../instrument/index.ts';
import { formatStubProblem, type LibraryKnowledge } from '../../../slicer/index.ts';
import { makeWorkingCopy, removeLeftOvers, type WorkingCopy, workInPlace } from '../../copies/index.ts';
import { type Notebook, otherKernelNote } from '../../documents/index.ts';
import {
  isPython,
  KEPT,
  type Keeping,
  type KernelFacts,
  type KernelOptions,
  type KernelServer,
  type KernelSpecs,
  openServer,
  type Terminals,
} from '../../kernel/index.ts';
import type { JoinedKernel, KnownKernel } from '../../live/index.ts';
import { chooseServerPython } from '../../python/index.ts';
import { StaticRecorder, TracedKernel } from '../../session/index.ts';
import type { SessionEvent } from '../../sources/index.ts';
import { SluiceError } from '../../words/index.ts';
import type { CommonOptions } from '../options/common-options.ts';
import { isFolder } from '../options/is-folder.ts';
import { closeAtEnd } from '../terminal/end-process.ts';
import { progress } from '../terminal/progress.ts';
import { shownPath } from '../terminal/shown-path.ts';
import { folderUses } from './folder-uses.ts';

const open = new Set<Workplace>();

const beforeClosing: (() => Promise<void>)[] = [];

/** Ends all open workplaces: kernels are shut down, copies deleted. */
async function closeWorkplaces(): Promise<void> {
  await Promise.all(beforeClosing.splice(0).map((step) => step().catch(() => {})));
  await Promise.all([...open].map((workplace) => workplace.close()));
}

closeAtEnd(closeWorkplaces);

/** Opens a workplace for an action, and closes it in any case. `path`: the source. */
export async function withWorkplace<T>(
  options: CommonOptions,
  path: string,
  action: (workplace: Workplace) => Promise<T>,
): Promise<T> {
  const workplace = await Workplace.open(options, path);
  try {
    return await action(workplace);
  } finally {
    await workplace.close();
  }
}

/** A server with its kernels and copies. */
export class Workplace {
  readonly #server: KernelServer;
  readonly #options: CommonOptions;
  readonly #effects: PackedEffects;
  /** Whether kernels of notebooks outlive this process. */
  readonly #keeps: boolean;
  /** Knowledge of libraries, for code that has not run. */
  readonly library: LibraryKnowledge;
  /** The folder of the source. */
  readonly folder: string;
  readonly #kernels = new Set<TracedKernel>();
  readonly #copies = new Set<WorkingCopy>();
  readonly #noted = new Set<string>();
  readonly #leftOvers: Promise<void>;
  #closed: Promise<void> | null = null;

  private constructor(
    server: KernelServer,
    options: CommonOptions,
    effects: PackedEffects,
    library: LibraryKnowledge,
    folder: string,
    keeps: boolean,
  ) {
    this.#server = server;
    this.#options = options;
    this.#effects = effects;
    this.#keeps = keeps && server.kind === 'embedded';
    this.library = library;
    this.folder = folder;
    this.#leftOvers = removeLeftOvers();
  }

  /** Opens the server from the options, perhaps with terminals. `path`: the source, or a folder of sources. */
  static async open(
    options: CommonOptions,
    path: string,
    keeping: Keeping | null = null,
    hasTerminals = false,
  ): Promise<Workplace> {
    const folder = isFolder(path) ? path : dirname(path);
    const own = [...effectsBeside(folder), ...options.effects];
    const [problem] = own.flatMap(checkEffects);
    if (problem) throw new SluiceError(formatStubProblem(problem));
    const { server, python } = options;
    const opening = openServer({
      ...(server ? { server } : {}),
      ...(python !== undefined ? { python } : {}),
      ...(keeping === null ? {} : { keeping }),
      hasTerminals,
      onProgress: progress,
    });
    const { packed } = loadEffectsLibrary(own);
    const library = libraryWith(own);
    const opened = await opening;
    const workplace = new Workplace(opened, options, packed, library, folder, keeping !== null);
    open.add(workplace);
    return workplace;
  }

  /** Adds a step before all workplaces are closed, while their kernels still exist. */
  static beforeClosing(step: () => Promise<void>): void {
    beforeClosing.push(step);
  }

  /**
   * A copy of the folder's present state (or of another folder's), for the given events; with `--in-place`
   * the folder itself. Prints the differences from the folder. `isRenewed`: the copy will be reset later.
   * @throws {SluiceError} when there can be none.
   */
  async copy(
    events: readonly SessionEvent[],
    {
      folder = this.folder,
      isRenewed = false,
    }: { readonly folder?: string; readonly isRenewed?: boolean } = {},
  ): Promise<WorkingCopy> {
    const { inPlace, copyLimit: limit } = this.#options;
    const own = this.#options.python;
    const python = this.#server.kind === 'existing' ? null : () => chooseServerPython(own, progress);
    const copy = inPlace
      ? workInPlace(folder)
      : await makeWorkingCopy(folder, folderUses(events, folder), { limit, isRenewed, python });
    if (this.#closed !== null) {
      await copy.remove();
      throw new SluiceError('it was cancelled');
    }
    this.#copies.add(copy);
    for (const note of copy.notes) {
      if (!this.#noted.has(note)) progress(`note: ${note}`);
      this.#noted.add(note);
    }
    return copy;
  }

  /** Deletes a copy. */
  async removeCopy(copy: WorkingCopy): Promise<void> {
    this.#copies.delete(copy);
    await copy.remove();
  }

  /**
   * A kernel in a folder or a copy of one, with probes as in the options (or none). `keepsHistory`: its
   * inputs enter the user's IPython history; by default they do not, as in nbconvert, because no person typed
   * them. `notebook`: the path of an open notebook, whose kernel may outlive this process; `kernelName`: of
   * another kernel than that of the options; `languages`: the ones that it may run.
   */
  async kernel(
    place: string | WorkingCopy,
    mode = this.#options.trace,
    keepsHistory = false,
    notebook: (() => string) | null = null,
    kernelName = this.#options.kernelName,
    languages: 'python' | 'any' = 'python',
  ): Promise<TracedKernel> {
    const client = await this.#server.startKernel({
      ...this.#kernelOptions(place),
      ...this.#keptFor(notebook),
      ...(kernelName === undefined ? {} : { kernelName }),
      keepsHistory,
    });
    if (languages === 'python' && !isPython(client.language)) {
      throw new SluiceError(`the kernel runs ${client.language.name}; this needs a Python kernel`, 3);
    }
    const kernel = await TracedKernel.attach(client, mode, new StaticRecorder(this.library), this.#effects);
    this.#kernels.add(kernel);
    return kernel;
  }

  #keptFor(notebook: (() => string) | null): Pick<KernelOptions, 'notebook'> {
    return this.#keeps && notebook !== null ? { notebook } : {};
  }

  #kernelOptions(place: string | WorkingCopy): KernelOptions {
    const { kernelName, outputLimit } = this.#options;
    const {
      path: cwd,
      through,
      isPrivate,
    } = typeof place === 'string' ? { path: place, through: null, isPrivate: false } : place;
    return {
      cwd,
      isPrivate,
      ...(through !== null ? { through } : {}),
      ...(kernelName !== undefined ? { kernelName } : {}),
      ...(outputLimit !== undefined ? { outputLimit } : {}),
    };
  }

  /** Prints a note if a notebook names another kernel than this one of Python. */
  sayOtherKernel(notebook: Notebook, { client, isPlain }: TracedKernel): void {
    if (isPlain) return;
    const note = otherKernelNote(notebook.kernelName, shownPath(notebook.path), {
      version: client.language.version,
      kernelName: this.#options.kernelName,
      python: this.#server.python,
    });
    if (note !== null) progress(`note: ${note}`);
  }

  /** Shuts down a kernel. */
  async closeKernel(kernel: TracedKernel): Promise<void> {
    this.#kernels.delete(kernel);
    await kernel.client.shutdown();
  }

  /**
   * The address of the server from the options, where kernels may outlive this process; `KEPT` for kernels
   * that are kept here; null if none outlives it.
   */
  get lastingServer(): string | null {
    if (this.#server.kind === 'existing') return this.#server.url;
    return this.#keeps ? KEPT : null;
  }

  /** The kernels that the server can start, and the interpreter of the default one. */
  async kernelSpecs(): Promise<{ readonly specs: KernelSpecs; readonly python: string | null }> {
    return { specs: await this.#server.kernelSpecs(), python: this.#server.python };
  }

  /** The terminals of the server. */
  get terminals(): Terminals {
    return this.#server.terminals;
  }

  /** The kernels of this machine. */
  kernelFacts(): Promise<readonly KernelFacts[]> {
    return this.#server.facts();
  }

  /**
   * Continues with a kernel left running; null if it is gone, or in another state than before. @throws
   * {SluiceError} 3 when it is busy.
   */
  async joinKernel(
    notebook: () => string,
    known: KnownKernel,
    kernelName: string | undefined,
  ): Promise<JoinedKernel | null> {
    if (this.#options.trace !== 'on' || known.server !== this.lastingServer) return null;
    const cwd = dirname(notebook());
    if (known.server === KEPT) return this.#rejoin(cwd, notebook, known, kernelName);
    const client = await this.#server.joinKernel(known.id, this.#kernelOptions(cwd));
    if (client === null) return null;
    const kernel = await TracedKernel.join(client, known, new StaticRecorder(this.library), this.#effects);
    if (kernel === null) {
      await client.leave();
      return null;
    }
    this.#kernels.add(kernel);
    return { kernel, hasRunning: false };
  }

  async #rejoin(
    cwd: string,
    notebook: () => string,
    known: KnownKernel,
    kernelName = this.#options.kernelName,
  ): Promise<JoinedKernel | null> {
    const { id, ran, agent, python = '', language: name = 'python', running } = known;
    const language = { name, version: python, info: null };
    const former = { id, ran, language, running: running?.request ?? null };
    const named = kernelName === undefined ? {} : { kernelName };
    const options = { ...this.#kernelOptions(cwd), ...named, notebook, keepsHistory: true };
    const found = await this.#server.rejoinKernel(former, options);
    if (found === null) return null;
    const recorder = new StaticRecorder(this.library);
    const kernel = TracedKernel.rejoin(found.client, agent, recorder, this.#effects);
    this.#kernels.add(kernel);
    return { kernel, hasRunning: found.hasRunning };
  }

  /** Shuts down the kernels, to free ports, files and memory for others. */
  async closeKernels(): Promise<void> {
    const kernels = [...this.#kernels];
    this.#kernels.clear();
    await Promise.all(kernels.map(({ client }) => client.shutdown()));
  }

  /** Ends kernels (even busy ones) and the embedded server, and deletes copies. Safe to call twice. */
  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    try {
      // a server waits two seconds for a busy kernel
      await Promise.all([...this.#kernels].map((kernel) => kernel.stop().catch(() => {})));
      await this.#server.close();
      await this.#leftOvers;
    } finally {
      await Promise.all([...this.#copies].map((copy) => copy.remove()));
      open.delete(this);
    }
  }
}
