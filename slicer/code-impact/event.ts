/** The possible events of a notebook (NBLyzer's events), and the cells after them. It judges nothing. */

import type { CellText } from '../information-flow/index.ts';

/** The events by their names; `open`: nothing happens. */
export const EVENTS = ['run', 'edit', 'insert', 'delete', 'move', 'rename', 'open'] as const;

/** A possible event. */
export type NotebookEvent =
  | { readonly type: 'open' }
  /** The cell runs. */
  | { readonly type: 'run'; readonly cell: string }
  /** The cell gets another text. Null: the text is unknown, and assumed to read and give the same names. */
  | { readonly type: 'edit'; readonly cell: string; readonly source: string | null }
  /** The cell is new, and has not run. */
  | { readonly type: 'insert'; readonly cell: string }
  | { readonly type: 'delete'; readonly cell: string }
  /** The cell moves to a position among the code cells, from 0. */
  | { readonly type: 'move'; readonly cell: string; readonly to: number }
  /** A variable gets another name: its cells get these texts. */
  | { readonly type: 'rename'; readonly sources: ReadonlyMap<string, string> };

/** The cells after an event; the same array if the event changes none. */
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
