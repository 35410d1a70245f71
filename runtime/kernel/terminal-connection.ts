/**
 * The connection to one terminal of a Jupyter server, in its protocol (terminado). Output waits on the server
 * while the reader has much unread text.
 */

import { WebSocket } from 'ws';
import { checkJson, items, type Schema, text } from '../../instrument/index.ts';
import type { ServerAddress } from './server-api.ts';

/** Hears a terminal. */
export interface TerminalListener {
  output(text: string): void;
  /** The shell has ended. */
  ended(): void;
  /** The connection broke; the shell may go on. */
  lost(): void;
}

/** The characters that may be unread before the server has to wait, and those with which it goes on. */
const MOST_UNREAD = 1_000_000;
const FEW_UNREAD = 200_000;

/** Servers refuse longer messages; a person pastes more. */
const MOST_TYPED = 500_000;

const OUTPUT: Schema<readonly [string, string]> = items<readonly [string, string]>(text, text);

export class TerminalConnection {
  readonly #socket: WebSocket;
  readonly #early: string[] = [];
  #unread = 0;

  constructor({ url, token }: ServerAddress, name: string, listener: TerminalListener) {
    const place = new URL(`terminals/websocket/${encodeURIComponent(name)}`, url.replace(/^http/, 'ws'));
    this.#socket = new WebSocket(place, {
      headers: token === '' ? {} : { Authorization: `token ${token}` },
      perMessageDeflate: false,
    });
    let hasEnded = false;
    this.#socket.on('open', () => {
      for (const line of this.#early.splice(0)) this.#socket.send(line);
    });
    this.#socket.on('message', (data) => {
      const line = String(data);
      if (line.startsWith('["disconnect"')) {
        hasEnded = true;
        listener.ended();
        return;
      }
      const found = checkJson(OUTPUT, line);
      if (found.type !== 'ok' || found.value[0] !== 'stdout') return;
      this.#unread += found.value[1].length;
      if (this.#unread > MOST_UNREAD) this.#socket.pause();
      listener.output(found.value[1]);
    });
    this.#socket.on('error', () => this.#socket.terminate());
    this.#socket.on('close', () => {
      if (!hasEnded) listener.lost();
    });
  }

  /** Sends what the person typed. */
  type(typed: string): void {
    for (let from = 0; from < typed.length; from += MOST_TYPED) {
      this.#send(['stdin', typed.slice(from, from + MOST_TYPED)]);
    }
  }

  resize(rows: number, columns: number): void {
    this.#send(['set_size', rows, columns]);
  }

  /** Notes that the reader has read so many characters more. */
  read(characters: number): void {
    this.#unread = Math.max(0, this.#unread - characters);
    if (this.#unread < FEW_UNREAD) this.#socket.resume();
  }

  /** Leaves the terminal; its shell goes on. */
  close(): void {
    this.#socket.resume();
    this.#socket.close();
  }

  #send(message: readonly unknown[]): void {
    const line = JSON.stringify(message);
    if (this.#socket.readyState === WebSocket.CONNECTING) this.#early.push(line);
    else if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(line);
  }
}
