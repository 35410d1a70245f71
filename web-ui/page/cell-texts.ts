/**
 * The texts of cells in a page: text typed here on top of the server's text, merged with text typed
 * elsewhere. The server's order of edits counts. It knows neither editors nor the line.
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

/** A text from the server. */
export interface ToldText {
  readonly source: string;
  readonly version: number;
}

interface CellText {
  /** The server's text, with edits sent or ready to be sent on top of it. */
  readonly state: EditorState;
  /** Text typed on top of this state, to be sent as one edit. */
  readonly typed: ChangeSet;
}

/** The texts of edited cells. */
export class CellTexts {
  readonly #client: string;
  readonly #texts = new Map<string, CellText>();

  /** `client`: a unique name for this page. */
  constructor(client: string) {
    this.#client = client;
  }

  /** A cell's text; undefined: never edited here, so the server's text is right. */
  of(cell: string): string | undefined {
    const text = this.#texts.get(cell);
    return text?.typed.apply(text.state.doc).toString();
  }

  /** Edits a cell here; `told` is the server's text, for the first edit. Returns the change. */
  edit(cell: string, told: ToldText, changes: ChangeSpec): ChangeSet {
    const { state, typed } = this.#textOf(cell, told);
    const made = ChangeSet.of(changes, typed.newLength);
    this.#texts.set(cell, { state, typed: typed.compose(made) });
    return made;
  }

  /**
   * Takes edits from the server, perhaps repeated. Returns the change here; null: there is none, or earlier
   * edits are missing.
   */
  receive(told: ToldText, { cell, version, edits }: CellEdits): ChangeSet | null {
    let { state } = this.#settled(cell, this.#textOf(cell, told));
    const known = getSyncedVersion(state) - version;
    if (known < 0 || known >= edits.length) return null;
    let changed = ChangeSet.empty(state.doc.length);
    // One at a time, as on the server: joined edits do not tell which of them an insertion beside a deletion
    // belongs to.
    for (const { client, changes } of edits.slice(known)) {
      const received = receiveUpdates(state, [{ clientID: client, changes: ChangeSet.fromJSON(changes) }]);
      changed = changed.compose(received.changes);
      state = received.state;
    }
    this.#texts.set(cell, settledText(state));
    return changed.empty ? null : changed;
  }

  /** The unconfirmed edits, by cell: all of them are sent until they come back. `only`: of this cell. */
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

  /** Whether the server has confirmed all sent edits. */
  isConfirmed(): boolean {
    return [...this.#texts.values()].every(({ state }) => sendableUpdates(state).length === 0);
  }

  /** Whether something of a cell has not been sent, or not been confirmed. */
  isUnconfirmed(cell: string): boolean {
    const text = this.#texts.get(cell);
    return text !== undefined && (!text.typed.empty || sendableUpdates(text.state).length > 0);
  }

  /**
   * Takes a new state of all cells from the server: only texts with unconfirmed edits stay, except texts with
   * `isGone`.
   */
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

  /** Turns typed text into an edit. */
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

/** The change from one text to the other, between their common beginning and end. */
export function changeTo(before: string, after: string): ChangeSpec {
  const most = Math.min(before.length, after.length);
  let from = 0;
  while (from < most && before[from] === after[from]) from += 1;
  let same = 0;
  while (same < most - from && before.at(-1 - same) === after.at(-1 - same)) same += 1;
  return { from, to: before.length - same, insert: after.slice(from, after.length - same) };
}
