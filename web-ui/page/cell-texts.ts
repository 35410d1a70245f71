/**
 * The texts of cells as a page has them: what was typed here on top of what the server has, merged with what is typed elsewhere. The
 * server's order of edits counts. It knows neither editors nor the line.
 */

import { collab, getSyncedVersion, receiveUpdates, sendableUpdates } from '@codemirror/collab';
import { ChangeSet, type ChangeSpec, EditorState } from '@codemirror/state';
import type { TextEdit } from '../../runtime/index.ts';

/** Edits of a cell's text, on top of a version of it. */
export interface CellEdits {
  readonly cell: string;
  readonly version: number;
  readonly edits: readonly TextEdit[];
}

/** A text as the server told it. */
export interface ToldText {
  readonly source: string;
  readonly version: number;
}

interface CellText {
  /** The text that the server has, and what was or can be sent on top of it. */
  readonly state: EditorState;
  /** What was typed on top of that: it is sent as one edit. */
  readonly typed: ChangeSet;
}

/** The texts of the cells that have been edited. */
export class CellTexts {
  readonly #client: string;
  readonly #texts = new Map<string, CellText>();

  /** `client`: a name for this page that no other has. */
  constructor(client: string) {
    this.#client = client;
  }

  /** A cell's text; undefined: nobody has edited it, so that it is as the server told it. */
  of(cell: string): string | undefined {
    const text = this.#texts.get(cell);
    return text?.typed.apply(text.state.doc).toString();
  }

  /** Edits a cell here; `told` is its text when nobody has edited it before. What changes. */
  edit(cell: string, told: ToldText, changes: ChangeSpec): ChangeSet {
    const { state, typed } = this.#textOf(cell, told);
    const made = ChangeSet.of(changes, typed.newLength);
    this.#texts.set(cell, { state, typed: typed.compose(made) });
    return made;
  }

  /** Takes edits that the server tells, maybe again. What changes here; null: nothing, or edits before them are missing. */
  receive(told: ToldText, { cell, version, edits }: CellEdits): ChangeSet | null {
    let { state } = this.#settled(cell, this.#textOf(cell, told));
    const known = getSyncedVersion(state) - version;
    if (known < 0 || known >= edits.length) return null;
    let changed = ChangeSet.empty(state.doc.length);
    // One at a time, as the server does it: several as one have lost which of them an insertion beside a deletion came from.
    for (const { client, changes } of edits.slice(known)) {
      const received = receiveUpdates(state, [{ clientID: client, changes: ChangeSet.fromJSON(changes) }]);
      changed = changed.compose(received.changes);
      state = received.state;
    }
    this.#texts.set(cell, settledText(state));
    return changed.empty ? null : changed;
  }

  /** What the server has not confirmed, by cell: all of it is sent until it comes back. `only`: of this cell. */
  unconfirmed(only?: string): readonly CellEdits[] {
    return [...this.#texts].flatMap(([cell, text]) => {
      if (only !== undefined && cell !== only) return [];
      const { state } = this.#settled(cell, text);
      const edits = sendableUpdates(state).map(({ clientID, changes }) => ({
        client: clientID,
        changes: changes.toJSON(),
      }));
      return edits.length === 0 ? [] : [{ cell, version: getSyncedVersion(state), edits }];
    });
  }

  /** Whether the server has said that it has all that was sent. */
  isConfirmed(): boolean {
    return [...this.#texts.values()].every(({ state }) => sendableUpdates(state).length === 0);
  }

  /** Whether something of a cell has not been sent, or not been confirmed. */
  isUnconfirmed(cell: string): boolean {
    const text = this.#texts.get(cell);
    return text !== undefined && (!text.typed.empty || sendableUpdates(text.state).length > 0);
  }

  /** The server has told all cells anew: of the texts here, only those that it does not have are kept, but none that `isGone`. */
  restart(isGone: (cell: string) => boolean = () => false): void {
    const kept = new Set(this.unconfirmed().map(({ cell }) => cell));
    for (const cell of this.#texts.keys()) if (!kept.has(cell) || isGone(cell)) this.#texts.delete(cell);
  }

  /** A cell is gone. */
  forget(cell: string): void {
    this.#texts.delete(cell);
  }

  #textOf(cell: string, { source, version }: ToldText): CellText {
    const extensions = collab({ startVersion: version, clientID: this.#client });
    return this.#texts.get(cell) ?? settledText(EditorState.create({ doc: source, extensions }));
  }

  /** What was typed becomes an edit. */
  #settled(cell: string, text: CellText): CellText {
    if (text.typed.empty) return text;
    const settled = settledText(text.state.update({ changes: text.typed }).state);
    this.#texts.set(cell, settled);
    return settled;
  }
}

function settledText(state: EditorState): CellText {
  return { state, typed: ChangeSet.empty(state.doc.length) };
}

/** The change that makes one text of the other: between what both begin and end with. */
export function changeTo(before: string, after: string): ChangeSpec {
  const most = Math.min(before.length, after.length);
  let from = 0;
  while (from < most && before[from] === after[from]) from += 1;
  let same = 0;
  while (same < most - from && before.at(-1 - same) === after.at(-1 - same)) same += 1;
  return { from, to: before.length - same, insert: after.slice(from, after.length - same) };
}
