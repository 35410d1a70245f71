/**
 * The embedded server for as long as Sluice runs: one that has died is started again when a kernel is wanted next. The kernels that were
 * on it are gone with it. It starts no kernels.
 */

import { SluiceError } from '../errors.ts';
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

  /** The one that was started last; it may be dead. */
  get last(): EmbeddedServer {
    return this.#last;
  }

  /** One that is there. @throws {SluiceError} 3 when it does not start, or is closed. */
  running(): Promise<EmbeddedServer> {
    this.#running ??= this.#next();
    return this.#running;
  }

  /** Ends it, for good. */
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
