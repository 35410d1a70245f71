/** The text editors that are on the page now, by cell. */

import type { EditorView } from '@codemirror/view';

const editors = new Map<string, EditorView>();

/** Adds the editor of a cell; returns how to remove it. */
export function addEditor(cell: string, view: EditorView): () => void {
  editors.set(cell, view);
  return () => {
    if (editors.get(cell) === view) editors.delete(cell);
  };
}

/** The editor of a cell, when it has one now. */
export function editorOf(cell: string): EditorView | undefined {
  return editors.get(cell);
}

/** Where the cursor is in a cell's text. */
export function cursorOf(cell: string): number {
  return editors.get(cell)?.state.selection.main.head ?? 0;
}

/** Puts the cursor on a line (from 1) of a cell's text. */
export function goToLine(cell: string, line: number): void {
  const view = editors.get(cell);
  if (view === undefined) return;
  const { from } = view.state.doc.line(Math.min(Math.max(1, line), view.state.doc.lines));
  view.dispatch({ selection: { anchor: from }, scrollIntoView: true });
}
