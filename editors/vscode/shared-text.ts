/** The text of a cell that the editor and the server both change. It sends and shows nothing. */

import { ChangeSet, Text } from '@codemirror/state';
import type { TextEdit } from '../../runtime/index.ts';

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
  #server: { readonly version: number; readonly text: Text };
  /** What both had last. */
  #agreed: { readonly version: number; readonly text: string };
  /** The editor's text on its way to the server. */
  #sent: string | null = null;

  /** `client`: the unique name of this editor. */
  constructor(client: string, source: string, version: number) {
    this.#client = client;
    this.#server = { version, text: textOf(source) };
    this.#agreed = { version, text: source };
  }

  /** Takes edits of the server, which follow one `version`. */
  take(version: number, edits: readonly TextEdit[]): void {
    for (const { client, changes } of edits.slice(this.#server.version - version)) {
      const text = ChangeSet.fromJSON(changes).apply(this.#server.text);
      this.#server = { version: this.#server.version + 1, text };
      if (client !== this.#client || this.#sent === null) continue;
      const merged = String(text);
      this.#agreed = { version: this.#server.version, text: merged === this.#sent ? merged : this.#sent };
      this.#sent = null;
    }
  }

  /** The next step, if the editor has this text now. A pushed text counts as on its way. */
  step(now: string): TextStep {
    const server = String(this.#server.text);
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
      edit: { client: this.#client, changes: changesFrom(from, now) as TextEdit['changes'] },
    };
  }

  /** Whether a text is on its way. */
  get isSending(): boolean {
    return this.#sent !== null;
  }
}

function textOf(source: string): Text {
  return Text.of(source.split('\n'));
}

/** The smallest change of one place. */
function changesFrom(before: string, after: string): unknown {
  let from = 0;
  const most = Math.min(before.length, after.length);
  while (from < most && before[from] === after[from]) from += 1;
  let end = 0;
  while (end < most - from && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const insert = textOf(after.slice(from, after.length - end));
  return ChangeSet.of({ from, to: before.length - end, insert }, before.length).toJSON();
}
