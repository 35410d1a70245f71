/**
 * Asks a joined kernel, which ran before Sluice, for its widgets: all at once over the control comm of
 * ipywidgets, or, without one, one by one. It keeps nothing.
 */

import type { KernelClient, KernelComm } from '../../kernel/index.ts';
import type { WidgetModel } from '../messages/widget-messages.ts';
import { modelOf, modelsIn, WIDGET_TARGET } from './widget-states.ts';

const CONTROL_TARGET = 'jupyter.widget.control';
/** The version of the control comm's protocol. */
const CONTROL_VERSION = { version: '1.0.0' };

/** The widgets, the oldest first. @throws {SluiceError} 3 when the kernel ends first. */
export async function joinedWidgets(client: KernelClient): Promise<readonly WidgetModel[]> {
  const comms = await client.commsOf(WIDGET_TARGET);
  if (comms.length === 0) return [];
  return (await allAtOnce(client)) ?? oneByOne(client, comms);
}

/** Null: ipywidgets before version 8 has no control comm. */
async function allAtOnce(client: KernelClient): Promise<readonly WidgetModel[] | null> {
  let told: readonly WidgetModel[] | null = null;
  const control = await client
    .openComm(
      CONTROL_TARGET,
      ({ data, buffers }) => {
        if (data.method === 'update_states') told = modelsIn(data, buffers);
      },
      { metadata: CONTROL_VERSION },
    )
    .catch(() => null);
  if (control === null) return null;
  await control.send({ method: 'request_states' });
  await control.close();
  return told;
}

async function oneByOne(client: KernelClient, comms: readonly string[]): Promise<readonly WidgetModel[]> {
  const told = new Map<string, WidgetModel>();
  const stop = client.onKernelComm((message: KernelComm) => {
    if (message.type === 'message' && message.data.method === 'update' && !told.has(message.comm)) {
      told.set(message.comm, modelOf(message.comm, message.data, message.buffers));
    }
  });
  try {
    for (const comm of comms) await client.sendToComm(comm, { method: 'request_state' });
  } finally {
    stop();
  }
  return comms.flatMap((comm) => told.get(comm) ?? []);
}
