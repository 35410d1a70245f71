/**
 * The websocket class for @jupyterlab/services: authenticated by header, prompt, and never half open. It does
 * not understand kernel messages.
 */
import { type ClientOptions, WebSocket } from 'ws';

const HEARTBEAT_MS = 15_000;
/** Three heartbeats without a sign of life: the connection is broken, although neither side closed it. */
const SILENCE_MS = 45_000;

/** How sockets to one server behave. */
export interface KernelSocketOptions {
  readonly token: string;
  /**
   * Answers each batch of messages with an empty pong frame. A server without TCP_NODELAY (stock
   * jupyter_server) holds its second small message back until the first one is acknowledged, and the system
   * delays a bare acknowledgement by 40 ms; a frame carries the acknowledgement at once.
   */
  readonly acknowledges: boolean;
  /** The first socket joins a kept kernel: it hears nothing before it has asked for what it missed. */
  readonly joins: boolean;
}

/** The part of the browser's constructor that services uses. */
export type KernelSocketClass = new (url: string | URL, protocols?: string | string[]) => WebSocket;

/** A class whose sockets follow these options. */
export function kernelSocketClass(options: KernelSocketOptions): KernelSocketClass {
  let { joins } = options;
  return class KernelSocket extends WebSocket {
    #heardAt = performance.now();
    #acknowledging = false;

    constructor(url: string | URL, protocols?: string | string[]) {
      const clientOptions: ClientOptions = {
        headers: {
          ...(options.token === '' ? {} : { Authorization: `token ${options.token}` }),
          ...(joins ? { 'Sluice-Joins': 'yes' } : {}),
        },
        perMessageDeflate: false,
        maxPayload: 2 ** 31 - 1,
      };
      super(url, protocols ?? [], clientOptions);
      joins = false;
      this.on('open', () => this.#watch());
      this.on('pong', () => this.#hear());
      this.on('message', () => {
        this.#hear();
        if (options.acknowledges) this.#acknowledge();
      });
    }

    /** A listener that throws on a malformed message must not end the process. */
    override emit(event: string | symbol, ...args: unknown[]): boolean {
      if (event !== 'message') return super.emit(event, ...args);
      try {
        return super.emit(event, ...args);
      } catch {
        return true;
      }
    }

    #hear(): void {
      this.#heardAt = performance.now();
    }

    #acknowledge(): void {
      if (this.#acknowledging) return;
      this.#acknowledging = true;
      setImmediate(() => {
        this.#acknowledging = false;
        if (this.readyState === WebSocket.OPEN) this.pong();
      });
    }

    #watch(): void {
      this.#hear();
      const heartbeat = setInterval(() => {
        if (performance.now() - this.#heardAt > SILENCE_MS) this.terminate();
        else if (this.readyState === WebSocket.OPEN) this.ping();
      }, HEARTBEAT_MS);
      heartbeat.unref();
      this.on('close', () => clearInterval(heartbeat));
    }
  };
}
