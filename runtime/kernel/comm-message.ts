/** Comm messages in the kernel's form, in both directions. It keeps no comm open. */

import { type KernelConnection, KernelMessage } from '@jupyterlab/services';
import type { JsonObject } from './output.ts';
import { parentOf } from './output-message.ts';

/** Binary parts of a message. */
export type CommBuffers = readonly (ArrayBuffer | ArrayBufferView)[];

/** A message of the kernel over a comm that the kernel has opened, such as a widget's. */
export type KernelComm =
  | {
      readonly type: 'open';
      readonly comm: string;
      readonly target: string;
      readonly data: JsonObject;
      readonly buffers: CommBuffers;
      /** The request during which the message was sent, as in `RunResult.requestId`. */
      readonly parentId: string;
    }
  | {
      readonly type: 'message';
      readonly comm: string;
      readonly data: JsonObject;
      readonly buffers: CommBuffers;
      readonly parentId: string;
    }
  | { readonly type: 'close'; readonly comm: string; readonly parentId: string };

/** The message as a {@link KernelComm}, or null if it belongs to no comm. */
export function kernelCommOf(message: KernelMessage.IMessage): KernelComm | null {
  const buffers = message.buffers ?? [];
  const parentId = parentOf(message);
  // messages come off the wire as JSON; services types them more loosely
  if (KernelMessage.isCommOpenMsg(message)) {
    const { comm_id: comm, target_name: target } = message.content;
    return { type: 'open', comm, target, data: message.content.data as JsonObject, buffers, parentId };
  }
  if (KernelMessage.isCommMsgMsg(message)) {
    const { comm_id: comm, data } = message.content;
    return { type: 'message', comm, data: data as JsonObject, buffers, parentId };
  }
  if (KernelMessage.isCommCloseMsg(message))
    return { type: 'close', comm: message.content.comm_id, parentId };
  return null;
}

/** A comm message to the kernel. */
export interface CommRequest {
  readonly msgType: 'comm_open' | 'comm_msg' | 'comm_close';
  readonly content: { readonly comm_id: string; readonly target_name?: string; readonly data: JsonObject };
  readonly metadata?: JsonObject;
  readonly buffers?: readonly ArrayBufferView[];
  /** The Jupyter id of the message; default: a new one. */
  readonly messageId?: string;
}

/**
 * Sends a message; resolves after the kernel has handled it; a busy kernel finishes its current cell first.
 * Rejects if the kernel ends first.
 */
export async function sendComm(connection: KernelConnection, request: CommRequest): Promise<void> {
  const { msgType, content, metadata, buffers, messageId } = request;
  const message = KernelMessage.createMessage({
    msgType,
    channel: 'shell',
    username: connection.username,
    session: connection.clientId,
    content,
    ...(metadata === undefined ? {} : { metadata }),
    ...(buffers === undefined ? {} : { buffers }),
    ...(messageId === undefined ? {} : { msgId: messageId }),
  } as KernelMessage.IOptions<KernelMessage.ICommMsgMsg<'shell'>>);
  await connection.sendShellMessage(message).done;
}
