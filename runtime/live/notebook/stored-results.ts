/**
 * The results of an open notebook that last beyond its kernel: the store of the present kernel, and the cells for which a
 * new kernel may take a stored result. It runs no cell.
 */

import { realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import type { CellId, CoreOperation } from '../../../slicer/index.ts';
import { type CodeCell, describeFailure } from '../../documents/index.ts';
import type { TracedKernel } from '../../session/index.ts';
import {
  endSession,
  movedKernel,
  originOf,
  ReactiveStore,
  type StoreFolder,
  waitingRuns,
} from '../../store/index.ts';
import type { StoredMark } from '../log/log-entries.ts';

/** The wishes of a person for the results of notebooks. */
export interface ResultWishes {
  readonly folder: StoreFolder;
  /** The shortest run that is stored, in seconds. */
  readonly from: number;
}

/** The notebook's view of its stored results. */
export interface ResultsHost {
  /** Null: nothing is stored. */
  readonly wishes: () => ResultWishes | null;
  /** The present path of the notebook. */
  readonly path: () => string;
  readonly code: () => readonly CodeCell[];
  /** Whether the kernel has access to this machine's files. */
  readonly isHere: () => boolean;
  /** Other results are found. */
  readonly changed: () => void;
  /** Tells the person something. */
  readonly say: (text: string) => void;
}

interface KernelStore {
  readonly results: ReactiveStore;
  readonly folder: StoreFolder;
}

export class StoredResults {
  readonly #host: ResultsHost;
  /** The stored results of cells that have not run, with the texts for which they were found. */
  #found: ReadonlyMap<CellId, StoredMark & { readonly source: string }> = new Map();
  #looks = 0;
  #store: KernelStore | null = null;
  /** Whether the present kernel can have a store. */
  #isFit = true;
  /** The ends of the stores of former kernels. */
  readonly #ending = new Set<Promise<void>>();

  constructor(host: ResultsHost) {
    this.#host = host;
  }

  /** The store of the present kernel; null: none. */
  get store(): ReactiveStore | null {
    return this.#store?.results ?? null;
  }

  /** A kernel has started, in which nothing has run. The wishes of this moment count until its end. */
  started(kernel: TracedKernel): void {
    this.#leave();
    this.#isFit = !kernel.isPlain && this.#host.isHere();
    const wishes = this.#isFit ? this.#host.wishes() : null;
    if (wishes !== null) this.#begin(kernel, wishes);
    void this.look();
  }

  /** Takes an operation on the core. */
  applied({ type }: CoreOperation): void {
    if (type !== 'restarted' && type !== 'died') return;
    this.#leave();
    void this.look();
  }

  /** Looks for stored results of the cells, and reads no value. */
  async look(): Promise<void> {
    this.#looks += 1;
    const look = this.#looks;
    const folder = (this.#isFit ? this.#host.wishes()?.folder : null) ?? null;
    const sources = new Map(this.#host.code().map(({ id, source }) => [id, source]));
    const at = dirname(this.#host.path());
    const runs = folder === null ? [] : await waitingRuns(folder, realpathSync(at), sources).catch(() => []);
    if (look !== this.#looks) return;
    this.#found = new Map(
      [...runs].map(([id, { at, ms }]) => [id, { at, ms, source: sources.get(id) ?? '' }]),
    );
    this.#host.changed();
  }

  /** The stored result that a cell which has not run may get; null: none. */
  waiting(cell: CellId, source: string): StoredMark | null {
    const found = this.#found.get(cell);
    return found?.source === source ? { at: found.at, ms: found.ms } : null;
  }

  /** Waits until the results are stored. */
  async close(): Promise<void> {
    this.#leave();
    await Promise.all(this.#ending);
  }

  #begin(kernel: TracedKernel, { folder, from }: ResultWishes): void {
    try {
      folder.prepare();
      const path = this.#host.path();
      const ask = kernel.questions.store.bind(kernel.questions);
      const asked = movedKernel({ ask }, originOf(folder, path), folder.isShared);
      const at = realpathSync(dirname(path));
      this.#store = { results: new ReactiveStore(asked, folder, { from }, at), folder };
    } catch (error) {
      this.#host.say(`Results are not kept in ${folder.path}: ${describeFailure(error)}`);
    }
  }

  /** The present kernel has ended, or nothing more of it is stored. */
  #leave(): void {
    const last = this.#store;
    this.#store = null;
    if (last === null) return;
    const end = this.#finish(last).finally(() => this.#ending.delete(end));
    this.#ending.add(end);
  }

  async #finish({ results, folder }: KernelStore): Promise<void> {
    try {
      await endSession(folder, results, this.#host.path());
    } catch {
      // (the notebook or the folder is gone: nothing else needs the report)
    }
  }
}
