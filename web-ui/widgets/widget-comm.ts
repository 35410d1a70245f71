/**
 * A widget's line to its object in the kernel, in the form that widget libraries expect. Its messages go
 * through the notebook's line.
 */

import type { ICallbacks, IClassicComm } from '@jupyter-widgets/base';
import { nanoid } from 'nanoid';
import type { JsonObject, WidgetEvent } from '../../runtime/index.ts';
import type { Ask } from './ask.ts';
import { fromBase64, toBase64 } from './base64.ts';

type Update = Extract<WidgetEvent, { readonly type: 'update' | 'custom' }>;
type Buffers = ArrayBuffer[] | ArrayBufferView[];

const PAGE = nanoid();
let sent = 0;

/** A comm opened by the kernel. */
export class WidgetComm implements IClassicComm {
  readonly comm_id: string;
  readonly target_name = 'jupyter.widget';
  readonly #ask: Ask;
  readonly #cell: () => string;
  #onMessage: ((message: object) => void) | null = null;
  #onClose: ((message: object) => void) | null = null;
  #waiting: Update[] = [];

  /** `cell`: the cell that shows the widget. */
  constructor(id: string, ask: Ask, cell: () => string) {
    this.comm_id = id;
    this.#ask = ask;
    this.#cell = cell;
  }

  /** Takes a message of the kernel. It waits until the widget is made. */
  receive(event: Update): void {
    if (this.#onMessage === null) this.#waiting.push(event);
    else this.#onMessage(messageOf(event));
  }

  /** The kernel has closed the comm. */
  closed(): void {
    this.#onClose?.({});
  }

  open(): string {
    throw new Error('the kernel has opened this comm');
  }

  send(data: unknown, callbacks?: ICallbacks, _metadata?: unknown, buffers: Buffers = []): string {
    sent += 1;
    const message = `${PAGE}-${sent}`;
    const parts = buffers.map((buffer) => toBase64(buffer));
    const said = {
      ask: 'widget',
      widget: this.comm_id,
      cell: this.#cell(),
      message,
      buffers: parts,
    } as const;
    void this.#ask({ ...said, data: data as JsonObject }).then(() => {
      const status = { content: { execution_state: 'idle' } };
      callbacks?.iopub?.status?.(status as Parameters<NonNullable<typeof callbacks.iopub.status>>[0]);
    });
    return message;
  }

  /** Pages close no widgets: only the kernel does. */
  close(): string {
    return '';
  }

  on_msg(callback: (message: object) => void): void {
    // a model asks for messages before its own code listens to them
    queueMicrotask(() => {
      this.#onMessage = callback;
      for (const event of this.#waiting) callback(messageOf(event));
      this.#waiting = [];
    });
  }

  on_close(callback: (message: object) => void): void {
    this.#onClose = callback;
  }
}

function messageOf(event: Update): object {
  if (event.type === 'custom') {
    const data = { method: 'custom', content: event.content };
    return { content: { data }, buffers: event.buffers.map(fromBase64) };
  }
  const { state, buffers, answers } = event;
  const method = answers === null ? 'update' : 'echo_update';
  return {
    content: { data: { method, state: { ...state }, buffer_paths: buffers.map(({ path }) => path) } },
    buffers: buffers.map(({ base64 }) => fromBase64(base64)),
    ...(answers === null ? {} : { parent_header: { msg_id: answers } }),
  };
}
