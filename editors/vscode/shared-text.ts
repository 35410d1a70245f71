/** The text of a cell that the editor and the server both change. It sends and shows nothing. */

import type { TextEdit } from '../../runtime/index.ts';
import { changesFrom, ServerText } from '../../runtime/line/index.ts';

/** The next step to make both texts equal. */
export type TextStep =
  | { readonly type: 'none' }
  /** The server gets these changes of its version. */
  | { readonly type: 'push'; readonly version: number; readonly edit: TextEdit }
  /** The editor gets this text. */
  | { readonly type: 'pull'; readonly text: string };

/** The text. */
export class SharedText {
  readonly #client: string;
  readonly #server: ServerText;
  /** What both had last. */
  #agreed: { readonly version: number; readonly text: string };
  /** The editor's text on its way to the server. */
  #sent: string | null = null;

  /** `client`: the unique name of this editor. */
  constructor(client: string, source: string, version: number) {
    this.#client = client;
    this.#server = new ServerText(source, version);
    this.#agreed = { version, text: source };
  }

  /** Takes edits of the server, which follow one `version`. */
  take(version: number, edits: readonly TextEdit[]): void {
    this.#server.take(version, edits, ({ client }) => {
      if (client !== this.#client || this.#sent === null) return;
      const merged = this.#server.source;
      this.#agreed = { version: this.#server.version, text: merged === this.#sent ? merged : this.#sent };
      this.#sent = null;
    });
  }

  /** The next step, if the editor has this text now. A pushed text counts as on its way. */
  step(now: string): TextStep {
    const server = this.#server.source;
    if (this.#sent !== null) return { type: 'none' };
    if (now === server) {
      this.#agreed = { version: this.#server.version, text: server };
      return { type: 'none' };
    }
    if (now === this.#agreed.text) return { type: 'pull', text: server };
    this.#sent = now;
    // after another one's edit at the same moment, the whole text counts
    const isKnown = this.#server.version === this.#agreed.version;
    const from = isKnown ? this.#agreed.text : server;
    return {
      type: 'push',
      version: this.#server.version,
      edit: { client: this.#client, changes: changesFrom(from, now) },
    };
  }

  /** Whether a text is on its way. */
  get isSending(): boolean {
    return this.#sent !== null;
  }
}
