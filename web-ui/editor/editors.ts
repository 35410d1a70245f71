/** The text editors of the page, by cell. */

import type { EditorView } from '@codemirror/view';

const editors = new Map<string, EditorView>();

/** Adds the editor of a cell; returns a function to remove the editor. */
export function addEditor(cell: string, view: EditorView): () => void {
  editors.set(cell, view);
  return () => {
    if (editors.get(cell) === view) editors.delete(cell);
  };
}

/** The editor of a cell, if there is one. */
export function editorOf(cell: string): EditorView | undefined {
  return editors.get(cell);
}

/** Where the cursor is in a cell's text. */
export function cursorOf(cell: string): number {
  return editors.get(cell)?.state.selection.main.head ?? 0;
}

/** The selected text of a cell's editor, or the line of the cursor, without a common indentation. */
export function selectedCode(cell: string): string {
  const view = editors.get(cell);
  if (view === undefined) return '';
  const { main } = view.state.selection;
  const text = main.empty ? view.state.doc.lineAt(main.head).text : view.state.sliceDoc(main.from, main.to);
  const lines = text.split('\n');
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/));
  const least = Math.min(...indents);
  return lines.map((line) => line.slice(Math.min(least, line.search(/\S|$/)))).join('\n');
}

/** Puts the cursor on a line (from 1) of a cell's text. */
export function goToLine(cell: string, line: number): void {
  const view = editors.get(cell);
  if (view === undefined) return;
  const { from } = view.state.doc.line(Math.min(Math.max(1, line), view.state.doc.lines));
  view.dispatch({ selection: { anchor: from }, scrollIntoView: true });
}
