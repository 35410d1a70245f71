/** The text of a cell, in an editor. It follows the cell's source and tells what is typed; it does not send anything. */

import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { useSignalEffect } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { CellView } from '../../runtime/index.ts';
import { lineNumbers, wordWrap } from '../page/cell-display.ts';
import { typed } from '../page/edits.ts';
import { cellSignal } from '../page/notebook-state.ts';
import { active, mode, select } from '../page/selection.ts';
import { editorExtensions, fromElsewhere, lookOf } from './editor-extensions.ts';
import { addEditor } from './editors.ts';

/** An editor for the text of a cell. */
export function CodeEditor({ id, type, label }: { id: string; type: CellView['type']; label: string }) {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorView | null>(null);

  // not after the cell is painted: it would be painted twice
  useLayoutEffect(() => {
    const state = EditorState.create({
      doc: cellSignal(id)?.peek().source ?? '',
      extensions: [
        ...editorExtensions(id, type),
        EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
        EditorView.updateListener.of((update) => {
          const own = update.transactions.some(
            (change) => change.docChanged && !change.annotation(fromElsewhere),
          );
          if (own) typed(id, update.state.doc.toString());
          if (update.focusChanged && update.view.hasFocus) select(id, 'edit');
        }),
      ],
    });
    const view = new EditorView({ state, parent: host.current! });
    editor.current = view;
    const remove = addEditor(id, view);
    if (active.peek() === id && mode.peek() === 'edit') view.focus();
    return () => {
      remove();
      view.destroy();
      editor.current = null;
    };
  }, [id, type, label]);

  useSignalEffect(() => {
    const source = cellSignal(id)?.value.source ?? '';
    if (editor.current !== null) replaceText(editor.current, source);
  });
  useSignalEffect(() => {
    const look = { numbers: lineNumbers.value, wrap: wordWrap.value || type !== 'code' };
    editor.current?.dispatch({ effects: lookOf(look) });
  });
  useSignalEffect(() => {
    const typing = active.value === id && mode.value === 'edit';
    const view = editor.current;
    if (view === null || view.hasFocus === typing) return;
    if (typing) view.focus();
    else if (active.peek() === id || mode.peek() === 'command') view.contentDOM.blur();
  });
  return <div class="cell-editor" ref={host} />;
}

/** Replaces the part of the text that is different: the cursor stays where it was in the rest. */
function replaceText(view: EditorView, source: string): void {
  const text = view.state.doc.toString();
  if (text === source) return;
  let from = 0;
  while (from < text.length && from < source.length && text[from] === source[from]) from += 1;
  let [to, end] = [text.length, source.length];
  while (to > from && end > from && text[to - 1] === source[end - 1]) {
    to -= 1;
    end -= 1;
  }
  view.dispatch({
    changes: { from, to, insert: source.slice(from, end) },
    annotations: fromElsewhere.of(true),
  });
}
