/** What may happen to a notebook (NBLyzer's events), and its cells after it. It judges nothing. */

import type { CellText } from '../information-flow/index.ts';

/** The events by their names; `open`: nothing happens. */
export const EVENTS = ['run', 'edit', 'insert', 'delete', 'move', 'rename', 'open'] as const;

/** Something that may happen. */
export type NotebookEvent =
  | { readonly type: 'open' }
  /** The cell runs. */
  | { readonly type: 'run'; readonly cell: string }
  /** Its text becomes another; null: nobody knows which, and it reads and gives the same names. */
  | { readonly type: 'edit'; readonly cell: string; readonly source: string | null }
  /** It is new, and has not run. */
  | { readonly type: 'insert'; readonly cell: string }
  | { readonly type: 'delete'; readonly cell: string }
  /** It comes to stand at a place among the code cells, from 0. */
  | { readonly type: 'move'; readonly cell: string; readonly to: number }
  /** A variable gets another name: the cells that mean it get these texts. */
  | { readonly type: 'rename'; readonly sources: ReadonlyMap<string, string> };

/** The cells after an event; the same array where it changes none. */
export function cellsAfter(cells: readonly CellText[], event: NotebookEvent): readonly CellText[] {
  switch (event.type) {
    case 'open':
    case 'run':
    case 'insert':
      return cells;
    case 'edit': {
      const { source } = event;
      if (source === null) return cells;
      return cells.map((each) => (each.cell === event.cell ? { ...each, source } : each));
    }
    case 'delete':
      return cells.filter(({ cell }) => cell !== event.cell);
    case 'move': {
      const moved = cells.filter(({ cell }) => cell === event.cell);
      return cells.filter(({ cell }) => cell !== event.cell).toSpliced(event.to, 0, ...moved);
    }
    case 'rename':
      return cells.map((each) => ({ ...each, source: event.sources.get(each.cell) ?? each.source }));
  }
}
