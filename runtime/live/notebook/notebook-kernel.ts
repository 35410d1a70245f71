/**
 * The kernel of an open notebook, started on first use, or joined if it was left running; and its view for
 * pages. It runs no cells.
 */

import { type CellId, capital } from '../../../slicer/index.ts';
import { KEPT, type LateOutput } from '../../kernel/index.ts';
import type { TracedKernel } from '../../session/index.ts';
import { messageOf, SluiceError } from '../../words/index.ts';
import type { KnownKernel } from '../log/log-entries.ts';
import type { KernelState, NotebookView } from '../messages/notebook-views.ts';

/** The `kernelspec` of a notebook's metadata, as Jupyter writes it. */
export interface KernelspecEntry {
  readonly name: string;
  readonly display_name: string;
  readonly language: string;
}

/** There is no kernel for the language of the notebook, which is there to read. */
export class MissingKernel extends SluiceError {}

/** What is asked of the source of kernels. */
export interface WantedKernel {
  /** The present path of the notebook. */
  readonly notebook: () => string;
  /** The kernelspec that the notebook names. */
  readonly named: string | null;
  /** The language that the notebook names, if it is not Python; null: Python. */
  readonly language: string | null;
  /** The choice of the person since the notebook was opened; null: none. */
  readonly chosen: string | null;
}

export interface KernelSource {
  /** `server`: the server on which it may outlive Sluice; null: none. @throws {SluiceError} 3 */
  startKernel(wanted: WantedKernel): Promise<StartedKernel>;
  /**
   * Joins a kernel left running; null if it is gone or another one. `hasRunning`: it has the run in progress.
   * @throws {SluiceError} 3 when a kernel of another server is busy.
   */
  joinKernel(known: KnownKernel, wanted: WantedKernel): Promise<JoinedKernel | null>;
}

/** A new kernel. `server` as in `KnownKernel`; `note`: why the kernel is not the chosen one; null: it is. */
export interface StartedKernel {
  readonly kernel: TracedKernel;
  readonly server: string | null;
  readonly note: string | null;
}

/** A kernel left running. */
export interface JoinedKernel {
  readonly kernel: TracedKernel;
  readonly hasRunning: boolean;
}

export interface KernelEvents {
  /** Called when the view of the kernel has changed. */
  readonly changed: () => void;
  /** A kernel in which nothing has run. */
  readonly started: (kernel: TracedKernel, server: string | null) => void;
  /** Called with the former kernel in its former state; null: the kernel is gone. */
  readonly joined: (kernel: JoinedKernel | null) => void;
  /** A sentence for the person about a new kernel. */
  readonly note: (text: string) => void;
  /** The kernel has died while, as far as known, nothing ran in it. */
  readonly died: (reason: string) => void;
  /** Called with a started or joined kernel. */
  readonly opened: (kernel: TracedKernel, isJoined: boolean) => void;
  readonly lateOutput: (output: LateOutput) => void;
}

/** A notebook's kernel. */
export class NotebookKernel {
  readonly #source: KernelSource;
  readonly #wanted: () => WantedKernel;
  readonly #events: KernelEvents;
  #known: KnownKernel | null;
  #server: string | null = null;
  #kernel: Promise<TracedKernel> | null = null;
  #opened: TracedKernel | null = null;
  #view: NotebookView['kernel'] = { state: 'none', name: 'Python', reason: null, cell: null };
  #closed = false;

  /** `wanted`: what its next kernel has to be; `known`: its former kernel. */
  constructor(
    source: KernelSource,
    wanted: () => WantedKernel,
    known: KnownKernel | null,
    events: KernelEvents,
  ) {
    this.#source = source;
    this.#wanted = wanted;
    this.#known = known;
    this.#events = events;
  }

  get view(): NotebookView['kernel'] {
    return this.#view;
  }

  /** The id that its server knows; null: there is none yet. */
  get id(): string | null {
    return this.#opened?.client.id ?? null;
  }

  /** Whether it has access to this machine's files, so it is not on the user's own server. */
  get isHere(): boolean {
    return this.#server === null || this.#server === KEPT;
  }

