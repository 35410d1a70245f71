/** Operations on cells, carried out here and on the server. Which of them a person asked for, and undo, are others' matter. */

import type { Operation } from '../../runtime/index.ts';
import { rewrite } from './edits.ts';
import { cellNow, expect, line } from './notebook-state.ts';
import { insertedCell } from './pending-cells.ts';

/** What can be done with cells, and be undone: a text is given whole here, and goes to the server as an edit. */
export type CellOperation =
  | Exclude<Operation, { readonly op: 'edit' }>
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
