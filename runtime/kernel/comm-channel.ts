/**
 * A Jupyter comm opened by Sluice: a two-way channel to an object in the kernel. It does not reopen itself
 * after a restart, and ignores comms opened by others.
 */
import { type KernelConnection, KernelMessage } from '@jupyterlab/services';
import { nanoid } from 'nanoid';
import { SluiceError } from '../words/index.ts';
import { type CommRequest, sendComm } from './comm-message.ts';
import type { JsonObject } from './output.ts';
import { parentOf } from './output-message.ts';

/** A message from the kernel side of a comm. */
export interface CommMessage {
  readonly data: JsonObject;
  readonly metadata: JsonObject;
  readonly buffers: readonly (ArrayBuffer | ArrayBufferView)[];
  /** The request during which the message was sent, as in `RunResult.requestId`. */
  readonly parentId: string;
}

/** The data of an opening message to the kernel side. */
export interface CommOpening {
  readonly data?: JsonObject;
  readonly metadata?: JsonObject;
}

/** Called for each message, in order; messages sent during a run come before the run's result. */
export type OnCommMessage = (message: CommMessage) => void;

/** An open comm. */
export class CommChannel {
  readonly id: string;
  readonly #connection: KernelConnection;
  readonly #targetName: string;
  readonly #onMessage: OnCommMessage;
  #open = true;

  constructor(
    connection: KernelConnection,
    targetName: string,
    onMessage: OnCommMessage,
    id: string = nanoid(),
  ) {
    this.id = id;
    this.#connection = connection;
    this.#targetName = targetName;
    this.#onMessage = onMessage;
  }

  /** False after either side has closed the comm, or its kernel is gone. */
  get isOpen(): boolean {
    return this.#open && !this.#connection.isDisposed;
  }

  /** Opens the kernel side. @throws {SluiceError} 3 when the kernel has no such target. */
  async open(opening: CommOpening): Promise<void> {
    const { data = {}, metadata = {} } = opening;
    await this.#send('comm_open', { comm_id: this.id, target_name: this.#targetName, data }, metadata);
    if (!this.#open) throw new SluiceError(`the kernel has no comm target named ${this.#targetName}`, 3);
  }

  /**
   * Sends `data`; resolves after the kernel has handled it; a busy kernel finishes its current cell first.
   * @throws {SluiceError} 3 when the comm is closed or the kernel dies first.
   */
  async send(data: JsonObject): Promise<void> {
    if (!this.isOpen) throw new SluiceError(`the comm to ${this.#targetName} is closed`, 3);
    await this.#send('comm_msg', { comm_id: this.id, data });
  }

  /** Closes both sides. */
  async close(): Promise<void> {
    if (!this.isOpen) return;
    this.#open = false;
    await this.#send('comm_close', { comm_id: this.id, data: {} });
  }

  /** For the client: takes every IOPub message that may belong to a comm. */
  receive(message: KernelMessage.IMessage): void {
    if (KernelMessage.isCommMsgMsg(message) && message.content.comm_id === this.id) {
      this.#onMessage({
        // Messages come off the wire as JSON; services types them more loosely.
        data: message.content.data as JsonObject,
        metadata: message.metadata as JsonObject,
        buffers: message.buffers ?? [],
        parentId: parentOf(message),
      });
    } else if (KernelMessage.isCommCloseMsg(message) && message.content.comm_id === this.id) {
      this.#open = false;
    }
  }

  async #send(
    msgType: CommRequest['msgType'],
    content: CommRequest['content'],
    metadata: JsonObject = {},
  ): Promise<void> {
    try {
      await sendComm(this.#connection, { msgType, content, metadata });
    } catch {
      throw new SluiceError(`the kernel ended before it handled a message to ${this.#targetName}`, 3);
    }
  }
}
