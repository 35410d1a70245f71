/**
 * The widgets of an open notebook, between its kernel and its pages: it sends events to pages (at most some
 * thirty times a second), and pages' messages to the kernel. It makes no widgets: pages do.
 */

import type { CellId } from '../../../slicer/index.ts';
import type { KernelClient } from '../../kernel/index.ts';
import type { WidgetEvent, WidgetModel, WidgetRequest } from '../messages/widget-messages.ts';
import type { OutputPlaces } from './captured-outputs.ts';
import { KernelWidgets } from './kernel-widgets.ts';
import { mergedStates } from './widget-states.ts';

const EVERY_MS = 33;
/**
 * The wait for a busy kernel: while an async cell waits, the kernel does not report the end of a message, but
 * repeats it at the beginning.
 */
const BEGUN_MS = 2_000;

/** The widgets' view of their notebook. */
export interface WidgetHost extends OutputPlaces {
  /** Tells all pages. */
  tell(events: readonly WidgetEvent[]): void;
  /** Notes a page's request to the kernel: its output belongs to this cell, until it has `ended`. */
  begins(request: string, cell: CellId): void;
  ended(request: string): void;
}

/** Widgets of one kernel after another. */
export class Widgets {
  readonly #host: WidgetHost;
  readonly #kernel: KernelWidgets;
  /** By message of a page: the function to call when the kernel repeats the message. */
  readonly #begun = new Map<string, () => void>();
  #events: WidgetEvent[] = [];
  #timer: NodeJS.Timeout | null = null;
  #client: KernelClient | null = null;

  constructor(host: WidgetHost) {
    this.#host = host;
    this.#kernel = new KernelWidgets(host, (event) => {
      if (event.type === 'update' && event.answers !== null) this.#begun.get(event.answers)?.();
      this.#happened(event);
    });
  }

  /** All present widgets. Later messages to pages change this state. */
  get models(): readonly WidgetModel[] {
    this.flush();
    return this.#kernel.models;
  }

  /** Follows a kernel. `isJoined`: it ran before, and may have widgets. */
  follow(client: KernelClient, isJoined: boolean): void {
    this.#client = client;
    this.#kernel.follow(client, isJoined);
  }

  /** Notes that a cell is about to run. */
  starting(cell: CellId): void {
    this.#kernel.starting(cell);
  }

  /** Notes a new order of cells, or removed cells. */
  arranged(): void {
    this.#kernel.arranged();
  }

  /**
   * Sends a page's message to a widget; resolves when the kernel has handled it, or has probably begun.
   * @throws {SluiceError} 3
   */
  async send({ widget, cell, data, buffers, message }: WidgetRequest): Promise<void> {
    if (this.#client === null || this.#kernel.get(widget) === undefined) return;
    this.#host.begins(message, cell);
    const parts = buffers.map((text) => new Uint8Array(Buffer.from(text, 'base64')));
    const begun = new Promise<void>((resolve) => {
      this.#begun.set(message, () => setTimeout(resolve, BEGUN_MS));
    });
    const handled = this.#client
      .sendToComm(widget, data, { buffers: parts, messageId: message })
      .finally(() => this.#host.ended(message));
    try {
      await Promise.race([handled, begun]);
    } finally {
      this.#begun.delete(message);
      this.flush();
    }
  }

  /** Sends events to pages now. */
  flush(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const events = this.#events;
    this.#events = [];
    if (events.length > 0) this.#host.tell(events);
    this.#kernel.tell();
  }

  #happened(event: WidgetEvent): void {
    const last = this.#events.at(-1);
    if (event.type === 'update' && last?.type === 'update' && last.id === event.id) {
      // a loop that moves a bar needs only its last message
      if (last.answers === event.answers) {
        this.#events[this.#events.length - 1] = { ...event, ...mergedStates(last, event) };
        return;
      }
    }
    this.#events.push(event);
    this.#timer ??= setTimeout(() => this.flush(), EVERY_MS);
  }
}
