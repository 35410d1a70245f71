/** Agents' edits of cells as edit operations of pages. It changes nothing. */

import { nanoid } from 'nanoid';
import type { Cell } from '../../documents/index.ts';
import { SluiceError } from '../../words/index.ts';
import type { AgentEdit } from '../messages/agent-messages.ts';
import type { CellChange } from '../notebook/edited-cells.ts';
import { cellOf } from './cell-of.ts';

/** Texts of cells beyond this make notebooks that no page opens. */
const MOST_CHARACTERS = 1_000_000;

/**
 * The changes of one edit, on the cells before it, and the id of a new cell. @throws {SluiceError} 2 for an
 * unknown cell or a text that is too long.
 */
export function changesOf(
  edit: AgentEdit,
  cells: readonly Cell[],
): { readonly change: CellChange; readonly inserted: string | null } {
  if ('source' in edit && edit.source.length > MOST_CHARACTERS) {
    const length = `${edit.source.length} characters`;
    throw new SluiceError(`the text of a cell is too long: ${length}, and at most ${MOST_CHARACTERS}`);
  }
  switch (edit.op) {
    case 'replace':
      return plain({ op: 'text', cell: cellOf(cells, edit.cell).id, source: edit.source });
    case 'delete':
      return plain({ op: 'delete', cells: [cellOf(cells, edit.cell).id] });
    case 'insert': {
      const inserted = nanoid(8);
      const { type = 'code', source } = edit;
      const before = cells[placeAfter(cells, edit.after)]?.id ?? null;
      return { change: { op: 'insert', cell: inserted, type, source, before }, inserted };
    }
    case 'move': {
      const moved = cellOf(cells, edit.cell);
      const others = cells.filter(({ id }) => id !== moved.id);
      const at = placeAfter(others, edit.after);
      return plain({ op: 'order', cells: others.toSpliced(at, 0, moved).map(({ id }) => id) });
    }
  }
}

function plain(change: CellChange) {
  return { change, inserted: null };
}

function placeAfter(cells: readonly Cell[], after: string | null | undefined): number {
  if (after === undefined) return cells.length;
  return after === null ? 0 : cells.indexOf(cellOf(cells, after)) + 1;
}
