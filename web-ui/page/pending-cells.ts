/** Cells inserted or deleted by a person and not confirmed by the server yet. Pure. */

import type { CellView } from '../../runtime/index.ts';

/** A change of structure on its way. */
export type Pending =
  | { readonly type: 'insert'; readonly cell: CellView; readonly before: string | null }
  | { readonly type: 'delete'; readonly id: string };

/** The order to show: the server's, with pending changes. */
export function withPending(order: readonly string[], pending: readonly Pending[]): readonly string[] {
  let shown = order;
  for (const change of pending) {
    if (change.type === 'delete') shown = shown.filter((id) => id !== change.id);
    else if (!shown.includes(change.cell.id)) {
      const at = change.before === null ? -1 : shown.indexOf(change.before);
      shown = shown.toSpliced(at < 0 ? shown.length : at, 0, change.cell.id);
    }
  }
  return shown;
}

/** The changes still pending after the server has sent this order. */
export function newSince(pending: readonly Pending[], order: readonly string[]): readonly Pending[] {
  return pending.filter((change) =>
    change.type === 'insert' ? !order.includes(change.cell.id) : order.includes(change.id),
  );
}

/** An inserted cell until the server sends it. */
export function insertedCell(id: string, type: CellView['type'], source: string, like?: CellView): CellView {
  return {
    id,
    type,
    source,
    version: 0,
    metadata: like?.metadata ?? {},
    attachments: like?.attachments ?? {},
    outputs: type === 'code' ? (like?.outputs ?? []) : [],
    executionCount: type === 'code' ? (like?.executionCount ?? null) : null,
    state: type === 'code' ? 'unrun' : 'settled',
    reasons: [],
    refresher: false,
    frozen: false,
    expensive: false,
    trusted: like?.trusted ?? false,
    exec: null,
    startedAt: null,
    ms: null,
    prompt: null,
    stored: null,
    clipped: [],
  };
}
