/**
 * The terminals that this process started on a Jupyter server. Other terminals of the server are no business
 * of this process.
 */

import { nanoid } from 'nanoid';
import { SluiceError } from '../words/index.ts';
import { createTerminal, deleteTerminal, listTerminals, type ServerAddress } from './server-api.ts';
import { TerminalConnection, type TerminalListener } from './terminal-connection.ts';

/** A running terminal. */
export interface Terminal {
  /** A number for people, and letters: a tab of an earlier server does not find a terminal of this one. */
  readonly id: string;
  /** The absolute path of the folder in which its shell began. */
  readonly folder: string;
}

export class Terminals {
  readonly #address: () => Promise<ServerAddress>;
  readonly #own = new Map<string, { readonly terminal: Terminal; readonly name: string; url: string }>();
  #started = 0;

  /** `address`: that of the server. */
  constructor(address: () => Promise<ServerAddress>) {
    this.#address = address;
  }

  /** The running ones, the oldest first. @throws {SluiceError} 3 */
  async list(): Promise<readonly Terminal[]> {
    if (this.#own.size === 0) return [];
    const address = await this.#address();
    const running = new Set(await listTerminals(address));
    for (const [id, { name, url }] of this.#own) {
      // (a server that was started again has other terminals)
      if (url !== address.url || !running.has(name)) this.#own.delete(id);
    }
    return [...this.#own.values()].map(({ terminal }) => terminal);
  }

  /** Starts a shell in a folder. @throws {SluiceError} 3 when the server has no terminals, or too many. */
  async start(folder: string): Promise<Terminal> {
    const address = await this.#address();
    if ((await this.list()).length >= MOST) {
      throw new SluiceError(`${MOST} terminals are open; close one of them first`, 3);
    }
    const name = await createTerminal(address, folder);
    this.#started += 1;
    const terminal = { id: `${this.#started}-${nanoid(8)}`, folder };
    this.#own.set(terminal.id, { terminal, name, url: address.url });
    return terminal;
  }

  /** Ends a terminal with its processes. A missing one is no error. */
  async end(id: string): Promise<void> {
    const known = this.#own.get(id);
    this.#own.delete(id);
    if (known !== undefined) await deleteTerminal(await this.#address(), known.name);
  }

  /** Connects to a running terminal. @throws {SluiceError} 3 when it has ended */
  async connect(id: string, listener: TerminalListener): Promise<TerminalConnection> {
    await this.list();
    const known = this.#own.get(id);
    if (known === undefined) throw new SluiceError('this terminal has ended', 3);
    return new TerminalConnection(await this.#address(), known.name, listener);
  }

  /** Ends all. */
  async endAll(): Promise<void> {
    await Promise.all([...this.#own.keys()].map((id) => this.end(id)));
  }
}

/** So many can a person have. */
const MOST = 50;