  /** Whether the kernel can go on when Sluice ends. */
  get isLasting(): boolean {
    return this.#server !== null;
  }

  /** Sets its state. `reason`: why it is dead; `cell`: the cell of its death. */
  become(state: KernelState, reason: string | null, cell: CellId | null = null): void {
    if (this.#closed) return;
    this.#view = { ...this.#view, state, reason, cell };
    this.#events.changed();
  }

  /** The kernel, started or joined if necessary. @throws {SluiceError} 3 */
  use(): Promise<TracedKernel> {
    this.#kernel ??= this.#open();
    return this.#kernel;
  }

  /** Starts a new process. `restart` restarts an existing kernel. @throws {SluiceError} 3, and is dead then. */
  async renew(restart: () => Promise<void>): Promise<void> {
    this.become('restarting', null);
    try {
      if (this.#kernel === null) {
        this.#abandon();
        await this.use();
      } else {
        await restart();
        this.#events.started(await this.#kernel, this.#server);
      }
      this.become('idle', null);
    } catch (error) {
      this.#lacks(error);
      throw error;
    }
  }

  #lacks(error: unknown): void {
    this.become(error instanceof MissingKernel ? 'none' : 'dead', messageOf(error));
  }

  /** Ends the present process, and starts the kernel that is wanted now. @throws {SluiceError} 3, and is dead then. */
  async replace(): Promise<void> {
    const kernel = await this.#kernel?.catch(() => null);
    this.become('restarting', null);
    this.#kernel = null;
    this.#opened = null;
    this.#known = null;
    await kernel?.stop().catch(() => {});
    await kernel?.client.shutdown();
    await this.use();
  }

  /** Notes the new path of its notebook. */
  async moved(path: string): Promise<void> {
    await (await this.#kernel?.catch(() => null))?.client.renamed(path);
  }

  /** Ends it; with `leaves`, a lasting kernel goes on. */
  async close(leaves: boolean): Promise<void> {
    this.#closed = true;
    const kernel = await this.#kernel?.catch(() => null);
    if (leaves && this.#server !== null) return kernel?.client.leave();
    await kernel?.stop().catch(() => {});
    await kernel?.client.shutdown();
  }

  async #open(): Promise<TracedKernel> {
    const { language } = this.#wanted();
    if (language !== null) this.#view = { ...this.#view, name: capital(language) };
    this.become('starting', null);
    try {
      const joined = await this.#join();
      const kernel = joined ?? (await this.#start());
      this.#opened = kernel;
      kernel.client.onDeath((reason) => {
        // the run that it died in may have given a better reason
        if (this.#view.state === 'dead') return;
        this.become('dead', kernel.left?.message ?? reason, kernel.left?.cell ?? null);
        this.#events.died(reason);
      });
      kernel.client.onLateOutput((output) => this.#events.lateOutput(output));
      this.#events.opened(kernel, joined !== null);
      const { language } = kernel.client;
      const written = typeof language.info?.name === 'string' ? language.info.name : language.name;
      this.#view = { ...this.#view, name: `${capital(written)} ${language.version}`.trim() };
      this.become('idle', null);
      return kernel;
    } catch (error) {
      this.#kernel = null;
      this.#lacks(error);
      throw error;
    }
  }

  async #start(): Promise<TracedKernel> {
    const { kernel, server, note } = await this.#source.startKernel(this.#wanted());
    this.#server = server;
    this.#events.started(kernel, server);
    if (note !== null) this.#events.note(note);
    return kernel;
  }

  async #join(): Promise<TracedKernel | null> {
    const known = this.#known;
    if (known === null) return null;
    const joined = await this.#source.joinKernel(known, this.#wanted());
    if (joined === null) {
      this.#abandon();
      return null;
    }
    this.#known = null;
    this.#server = known.server;
    this.#events.joined(joined);
    return joined.kernel;
  }

  #abandon(): void {
    if (this.#known !== null) this.#events.joined(null);
    this.#known = null;
  }
}
