/**
 * Selects the output messages among a kernel's messages. It does not fold them, and trusts the shapes
 * validated by @jupyterlab/services.
 */
import { KernelMessage } from '@jupyterlab/services';
import type { DisplayContent, JsonObject, OutputMessage } from './output.ts';

/** The message as an {@link OutputMessage}, or null if it does not concern outputs. */
export function outputMessageOf(message: KernelMessage.IMessage): OutputMessage | null {
  if (message.channel !== 'iopub') return null;
  if (KernelMessage.isStreamMsg(message)) {
    const { name, text } = message.content;
    return { msg_type: 'stream', content: { name, text } };
  }
  if (KernelMessage.isDisplayDataMsg(message)) {
    return { msg_type: 'display_data', content: displayContent(message.content) };
  }
  if (KernelMessage.isUpdateDisplayDataMsg(message)) {
    return { msg_type: 'update_display_data', content: displayContent(message.content) };
  }
  if (KernelMessage.isExecuteResultMsg(message)) {
    const { execution_count } = message.content;
    return {
      msg_type: 'execute_result',
      content: { ...displayContent(message.content), execution_count },
    };
  }
  if (KernelMessage.isErrorMsg(message)) {
    const { ename, evalue, traceback } = message.content;
    return { msg_type: 'error', content: { ename, evalue, traceback } };
  }
  if (KernelMessage.isClearOutputMsg(message)) {
    return { msg_type: 'clear_output', content: { wait: message.content.wait } };
  }
  return null;
}

/** The id of a message's request; empty for messages of the server itself. */
export function parentOf(message: KernelMessage.IMessage): string {
  return 'msg_id' in message.parent_header ? message.parent_header.msg_id : '';
}

// The wire carries JSON, so the looser types of services ("maybe undefined") are JSON here.
function displayContent(content: {
  data: unknown;
  metadata: unknown;
  transient?: { display_id?: string };
}): DisplayContent {
  const display_id = content.transient?.display_id;
  return {
    data: content.data as JsonObject,
    metadata: content.metadata as JsonObject,
    ...(display_id === undefined ? {} : { transient: { display_id } }),
  };
}
