/** The events of a session and the resulting order of cells. It reads no file and runs nothing. */

/** An event of a notebook, in the words of a session file. */
export type SessionEvent =
  | { readonly type: 'run'; readonly cell: string; readonly source: string }
  | { readonly type: 'edit'; readonly cell: string; readonly source: string }
  | { readonly type: 'delete'; readonly cell: string }
  | { readonly type: 'order'; readonly cells: readonly string[] }
  | { readonly type: 'restart' };

/** The valid `type`s of a session file. */
export const EVENT_TYPES = ['run', 'edit', 'delete', 'order', 'restart'] as const;

/**
 * The order of cells after `event`. A cell run or edited for the first time is appended; `order` puts its
 * cells first, in this order, and keeps the others behind them. A cell named by `order` before it appears
 * keeps its position. The same array if nothing changed.
 */
export function orderAfter(order: readonly string[], event: SessionEvent): readonly string[] {
  switch (event.type) {
    case 'run':
    case 'edit':
      return order.includes(event.cell) ? order : [...order, event.cell];
    case 'delete':
      return order.includes(event.cell) ? order.filter((cell) => cell !== event.cell) : order;
    case 'order': {
      const named = new Set(event.cells);
      return [...event.cells, ...order.filter((cell) => !named.has(cell))];
    }
    case 'restart':
      return order;
  }
}
