/** Operations on cells, carried out here and on the server. Other files choose them and undo them. */

import type { Operation } from '../../runtime/index.ts';
import { rewrite } from './edits.ts';
import { cellNow, expect, line } from './notebook-state.ts';
import { insertedCell } from './pending-cells.ts';

/** An undoable operation on cells: it has whole texts here, and sends edits to the server. */
export type CellOperation =
  | Exclude<Operation, { readonly op: 'edit' | 'variant-start' }>
  | { readonly op: 'rewrite'; readonly cell: string; readonly source: string };

/** Carries out an operation here and on the server. */
export function perform(operation: CellOperation): void {
  if (operation.op === 'rewrite') {
    rewrite(operation.cell, operation.source);
    return;
  }
  if (operation.op === 'insert') {
    const { cell, type, source, before, copyOf } = operation;
    const like = copyOf === undefined ? undefined : cellNow(copyOf);
    expect({ type: 'insert', cell: insertedCell(cell, type, source, like), before });
  }
  if (operation.op === 'delete') for (const id of operation.cells) expect({ type: 'delete', id });
  line().send(operation);
}
