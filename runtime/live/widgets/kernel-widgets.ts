/**
 * The widgets of a kernel from a front end's side: their state, and the outputs captured by `Output` widgets,
 * which it sends to the kernel as Jupyter's front ends do. It shows nothing, and knows no pages.
 */

import type { CellId } from '../../../slicer/index.ts';
import type { KernelClient, KernelComm, LateOutput } from '../../kernel/index.ts';
import type { WidgetEvent, WidgetModel } from '../messages/widget-messages.ts';
import { type CapturedChange, CapturedOutputs, type OutputPlaces } from './captured-outputs.ts';
import { joinedWidgets } from './joined-widgets.ts';
import { WidgetStates } from './widget-states.ts';

/** Widgets of one kernel after another. */
export class KernelWidgets {
  readonly #happened: (event: WidgetEvent) => void;
  readonly #states = new WidgetStates();
  readonly #captured: CapturedOutputs;
  /** `Output` widgets with outputs unknown to the kernel, and widgets whose outputs are being sent. */
  readonly #untold = new Set<string>();
  readonly #telling = new Set<string>();
  #client: KernelClient | null = null;

  /** `happened` gets all events of widgets. */
  constructor(places: OutputPlaces, happened: (event: WidgetEvent) => void = () => {}) {
    this.#captured = new CapturedOutputs(places);
    this.#happened = happened;
  }

  /** All present widgets, the oldest first. */
  get models(): readonly WidgetModel[] {
    return this.#states.models;
  }

  get(id: string): WidgetModel | undefined {
    return this.#states.get(id);
  }

  /** Follows a kernel. `isJoined`: it ran before, and may have widgets. */
  follow(client: KernelClient, isJoined: boolean): void {
    if (this.#client !== null) this.#clear();
    this.#client = client;
    client.onKernelComm((message) => this.#receive(message));
    client.divertOutputs((output) => this.#divert(output));
    client.onRestart(() => this.#clear());
    client.onDeath(() => this.#clear());
    if (isJoined) void this.#join(client);
  }

  /**
   * Notes that a cell is about to run: sends captured outputs to the kernel first, and removes the cell's
   * outputs from widgets.
   */
  starting(cell: CellId): void {
    this.#revise(this.#captured.starting(cell));
    for (const id of this.#untold) void this.#send(id);
  }

  /** Notes a new order of cells, or removed cells. */
  arranged(): void {
    this.#revise(this.#captured.arranged());
  }

  /**
   * Sends captured outputs to the kernel's `Output` widgets: one message at a time for each, with all outputs
   * since the last.
   */
  tell(): void {
    for (const id of this.#untold) void this.#tell(id);
  }

  /** Loads the widgets of a joined kernel, because cells would otherwise show widgets without a kernel. */
  async #join(client: KernelClient): Promise<void> {
    const models = await joinedWidgets(client).catch(() => []);
    for (const model of models) {
      if (this.#states.get(model.id) !== undefined) continue;
      this.#states.open(model);
      this.#happened({ type: 'open', model });
    }
  }

  #receive(message: KernelComm): void {
    const event = this.#states.receive(message);
    if (event === null) return;
    this.#captured.follow(event, this.#states.get(message.comm), message.parentId);
    this.#happened(event);
  }

  #divert({ requestId, message }: LateOutput): boolean {
    if (message.msg_type === 'update_display_data') {
      this.#revise(this.#captured.update(message));
      return false;
    }
    const change = this.#captured.capture(requestId, message);
    if (change === null) return false;
    this.#revise([change]);
    return true;
  }

  #revise(changes: readonly CapturedChange[]): void {
    for (const { id, state } of changes) {
      this.#states.change(id, { state, buffers: [] });
      this.#untold.add(id);
      this.#happened({ type: 'update', id, answers: null, state, buffers: [] });
    }
  }

  async #tell(id: string): Promise<void> {
    if (this.#telling.has(id)) return;
    this.#telling.add(id);
    await this.#send(id);
    this.#telling.delete(id);
    if (this.#untold.has(id)) await this.#tell(id);
  }

  async #send(id: string): Promise<void> {
    this.#untold.delete(id);
    const outputs = this.#states.get(id)?.state.outputs;
    if (outputs === undefined || this.#client === null) return;
    const data = { method: 'update', state: { outputs }, buffer_paths: [] };
    await this.#client.sendToComm(id, data).catch(() => {});
  }

  #clear(): void {
    this.#states.clear();
    this.#untold.clear();
    this.#captured.follow({ type: 'gone' }, undefined, '');
    this.#happened({ type: 'gone' });
  }
}
