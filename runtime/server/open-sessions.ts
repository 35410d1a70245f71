/** Sessions from files, open in pages. A session ends, with its kernel, some time after its last page has gone. */

import type { Listener, LiveNotebook, PageLine } from '../live/index.ts';
import type { SessionListing } from './file-messages.ts';

/** Reads sessions by absolute path. @throws {SluiceError} 2 when the file holds none */
export interface SessionReader {
  list(path: string): Promise<SessionListing>;
  /** `session`: the number of a session in a history; null: the only one. */
  open(path: string, session: number | null): Promise<LiveNotebook>;
}

/** A reloaded page comes back within this time. */
const LINGER_MS = 30_000;

interface Looked {
  readonly session: Promise<LiveNotebook>;
  pages: number;
  timer: NodeJS.Timeout | null;
}

export class OpenSessions {
  readonly #reader: SessionReader;
  readonly #open = new Map<string, Looked>();

  constructor(reader: SessionReader) {
    this.#reader = reader;
  }

  /** The sessions in a file. */
  list(path: string): Promise<SessionListing> {
    return this.#reader.list(path);
  }

  /** Connects a page to a session. @throws {SluiceError} 2 */
  async connect(path: string, session: number | null, listener: Listener): Promise<PageLine> {
    const key = `${path}\0${session}`;
    const looked = this.#open.get(key) ?? {
      session: this.#reader.open(path, session),
      pages: 0,
      timer: null,
    };
    this.#open.set(key, looked);
    if (looked.timer !== null) clearTimeout(looked.timer);
    looked.timer = null;
    looked.pages += 1;
    try {
      const line = (await looked.session).connect(listener);
      return {
        receive: (message) => line.receive(message),
        close: () => {
          line.close();
          this.#leave(key, looked);
        },
      };
    } catch (error) {
      this.#open.delete(key);
      throw error;
    }
  }

  /** Ends all. */
  async closeAll(): Promise<void> {
    const all = [...this.#open.values()];
    this.#open.clear();
    for (const { timer } of all) if (timer !== null) clearTimeout(timer);
    await Promise.all(all.map(async ({ session }) => (await session.catch(() => null))?.close()));
  }

  #leave(key: string, looked: Looked): void {
    looked.pages -= 1;
    if (looked.pages > 0 || this.#open.get(key) !== looked) return;
    looked.timer = setTimeout(() => {
      this.#open.delete(key);
      void looked.session.then((session) => session.close()).catch(() => {});
    }, LINGER_MS);
    looked.timer.unref();
  }
}
