/** The WebSocket of a page to a terminal. It connects again when the connection broke. */

import type { FromTerminalPage, ToTerminalPage } from '../../runtime/index.ts';
import { openTerminalSocket } from '../page/early-socket.ts';
import { renewKey } from '../page/server-key.ts';

/** Hears a terminal. */
export interface TerminalHearer {
  /** The connection is there; the earlier output comes first. */
  connected(): void;
  /** The connection broke, and is tried again. */
  lost(): void;
  output(text: string): void;
  ended(): void;
  /** The terminal cannot be shown. */
  refused(why: string): void;
}

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 10_000;

export class TerminalLine {
  readonly #id: string;
  readonly #hearer: TerminalHearer;
  #socket: WebSocket | null = null;
  #isOver = false;
  #wait = FIRST_WAIT_MS;

  constructor(id: string, hearer: TerminalHearer) {
    this.#id = id;
    this.#hearer = hearer;
    this.#connect();
  }

  send(line: FromTerminalPage): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(line));
  }

  close(): void {
    this.#isOver = true;
    this.#socket?.close();
  }

  #connect(): void {
    this.#socket = openTerminalSocket(this.#id, (event) => {
      if (this.#isOver) return;
      if (event.type === 'open') {
        this.#wait = FIRST_WAIT_MS;
        this.#hearer.connected();
      } else if (event.type === 'message') this.#hear(JSON.parse((event as MessageEvent<string>).data));
      else {
        this.#hearer.lost();
        setTimeout(() => this.#again(), this.#wait);
        this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT_MS);
      }
    });
  }

  #again(): void {
    if (this.#isOver) return;
    renewKey();
    this.#connect();
  }

  #hear(line: ToTerminalPage): void {
    if (line.type === 'output') this.#hearer.output(line.text);
    // (the server also tells all its pages things that other parts show)
    else if (line.type === 'ended' || line.type === 'refused') {
      this.close();
      if (line.type === 'ended') this.#hearer.ended();
      else this.#hearer.refused(line.message);
    }
  }
}
