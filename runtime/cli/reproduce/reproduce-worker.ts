/**
 * A worker process of `sluice reproduce`: runs notebooks, one at a time, for the process that started it. It
 * prints no results.
 */

import { mkdtempSync } from 'node:fs';
import { tmpdir, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import {
  missingPackage,
  NORMALIZERS,
  type NotebookResult,
  ordersOf,
  unrunResult,
} from '../../../slicer/index.ts';
import { Libraries, Projects } from '../../checking/index.ts';
import { type Notebook, readNotebook, saveAtomically } from '../../documents/index.ts';
import { endStrays, removeRunFolder } from '../../processes/index.ts';
import {
  type CleanEnvironment,
  CleanEnvironments,
  type FixHost,
  fixNotebook,
  type NeededPackages,
  NoEnvironment,
  type NotebookDate,
  type NotebookToRun,
  neededPackages,
  notebookDate,
  notebookFeatures,
  type ReproduceHost,
  type ReproduceStart,
  reproduceNotebook,
  type WorkerOptions,
  withAskedFor,
  workOnNotebooks,
} from '../../research/index.ts';
import { SluiceError } from '../../words/index.ts';
import type { CommonOptions } from '../options/common-options.ts';
import { endProcess } from '../terminal/end-process.ts';
import { sayMended } from '../terminal/opening-note.ts';
import { progress } from '../terminal/progress.ts';
import { Workplace } from '../workplace/workplace.ts';

type Start = ReproduceStart<CommonOptions>;

/** An environment with its inputs: the notebook's needs, and packages that its libraries asked for. */
interface MadeFor {
  readonly environment: CleanEnvironment;
  readonly needed: NeededPackages;
  readonly asked: ReadonlySet<string>;
  readonly date: NotebookDate;
}

/** The limit of repeated runs with packages that the libraries asked for. */
const MOST_AGAIN = 3;

/** The share of the machine's memory for all kernels together. */
const MEMORY = 0.8;

/** Keeps the server while notebooks are in the same folder, which may have effects of its own. */
class Worker {
  readonly #common: CommonOptions;
  readonly #options: WorkerOptions;
  #place: Workplace | null = null;
  /** The Python of the place. */
  #python: string | undefined;
  #environments: CleanEnvironments | null = null;
  readonly #projects = new Projects();
  readonly #libraries = new Libraries();

  constructor({ common, options }: Start) {
    this.#common = common;
    this.#options = options;
  }

  /** Opens a server in an empty folder; with a named kernel, to check that the kernel exists. @throws {SluiceError} */
  async check(): Promise<void> {
    if (this.#options.environment === 'clean')
      this.#environments = await CleanEnvironments.open(progress, this.#options.allowBuilds);
    const place = await this.#placeIn(mkdtempSync(join(tmpdir(), 'empty-')));
    if (this.#common.kernelName !== undefined)
      await place.closeKernel(await place.kernel(place.folder, 'off'));
  }

  /** Never fails because of the notebook. */
  async run(notebook: NotebookToRun, tell: (text: string) => void): Promise<NotebookResult> {
    try {
      return await this.#runTwice(notebook, tell);
    } finally {
      endStrays();
    }
  }

  async #runTwice(notebook: NotebookToRun, tell: (text: string) => void): Promise<NotebookResult> {
    try {
      return await this.#run(notebook, tell);
    } catch (error) {
      if (!(error instanceof SluiceError)) throw error;
      // an earlier notebook may have ended the server
      await this.#close();
    }
    try {
      return await this.#run(notebook, tell);
    } catch (error) {
      if (!(error instanceof SluiceError)) throw error;
      const { order } = this.#options;
      return unrunResult(notebook.file, 'failed', error.message, ordersOf(order)[0], '');
    }
  }

  async #run(given: NotebookToRun, tell: (text: string) => void): Promise<NotebookResult> {
    const { file, path, text } = given;
    const { order, timeoutMs, pictures, normalizers: names, jobs, memory, withoutNetwork } = this.#options;
    const normalizers = NORMALIZERS.filter(({ name }) => names.includes(name));
    const { environment, lock, fix, fixed: out } = this.#options;
    const placeFor = async (clean: CleanEnvironment | null): Promise<ReproduceHost> => {
      const place = await this.#placeIn(dirname(path), clean?.python);
      return {
        copy: place.copy.bind(place),
        removeCopy: place.removeCopy.bind(place),
        kernel: place.kernel.bind(place),
        closeKernel: place.closeKernel.bind(place),
        memory: place.lastingServer === null ? (memory ?? (MEMORY * totalmem()) / jobs) : null,
        withoutNetwork,
        environment: clean?.text ?? null,
      };
    };
    let made: MadeFor | null = null;
    let features: readonly string[] | null = null;
    const place = async (notebook: Notebook): Promise<ReproduceHost> => {
      sayMended(notebook);
      features = notebookFeatures(notebook, path, this.#projects, this.#libraries);
      if (environment === 'clean') made = await this.#cleanFor(notebook, path, 'said');
      return placeFor(made?.environment ?? null);
    };
    const options = { order, timeoutMs, pictures, normalizers };
    const running = { ...options, ...(text === undefined ? {} : { text }), tell };
    let ran = await reproduceNotebook(file, path, place, running);
    for (let again = 0; made !== null && again < MOST_AGAIN; again += 1) {
      const more = await this.#withAskedFor(made, ran, path);
      if (more === null) break;
      made = more;
      ran = await reproduceNotebook(file, path, () => placeFor(more.environment), running);
    }
    const clean = (made as MadeFor | null)?.environment ?? null;
    if (clean !== null && lock !== null) saveAtomically(lock, clean.lock);
    const result = features === null ? ran : { ...ran, features };
    const isGood = result.status === 'same' || result.status === 'normalized';
    if (!fix || isGood || result.status === 'unreadable' || result.status === 'not-python') return result;
    const placeWith = async (pinned: boolean): Promise<FixHost> => {
      const other = pinned ? await this.#pinnedFor(path) : null;
      const isNew = other !== null && other.python !== clean?.python;
      return { placeFor: () => placeFor(other ?? clean), lock: isNew ? other.lock : null };
    };
    const fixed = await fixNotebook(result, { file, path, out, options, placeWith });
    return { ...result, fixed };
  }

  /** The environment made for the notebook. `what`: only declared packages, if any are; or the imports as well. */
  async #cleanFor(notebook: Notebook, path: string, what: 'said' | 'all'): Promise<MadeFor> {
    this.#environments ??= await CleanEnvironments.open(progress, this.#options.allowBuilds);
    const needed = neededPackages(notebook, path, this.#projects, what);
    const date = await notebookDate(notebook, path);
    return { environment: await this.#environments.make(needed, date), needed, asked: new Set(), date };
  }

  /** The environment with the packages missing in the run; null: none of them is available. */
  async #withAskedFor(made: MadeFor, ran: NotebookResult, path: string): Promise<MadeFor | null> {
    const { needed, date } = made;
    const errors = ran.cells
      .flatMap(({ differences }) => differences.filter(({ item }) => item === 'error'))
      .flatMap(({ now }) => now.map(({ text }) => missingPackage(text ?? '')));
    const asked = new Set([...made.asked, ...errors.filter((name) => name !== null)]);
    const more = withAskedFor(needed, asked, path, this.#projects);
    if (more === null || this.#environments === null) return null;
    try {
      const environment = await this.#environments.make(more, date);
      return environment.python === made.environment.python ? null : { environment, needed, asked, date };
    } catch (error) {
      if (error instanceof NoEnvironment) return null;
      throw error;
    }
  }

  /** An environment with the right packages; null: there is none. */
  async #pinnedFor(path: string): Promise<CleanEnvironment | null> {
    try {
      return (await this.#cleanFor(readNotebook(path), path, 'all')).environment;
    } catch (error) {
      if (error instanceof NoEnvironment || error instanceof SluiceError) return null;
      throw error;
    }
  }

  async #placeIn(folder: string, python = this.#common.python): Promise<Workplace> {
    if (this.#place?.folder === folder && this.#python === python) return this.#place;
    await this.#close();
    this.#place = await Workplace.open(
      { ...this.#common, ...(python === undefined ? {} : { python }) },
      folder,
    );
    this.#python = python;
    return this.#place;
  }

  async #close(): Promise<void> {
    await this.#place?.close();
    this.#place = null;
  }
}

workOnNotebooks<Start, NotebookResult>(async (start) => {
  const worker = new Worker(start);
  await worker.check();
  return (notebook, tell) => worker.run(notebook, tell);
});
process.on('SIGTERM', () => void endProcess(0));
process.on('disconnect', () => {
  // the starting process is gone, and cannot delete the folder
  process.once('exit', () => removeRunFolder(dirname(tmpdir())));
  void endProcess(0);
});
