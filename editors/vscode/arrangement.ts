/** The operations that give the server the cells of the editor, in their order. Pure. */

import type { CellType, Operation } from '../../runtime/index.ts';

/** A cell of the editor. */
export interface EditorCell {
  readonly id: string;
  readonly type: CellType;
  readonly source: string;
}

/** The operations. `known`: the ids of the server's cells, in order. */
export function arrangement(known: readonly string[], wanted: readonly EditorCell[]): Operation[] {
  const there = new Set(known);
  const here = new Set(wanted.map(({ id }) => id));
  const deleted = known.filter((id) => !here.has(id));
  const operations: Operation[] = deleted.length > 0 ? [{ op: 'delete', cells: deleted }] : [];
  const order = known.filter((id) => here.has(id));
  wanted.toReversed().forEach(({ id, type, source }, fromEnd) => {
    if (there.has(id)) return;
    const before = wanted[wanted.length - fromEnd]?.id ?? null;
    operations.push({ op: 'insert', cell: id, type, source, before });
    order.splice(before === null ? order.length : order.indexOf(before), 0, id);
  });
  const cells = wanted.map(({ id }) => id);
  if (String(order) !== String(cells)) operations.push({ op: 'order', cells });
  return operations;
}
