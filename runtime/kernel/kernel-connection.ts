/**
 * A @jupyterlab/services connection with our settings, and without rejections that no code could catch. It
 * does not decide when a kernel counts as dead.
 */
import {
  CommsOverSubshells,
  KernelAPI,
  KernelConnection,
  type KernelMessage,
  ServerConnection,
} from '@jupyterlab/services';
import { kernelSocketClass } from './kernel-socket.ts';
import { quietConsole } from './quiet-console.ts';
import type { KernelModel, ServerAddress } from './server-api.ts';

/** How a client connects. `acknowledges`, `joins` as in `KernelSocketOptions`. */
export interface ConnectionManner {
  readonly acknowledges: boolean;
  readonly joins: boolean;
  /** Whether the kernel has one client at a time, which may be a later process. */
  readonly isKept: boolean;
}

/** Opens a websocket to a running kernel on `address`. */
export function connectKernel(
  address: ServerAddress,
  model: KernelModel,
  { acknowledges, joins, isKept }: ConnectionManner,
): KernelConnection {
  quietConsole();
  const serverSettings = ServerConnection.makeSettings({
    baseUrl: address.url,
    wsUrl: address.url.replace(/^http/, 'ws'),
    token: address.token,
    appendToken: false, // the socket sends it as a header, so it stays out of the server's log
    // The `ws` class has all members that services uses.
    WebSocket: kernelSocketClass({
      token: address.token,
      acknowledges,
      joins,
    }) as unknown as typeof WebSocket,
  });
  return new QuietConnection({
    model,
    serverSettings,
    kernelAPIClient: new PatientKernelAPI({ serverSettings }),
    username: 'sluice',
    // the server hands what it holds for a client to the next one of the same name
    ...(isKept ? { clientId: model.id } : {}),
    // Sluice handles the comm protocol itself: services closes comms without a handler, such as a widget's,
    // and the notebook would then behave differently under Sluice.
    handleComms: false,
    commsOverSubshells: CommsOverSubshells.Disabled,
  });
}

/** services drops these promises, so a rejection would end the process; failure shows in the status as well. */
class QuietConnection extends KernelConnection {
  override async requestKernelInfo(): Promise<KernelMessage.IInfoReplyMsg | undefined> {
    try {
      return await super.requestKernelInfo();
    } catch {
      return undefined;
    }
  }

  override async reconnect(): Promise<void> {
    try {
      await super.reconnect();
    } catch {
      // Connection status is `disconnected`.
    }
  }
}

/**
 * After a failed connection services asks for the kernel's model, and retries for ever if the server does not
 * answer. Without a model it goes on to its bounded reconnection attempts.
 */
class PatientKernelAPI extends KernelAPI.KernelAPIClient {
  override async getModel(id: string): ReturnType<KernelAPI.KernelAPIClient['getModel']> {
    try {
      return await super.getModel(id);
    } catch {
      return undefined;
    }
  }
}
