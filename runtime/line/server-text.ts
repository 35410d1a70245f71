/** The text of a cell as a server has the text, followed by the server's edits. Nothing is sent. */

import { ChangeSet, Text } from '@codemirror/state';
import type { TextEdit } from '../live/index.ts';

/** The text, and its version: the number of edits so far. */
export class ServerText {
  #text: Text;
  #version: number;

  constructor(source: string, version: number) {
    this.#text = textOf(source);
    this.#version = version;
  }

  get version(): number {
    return this.#version;
  }

  get source(): string {
    return String(this.#text);
  }

  /** Takes new ones of the edits after `version`; `taken` is called after each. */
  take(version: number, edits: readonly TextEdit[], taken: (edit: TextEdit) => void = () => {}): void {
    for (const edit of edits.slice(this.#version - version)) {
      this.#text = ChangeSet.fromJSON(edit.changes).apply(this.#text);
      this.#version += 1;
      taken(edit);
    }
  }
}

/** The smallest change of one place that makes the second text of the first. */
export function changesFrom(before: string, after: string): TextEdit['changes'] {
  let from = 0;
  const most = Math.min(before.length, after.length);
  while (from < most && before[from] === after[from]) from += 1;
  let end = 0;
  while (end < most - from && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const insert = textOf(after.slice(from, after.length - end));
  return ChangeSet.of(
    { from, to: before.length - end, insert },
    before.length,
  ).toJSON() as TextEdit['changes'];
}

function textOf(source: string): Text {
  return Text.of(source.split('\n'));
}
