/**
 * The texts of an open notebook's cells while several pages edit them. Edits are numbered by arrival; an edit
 * made without the latest ones is rebased onto them. It keeps no document, and informs no page.
 */

import { rebaseUpdates, type Update } from '@codemirror/collab';
import { ChangeSet, type ChangeSpec, Text } from '@codemirror/state';
import { SluiceError } from '../../words/index.ts';
import type { TextEdit } from '../messages/messages.ts';
import { LINE_END } from './line-ends.ts';

interface CellText {
  readonly text: Text;
  /** All edits since the notebook was opened: some hundred bytes for each pause in typing. */
  readonly edits: readonly Update[];
}

/** The result of edits. */
export interface Edited {
  readonly source: string;
  /** The new edits, as applied to the text. */
  readonly taken: readonly TextEdit[];
}

/** The client name for edits without a page. */
const NO_PAGE = '';

/** Texts by cell, for edited cells. */
export class CellTexts {
  readonly #texts = new Map<string, CellText>();

  /** How many edits a cell's text has had. */
  version(cell: string): number {
    return this.#texts.get(cell)?.edits.length ?? 0;
  }

  /** The edits after a version. */
  since(cell: string, version: number): readonly TextEdit[] {
    return (this.#texts.get(cell)?.edits.slice(version) ?? []).map(written);
  }

  /**
   * Takes edits of a cell's text, each on top of the one before. `source`: the present text; `version`: the
   * version that the first edit changes. Repeated edits are left out. @throws {SluiceError} 2 when they do
   * not fit.
   */
  take(cell: string, source: string, version: number, edits: readonly TextEdit[]): Edited {
    const known = this.#textOf(cell, source);
    try {
      if (version > known.edits.length) throw new RangeError('it comes from the future');
      const updates = edits.map(({ client, changes }) => ({
        clientID: client,
        changes: ChangeSet.fromJSON(changes),
      }));
      return this.#add(cell, known, known.edits.slice(version).reduce(over, updates));
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw new SluiceError(`an edit does not fit the text of cell ${cell}: ${error.message}`);
    }
  }

  /** Takes another text for a cell that comes from no page, as an edit of the difference. */
  replace(cell: string, source: string, by: string): Edited {
    const known = this.#textOf(cell, source);
    const changes = ChangeSet.of(difference(String(known.text), String(textOf(by))), known.text.length);
    return this.#add(cell, known, changes.empty ? [] : [{ clientID: NO_PAGE, changes }]);
  }

  /** Begins a new cell, and forgets an earlier one with its id. */
  begin(cell: string): void {
    this.#texts.delete(cell);
  }

  #textOf(cell: string, source: string): CellText {
    return this.#texts.get(cell) ?? { text: textOf(source), edits: [] };
  }

  #add(cell: string, known: CellText, updates: readonly Update[]): Edited {
    const text = updates.reduce((before, { changes }) => changes.apply(before), known.text);
    this.#texts.set(cell, { text, edits: [...known.edits, ...updates] });
    return { source: String(text), taken: updates.map(written) };
  }
}

/**
 * Rebases over one edit at a time, as pages do: joined edits do not tell which of them an insertion beside a
 * deletion belongs to.
 */
function over(updates: readonly Update[], edit: Update): readonly Update[] {
  return rebaseUpdates(updates, [edit]);
}

function written({ clientID, changes }: Update): TextEdit {
  return { client: clientID, changes: changes.toJSON() };
}

function textOf(source: string): Text {
  return Text.of(source.split(LINE_END));
}

/** One change, between the common beginning and end of both texts. */
function difference(before: string, after: string): ChangeSpec {
  let from = 0;
  while (from < before.length && from < after.length && before[from] === after[from]) from += 1;
  let [to, end] = [before.length, after.length];
  while (to > from && end > from && before[to - 1] === after[end - 1]) [to, end] = [to - 1, end - 1];
  return { from, to, insert: after.slice(from, end) };
}
