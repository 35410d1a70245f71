/**
 * Where a command works: a kernel server, traced kernels, and private copies of the source's folder. Everything in it ends
 * with it, also when the process is asked to end.
 */

import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import {
  checkEffects,
  effectsBeside,
  formatStubProblem,
  loadEffectsLibrary,
  type PackedEffects,
} from '../../instrument/index.ts';
import { SluiceError } from '../errors.ts';
import { type KernelOptions, type KernelServer, openServer } from '../kernel/index.ts';
import type { KnownKernel } from '../live/index.ts';
import { copyFolder, StaticRecorder, TracedKernel, type WorkingCopy } from '../session/index.ts';
import type { SessionEvent } from '../sources/index.ts';
import type { CommonOptions } from './arguments.ts';
import { progress } from './progress.ts';

const open = new Set<Workplace>();

const beforeClosing: (() => Promise<void>)[] = [];

/** Ends all open workplaces: kernels are shut down, copies deleted. */
export async function closeWorkplaces(): Promise<void> {
  await Promise.all(beforeClosing.splice(0).map((step) => step().catch(() => {})));
  await Promise.all([...open].map((workplace) => workplace.close()));
}

/** Opens a workplace for the time of an action, and closes it whatever happens. `path`: the source. */
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

/** A server with what was opened on it. */
export class Workplace {
  readonly #server: KernelServer;
  readonly #options: CommonOptions;
  readonly #effects: PackedEffects;
  /** The folder of the source. */
  readonly folder: string;
  readonly #kernels = new Set<TracedKernel>();
  readonly #copies = new Set<WorkingCopy>();
  #closed: Promise<void> | null = null;

  private constructor(server: KernelServer, options: CommonOptions, effects: PackedEffects, folder: string) {
    this.#server = server;
    this.#options = options;
    this.#effects = effects;
    this.folder = folder;
    // the last resort; deleting needs no kernel
    process.once('exit', () => this.#removeCopies());
  }

  /** Opens the server that the options name. `path`: the source, or a folder of sources. */
  static async open(options: CommonOptions, path: string): Promise<Workplace> {
    const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
    const folder = isFolder ? path : dirname(path);
    const own = [...effectsBeside(folder), ...options.effects];
    const [problem] = own.flatMap(checkEffects);
    if (problem) throw new SluiceError(formatStubProblem(problem));
    const { server, python } = options;
    const opening = openServer({
      ...(server ? { server } : {}),
      ...(python !== undefined ? { python } : {}),
      onProgress: progress,
    });
    const { packed } = loadEffectsLibrary(own);
    const opened = await opening;
    const workplace = new Workplace(opened, options, packed, folder);
    open.add(workplace);
    return workplace;
  }

  /** Adds a step before all workplaces are closed: their kernels are still there then. */
  static beforeClosing(step: () => Promise<void>): void {
    beforeClosing.push(step);
  }

  /** A copy of the folder as it is now (or of another one), for the given events. Says so when something in it is not a copy. */
  copy(events: readonly SessionEvent[], folder = this.folder): WorkingCopy {
    const copy = copyFolder(folder, { parents: foldersAbove(events), names: namesIn(events) });
    if (copy.linked + copy.missing > 0 && this.#copies.size === 0) {
      const missing = copy.missing === 0 ? '' : `, and ${copy.missing} are left out`;
      progress(
        `note: ${folder} is large: ${copy.linked} of its files and folders are links in the private copy ` +
          `(cells that write to them change the originals)${missing}`,
      );
    }
    this.#copies.add(copy);
    return copy;
  }

  /** A kernel in a folder, with probes as the options say (or none). */
  async kernel(cwd: string, mode = this.#options.trace): Promise<TracedKernel> {
    const client = await this.#server.startKernel(this.#kernelOptions(cwd));
    if (client.language.name !== '' && client.language.name !== 'python') {
      throw new SluiceError(`the kernel runs ${client.language.name}; Sluice needs a Python kernel`, 3);
    }
    const kernel = await TracedKernel.attach(client, mode, new StaticRecorder(), this.#effects);
    this.#kernels.add(kernel);
    return kernel;
  }

  #kernelOptions(cwd: string): KernelOptions {
    const { kernelName } = this.#options;
    return { cwd, ...(kernelName !== undefined ? { kernelName } : {}) };
  }

  /** Shuts down a kernel. */
  async closeKernel(kernel: TracedKernel): Promise<void> {
    this.#kernels.delete(kernel);
    await kernel.client.shutdown();
  }

  /** The address of the server that the options name, where kernels may outlive this process; null for the embedded one. */
  get lastingServer(): string | null {
    return this.#server.kind === 'existing' ? this.#server.url : null;
  }

  /** Goes on with a kernel that was left running; null when it is gone, or not as it was left. @throws {SluiceError} 3 when it is busy. */
  async joinKernel(cwd: string, known: KnownKernel): Promise<TracedKernel | null> {
    if (this.#options.trace !== 'on' || known.server !== this.lastingServer) return null;
    const client = await this.#server.joinKernel(known.id, this.#kernelOptions(cwd));
    if (client === null) return null;
    const kernel = await TracedKernel.join(client, known, this.#effects);
    if (kernel === null) await client.leave();
    else this.#kernels.add(kernel);
    return kernel;
  }

  /** Shuts down the kernels, so that others can have their ports, files and memory. */
  async closeKernels(): Promise<void> {
    const kernels = [...this.#kernels];
    this.#kernels.clear();
    await Promise.all(kernels.map(({ client }) => client.shutdown()));
  }

  /** Ends kernels (also those that are busy) and the embedded server, and deletes copies. Safe to call twice. */
  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    try {
      // a server waits two seconds for a kernel that is busy
      await Promise.all([...this.#kernels].map((kernel) => kernel.stop().catch(() => {})));
      await this.#server.close();
    } finally {
      this.#removeCopies();
      open.delete(this);
    }
  }

  #removeCopies(): void {
    for (const copy of this.#copies) copy.remove();
    this.#copies.clear();
  }
}

/** What may be names of files in the code of the events, and in the parts of paths. */
function namesIn(events: readonly SessionEvent[]): ReadonlySet<string> {
  const sources = events.flatMap((event) => (event.type === 'run' ? [event.source] : []));
  return new Set(sources.flatMap((source) => source.match(/[^\s'"/\\()[\]{},:;=]+/g) ?? []));
}

/** How many folders above the source's own the code refers to; one for each `..` of a path, at most three. */
function foldersAbove(events: readonly SessionEvent[]): number {
  let most = 0;
  for (const event of events) {
    if (event.type !== 'run') continue;
    for (const [path] of event.source.matchAll(/(?<![.\w])\.\.(?:[/\\]\.\.)*(?![.\w])/g)) {
      most = Math.max(most, path.split(/[/\\]/).length);
    }
    if (/\.parents?\b|\bpardir\b|dirname\(/.test(event.source)) most = Math.max(most, 2);
  }
  return Math.min(most, 3);
}
