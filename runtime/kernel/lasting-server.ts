/**
 * The embedded server for the whole life of Sluice: after its death, the next request for a kernel starts it
 * again. Its kernels are lost. It starts no kernels.
 */

import { SluiceError } from '../words/index.ts';
import type { EmbeddedServer } from './embedded-server.ts';

/** One embedded server after another. */
export class LastingServer {
  readonly #start: () => Promise<EmbeddedServer>;
  #last: EmbeddedServer;
  /** Null: the last one is dead. */
  #running: Promise<EmbeddedServer> | null;
  #closed = false;

  private constructor(start: () => Promise<EmbeddedServer>, first: EmbeddedServer) {
    this.#start = start;
    this.#last = first;
    this.#running = Promise.resolve(first);
    this.#watch(first);
  }

  /** Starts the first one. @throws {SluiceError} 3 */
  static async open(start: () => Promise<EmbeddedServer>): Promise<LastingServer> {
    return new LastingServer(start, await start());
  }

  /** The server started last, which may be dead. */
  get last(): EmbeddedServer {
    return this.#last;
  }

  /** A running server. @throws {SluiceError} 3 when it does not start, or is closed. */
  running(): Promise<EmbeddedServer> {
    this.#running ??= this.#next();
    return this.#running;
  }

  /** Ends the server for good. */
  async close(): Promise<void> {
    this.#closed = true;
    const server = await this.#running?.catch(() => null);
    await server?.close();
  }

  async #next(): Promise<EmbeddedServer> {
    if (this.#closed) throw new SluiceError('the embedded Jupyter server has been closed', 3);
    try {
      this.#last = await this.#start();
      this.#watch(this.#last);
      return this.#last;
    } catch (error) {
      this.#running = null;
      throw error;
    }
  }

  #watch(server: EmbeddedServer): void {
    server.onExit(() => {
      this.#running = null;
    });
  }
}
