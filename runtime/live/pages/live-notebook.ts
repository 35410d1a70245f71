/** The server's interface of one open notebook, for any number of pages. `messages.ts` has the messages. */

import type { FromPage, FromServer } from '../messages/messages.ts';
import type { KernelState } from '../messages/notebook-views.ts';

/** Receives changes, and answers to its own questions. */
export type Listener = (message: FromServer) => void;

/** A page's line to a notebook. */
export interface PageLine {
  /** Takes a message of the page. Never throws: a mistake is answered with an `error`. */
  receive(message: FromPage): void;
  close(): void;
}

/** An open notebook. */
export interface LiveNotebook {
  /** Connects a page: `listener` gets the whole `notebook` at once, then every change. */
  connect(listener: Listener): PageLine;
  /** Saves unsaved changes and shuts the kernel down. `leaves`: a kernel on a lasting server goes on running. */
  close(options?: { readonly leaves: boolean }): Promise<void>;
}

/** The kernel of an open notebook. `isWorthKeeping`: it can go on without Sluice, and something has run in it. */
export interface KernelStanding {
  /** The id that its server knows; null: there is none yet. */
  readonly id: string | null;
  /** For example `Python 3.11.7`. */
  readonly python: string;
  readonly state: KernelState;
  readonly isWorthKeeping: boolean;
}

/** An open notebook whose file may be renamed meanwhile. */
export interface FiledNotebook extends LiveNotebook {
  /**
   * Notes that its file, and the files beside it, have a new name in the same folder: it goes on there, in
   * the same kernel.
   */
  moved(path: string): void;
  /** Its kernel. */
  readonly kernel: KernelStanding;
  /** Saves unsaved changes at once, or else puts them beside and reports the path. Never throws. */
  secure(): void;
}
