/** Messages between pages and the server about terminals: requests over HTTP, and the lines of a terminal's WebSocket. Types only. */

/** A running terminal: `GET /api/terminals` lists them; `POST /api/terminals` starts one, `DELETE /api/terminals?id=` ends one. */
export interface PageTerminal {
  /** Its number, and letters. */
  readonly id: string;
  /** The folder in which its shell began, in the opened folder. */
  readonly folder: string;
}

/** Starts a terminal in a folder. */
export interface TerminalOrder {
  readonly folder: string;
}

/** A line of a page, on `/socket?terminal=ID`. */
export type FromTerminalPage =
  /** What the person typed. */
  | { readonly op: 'type'; readonly text: string }
  | { readonly op: 'resize'; readonly rows: number; readonly columns: number }
  /** So many characters more have been drawn. */
  | { readonly op: 'read'; readonly characters: number };

/** A line to a page. */
export type ToTerminalPage =
  | { readonly type: 'output'; readonly text: string }
  /** The shell has ended. */
  | { readonly type: 'ended' }
  /** The terminal cannot be shown, or is gone. */
  | { readonly type: 'refused'; readonly message: string };
