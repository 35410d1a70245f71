/** The text of a cell, in an editor. The editor follows the cell's source and reports typing; others send changes. */

import { EditorState, Transaction } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { effect, useSignalEffect } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { CellView } from '../../runtime/index.ts';
import { typed } from '../page/edits.ts';
import { cellSignal, followText } from '../page/notebook-state.ts';
import { active, mode, select } from '../page/selection.ts';
import { lineNumbers, wordWrap } from '../settings/settings.ts';
import { followLanguage } from './cell-language.ts';
import { editorExtensions, lookOf, notTyped } from './editor-extensions.ts';
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
          for (const change of update.transactions) {
            if (change.docChanged && !change.annotation(notTyped)) typed(id, change.changes);
          }
          if (update.focusChanged && update.view.hasFocus) select(id, 'edit');
        }),
      ],
    });
    const view = new EditorView({ state, parent: host.current! });
    editor.current = view;
    const unspeak = type === 'code' ? followLanguage(view) : () => {};
    const remove = addEditor(id, view);
    const unfollow = followText(id, (changes, origin) => {
      // this editor must not undo other pages' typing
      const undone = Transaction.addToHistory.of(origin === 'command');
      view.dispatch({ changes, annotations: [notTyped.of(true), undone] });
    });
    if (active.peek() === id && mode.peek() === 'edit') view.focus();
    return () => {
      unspeak();
      remove();
      unfollow();
      view.destroy();
      editor.current = null;
    };
  }, [id, type, label]);

  useSignalEffect(() => {
    const look = { numbers: lineNumbers.value, wrap: wordWrap.value || type !== 'code' };
    editor.current?.dispatch({ effects: lookOf(look) });
  });
  // at once: the next key may come before the next frame
  useLayoutEffect(
    () =>
      effect(() => {
        const typing = active.value === id && mode.value === 'edit';
        const view = editor.current;
        if (view === null || view.hasFocus === typing) return;
        if (typing) view.focus();
        else if (active.peek() === id || mode.peek() === 'command') view.contentDOM.blur();
      }),
    [id],
  );
  return <div class="cell-editor" ref={host} />;
}
