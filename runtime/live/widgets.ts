/**
 * The widgets of an open notebook, between its kernel and its pages: their state, what happens to them (told at most some thirty times a
 * second), and what pages say to them. It makes no widgets: pages do.
 */

import type { CellId } from '../../slicer/index.ts';
import type { KernelClient, KernelComm, LateOutput } from '../kernel/index.ts';
import { CapturedOutputs } from './captured-outputs.ts';
import { joinedWidgets } from './joined-widgets.ts';
import type { WidgetEvent, WidgetModel, WidgetRequest } from './widget-messages.ts';
import { mergedStates, WidgetStates } from './widget-states.ts';

const EVERY_MS = 33;
/** Kernels do not say when they have handled a message while an async cell waits; that they repeat it says that they have begun. */
const BEGUN_MS = 2_000;

/** What widgets need of their notebook. */
export interface WidgetHost {
  /** Tells all pages. */
  tell(events: readonly WidgetEvent[]): void;
  /** A request of a page is on its way to the kernel: what it prints belongs to this cell, until it has `ended`. */
  begins(request: string, cell: CellId): void;
  ended(request: string): void;
}

/** Widgets of one kernel after another. */
export class Widgets {
  readonly #host: WidgetHost;
  readonly #states = new WidgetStates();
  readonly #captured = new CapturedOutputs();
  /** `Output` widgets whose outputs the kernel has not been told, and those whose are on their way. */
  readonly #untold = new Set<string>();
  readonly #telling = new Set<string>();
  /** What to do when the kernel repeats a page's message, by the message. */
  readonly #begun = new Map<string, () => void>();
  #events: WidgetEvent[] = [];
  #timer: NodeJS.Timeout | null = null;
  #client: KernelClient | null = null;

  constructor(host: WidgetHost) {
    this.#host = host;
  }

  /** All widgets as they are. What pages are told from now on comes on top of that. */
  get models(): readonly WidgetModel[] {
    this.flush();
    return this.#states.models;
  }

  /** Follows a kernel. `isJoined`: it was running before, and may have widgets. */
  follow(client: KernelClient, isJoined: boolean): void {
    this.#client = client;
    client.onKernelComm((message) => this.#receive(message));
    client.divertOutputs((output) => this.#divert(output));
    client.onRestart(() => this.#clear());
    client.onDeath(() => this.#clear());
    if (isJoined) void this.#join(client);
  }

  /** Without them the widgets that cells show say that they have no kernel. */
  async #join(client: KernelClient): Promise<void> {
    const models = await joinedWidgets(client).catch(() => []);
    for (const model of models) {
      if (this.#states.get(model.id) !== undefined) continue;
      this.#states.open(model);
      this.#happened({ type: 'open', model });
    }
  }

  /** Takes what a page says to a widget; resolves when the kernel has handled it, or seems to. @throws {SluiceError} 3 */
  async send({ widget, cell, data, buffers, message }: WidgetRequest): Promise<void> {
    if (this.#client === null || this.#states.get(widget) === undefined) return;
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

  /** Tells pages now what has happened. */
  flush(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const events = this.#events;
    this.#events = [];
    if (events.length > 0) this.#host.tell(events);
    for (const id of this.#untold) void this.#tellOutputs(id);
  }

  #receive(message: KernelComm): void {
    const event = this.#states.receive(message);
    if (event === null) return;
    this.#captured.follow(event, this.#states.get(message.comm));
    if (event.type === 'update' && event.answers !== null) this.#begun.get(event.answers)?.();
    this.#happened(event);
  }

  #divert({ requestId, message }: LateOutput): boolean {
    if (message.msg_type === 'update_display_data') {
      for (const change of this.#captured.update(message)) this.#captures(change);
      return false;
    }
    const change = this.#captured.capture(requestId, message);
    if (change === null) return false;
    this.#captures(change);
    return true;
  }

  #captures({ id, state }: { id: string; state: WidgetModel['state'] }): void {
    this.#states.change(id, { state, buffers: [] });
    this.#untold.add(id);
    this.#happened({ type: 'update', id, answers: null, state, buffers: [] });
  }

  #happened(event: WidgetEvent): void {
    const last = this.#events.at(-1);
    if (event.type === 'update' && last?.type === 'update' && last.id === event.id) {
      // a loop that moves a bar needs no message for each step
      if (last.answers === event.answers) {
        this.#events[this.#events.length - 1] = { ...event, ...mergedStates(last, event) };
        return;
      }
    }
    this.#events.push(event);
    this.#timer ??= setTimeout(() => this.flush(), EVERY_MS);
  }

  /** The kernel's object of an `Output` widget has the outputs too: one message at a time, with all that came meanwhile. */
  async #tellOutputs(id: string): Promise<void> {
    const outputs = this.#states.get(id)?.state.outputs;
    if (this.#telling.has(id) || outputs === undefined || this.#client === null) return;
    this.#untold.delete(id);
    this.#telling.add(id);
    const data = { method: 'update', state: { outputs }, buffer_paths: [] };
    await this.#client.sendToComm(id, data).catch(() => {});
    this.#telling.delete(id);
    if (this.#untold.has(id)) await this.#tellOutputs(id);
  }

  #clear(): void {
    this.#states.clear();
    this.#untold.clear();
    this.#captured.follow({ type: 'gone' }, undefined);
    this.#happened({ type: 'gone' });
  }
}
