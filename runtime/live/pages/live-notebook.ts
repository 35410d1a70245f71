/** One open notebook as the server keeps it, for any number of pages. What pages say and hear is in `messages.ts`. */

import type { FromPage, FromServer } from '../messages/messages.ts';

/** Gets what changes; also answers to its own questions. */
export type Listener = (message: FromServer) => void;

/** A page's line to a notebook. */
export interface PageLine {
  /** Takes what the page says. Never throws: what is wrong is answered with an `error`. */
  receive(message: FromPage): void;
  close(): void;
}

/** An open notebook. */
export interface LiveNotebook {
  /** Connects a page: `listener` gets the whole `notebook` at once, then every change. */
  connect(listener: Listener): PageLine;
  /** Saves what is unsaved, shuts the kernel down. `leaves`: but a kernel on a server of its own goes on running. */
  close(options?: { readonly leaves: boolean }): Promise<void>;
}

/** An open notebook whose file may get another name meanwhile. */
export interface FiledNotebook extends LiveNotebook {
  /** Its file, and what was kept beside it, have got another name in the same folder: it goes on there, in the same kernel. */
  moved(path: string): void;
  /** Saves what is unsaved, now, or else puts it beside and says where. Never throws. */
  secure(): void;
}
