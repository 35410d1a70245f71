/**
 * The kernel of an open notebook, started on first use, or joined if it was left running; and its view for
 * pages. It runs no cells.
 */

import type { CellId } from '../../../slicer/index.ts';
import { messageOf } from '../../errors.ts';
import type { LateOutput } from '../../kernel/index.ts';
import type { TracedKernel } from '../../session/index.ts';
import type { KnownKernel } from '../log/log-entries.ts';
import type { KernelState, NotebookView } from '../messages/messages.ts';

/** The source of kernels. */
export interface KernelSource {
  /** `server`: the server on which it may outlive Sluice; null: none. @throws {SluiceError} 3 */
  startKernel(): Promise<{ readonly kernel: TracedKernel; readonly server: string | null }>;
  /** Joins a kernel left running; null if it is gone or another one. @throws {SluiceError} 3 when it is busy. */
  joinKernel(known: KnownKernel): Promise<TracedKernel | null>;
}

/** The events of the kernel. */
export interface KernelEvents {
  /** Its view is another one. */
  readonly changed: () => void;
  /** A kernel in which nothing has run. */
  readonly started: (kernel: TracedKernel, server: string | null) => void;
  /** Whether the former kernel is still there, in its former state. */
  readonly joined: (isThere: boolean) => void;
  /** The kernel has died while, as far as known, nothing ran in it. */
  readonly died: (reason: string) => void;
  /** There is one now, started or joined. */
  readonly opened: (kernel: TracedKernel, isJoined: boolean) => void;
  readonly lateOutput: (output: LateOutput) => void;
}

/** A notebook's kernel. */
export class NotebookKernel {
  readonly #source: KernelSource;
  readonly #events: KernelEvents;
  #known: KnownKernel | null;
  #server: string | null = null;
  #kernel: Promise<TracedKernel> | null = null;
  #view: NotebookView['kernel'] = { state: 'none', name: 'Python', reason: null, cell: null };
  #closed = false;

  /** `known`: the notebook's former kernel. */
  constructor(source: KernelSource, known: KnownKernel | null, events: KernelEvents) {
    this.#source = source;
    this.#known = known;
    this.#events = events;
  }

  get view(): NotebookView['kernel'] {
    return this.#view;
  }

  /** Whether it has access to this machine's files, so it is not on the user's own server. */
  get isHere(): boolean {
    return this.#server === null;
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
      this.become('dead', messageOf(error));
      throw error;
    }
  }

  /** Ends it; with `leaves`, a kernel on a lasting server goes on. */
  async close(leaves: boolean): Promise<void> {
    this.#closed = true;
    const kernel = await this.#kernel?.catch(() => null);
    if (leaves && this.#server !== null) return kernel?.client.leave();
    await kernel?.stop().catch(() => {});
    await kernel?.client.shutdown();
  }

  async #open(): Promise<TracedKernel> {
    this.become('starting', null);
    try {
      const joined = await this.#join();
      const kernel = joined ?? (await this.#start());
      kernel.client.onDeath((reason) => {
        // the run that it died in may have given a better reason
        if (this.#view.state === 'dead') return;
        this.become('dead', kernel.left?.message ?? reason, kernel.left?.cell ?? null);
        this.#events.died(reason);
      });
      kernel.client.onLateOutput((output) => this.#events.lateOutput(output));
      this.#events.opened(kernel, joined !== null);
      const { name, version } = kernel.client.language;
      this.#view = { ...this.#view, name: name === 'python' ? `Python ${version}` : name };
      this.become('idle', null);
      return kernel;
    } catch (error) {
      this.#kernel = null;
      this.become('dead', messageOf(error));
      throw error;
    }
  }

  async #start(): Promise<TracedKernel> {
    const { kernel, server } = await this.#source.startKernel();
    this.#server = server;
    this.#events.started(kernel, server);
    return kernel;
  }

  async #join(): Promise<TracedKernel | null> {
    const known = this.#known;
    if (known === null) return null;
    const kernel = await this.#source.joinKernel(known);
    if (kernel === null) {
      this.#abandon();
      return null;
    }
    this.#known = null;
    this.#server = known.server;
    this.#events.joined(true);
    return kernel;
  }

  #abandon(): void {
    if (this.#known !== null) this.#events.joined(false);
    this.#known = null;
  }
}
