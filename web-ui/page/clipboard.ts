/** Cut, copied and pasted cells. All tabs of this browser share them, so that they can go to another notebook. */

import type { CellView, Operation } from '../../runtime/index.ts';
import { deleteCells, newCellId, nextOf } from './cell-actions.ts';
import { perform } from './cell-operations.ts';
import { flushSource } from './edits.ts';
import { cellNow, order } from './notebook-state.ts';
import { anchor, reveal, select, selected } from './selection.ts';
import { remember } from './undo.ts';

interface CopiedCell {
  readonly id: string;
  readonly type: CellView['type'];
  readonly source: string;
}

const KEY = 'sluice-cells';

/** Copies the selected cells. */
export function copyCells(): void {
  const cells = selected.peek().flatMap((id): CopiedCell[] => {
    flushSource(id);
    const cell = cellNow(id);
    return cell === undefined ? [] : [{ id, type: cell.type, source: cell.source }];
  });
  localStorage.setItem(KEY, JSON.stringify(cells));
}

/** Copies the selected cells and deletes them. */
export function cutCells(): void {
  copyCells();
  deleteCells();
}

/** Inserts the copied cells beside the selection. */
export function pasteCells(where: 'above' | 'below'): void {
  const copied = JSON.parse(localStorage.getItem(KEY) ?? '[]') as readonly CopiedCell[];
  const ids = selected.peek();
  if (copied.length === 0) return;
  const before = ids.length === 0 ? null : where === 'above' ? ids[0]! : nextOf(ids.at(-1)!);
  const inserts = copied.map(
    ({ id, type, source }): Extract<Operation, { op: 'insert' }> => ({
      op: 'insert',
      // a cut cell comes back as the same cell, with its runs
      cell: order.peek().includes(id) ? newCellId() : id,
      type,
      source,
      before,
      copyOf: id,
    }),
  );
  for (const insert of inserts) perform(insert);
  remember({ undo: [{ op: 'delete', cells: inserts.map(({ cell }) => cell) }], redo: inserts });
  select(inserts.at(-1)!.cell);
  anchor.value = inserts[0]!.cell;
  reveal(inserts.at(-1)!.cell);
}
