/** The editor of a text file: its abilities, its keys, its look. It neither loads nor saves. */

import { closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import {
  bracketMatching,
  foldGutter,
  foldKeymap,
  indentOnInput,
  indentUnit,
  syntaxHighlighting,
} from '@codemirror/language';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, Transaction } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { classHighlighter } from '@lezer/highlight';
import { effect } from '@preact/signals';
import { wordWrap } from '../settings/settings.ts';
import { takesFocus, wantedLine } from '../workplace/open-documents.ts';
import type { TextEditor } from './open-text.ts';
import { languageOf } from './text-language.ts';

interface TextEditorOptions {
  readonly parent: HTMLElement;
  readonly path: string;
  readonly text: string;
  readonly readOnly: boolean;
  /** The text is another one, whoever has changed it. */
  readonly shown: () => void;
  /** The person has typed. */
  readonly changed: () => void;
  readonly save: () => void;
}

/** An editor in the page. */
export function newTextEditor(options: TextEditorOptions): TextEditor & { remove(): void } {
  const { parent, path, readOnly } = options;
  const language = new Compartment();
  const wrap = new Compartment();
  const name = path.split('/').at(-1)!;
  const isProse = /\.(?:md|markdown|txt|rst|log)$/i.test(name);
  const save = () => {
    options.save();
    return true;
  };
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: options.text,
      extensions: [
        lineNumbers(),
        foldGutter(),
        history(),
        drawSelection(),
        highlightActiveLine(),
        highlightSelectionMatches(),
        search({ top: true }),
        bracketMatching(),
        closeBrackets(),
        indentOnInput(),
        indentUnit.of('    '),
        EditorState.tabSize.of(4),
        syntaxHighlighting(classHighlighter),
        language.of([]),
        wrap.of([]),
        EditorState.readOnly.of(readOnly),
        EditorView.contentAttributes.of({ 'aria-label': `Text of ${name}`, tabindex: '0' }),
        keymap.of([
          { key: 'Mod-s', run: save, preventDefault: true },
          ...closeBracketsKeymap,
          ...searchKeymap,
          ...historyKeymap,
          ...foldKeymap,
          ...defaultKeymap,
          indentWithTab,
        ]),
        EditorView.updateListener.of(({ docChanged, transactions }) => {
          if (!docChanged) return;
          options.shown();
          if (transactions.some((one) => one.annotation(Transaction.remote) !== true)) options.changed();
        }),
      ],
    }),
  });
  void languageOf(path).then((found) => view.dispatch({ effects: language.reconfigure(found) }));
  const stop = effect(() => {
    const on = isProse || wordWrap.value;
    view.dispatch({ effects: wrap.reconfigure(on ? EditorView.lineWrapping : []) });
  });
  const unfollow = effect(() => {
    if (wantedLine.value?.path !== path) return;
    const { from } = view.state.doc.line(Math.min(wantedLine.value.line, view.state.doc.lines));
    const scroll = EditorView.scrollIntoView(from, { y: 'center' });
    // an editor must not be changed while it is being made
    queueMicrotask(() => {
      view.dispatch({ selection: { anchor: from }, effects: scroll });
      view.focus();
      wantedLine.value = null;
    });
  });
  const unfocus = effect(() => {
    if (takesFocus(path)) queueMicrotask(() => view.focus());
  });
  return {
    text: () => view.state.doc.toString(),
    replace(text) {
      const { length } = view.state.doc;
      const { head } = view.state.selection.main;
      const top = view.scrollDOM.scrollTop;
      view.dispatch({
        changes: { from: 0, to: length, insert: text },
        selection: { anchor: Math.min(head, text.length) },
        annotations: Transaction.remote.of(true),
      });
      view.scrollDOM.scrollTop = top;
    },
    remove() {
      stop();
      unfollow();
      unfocus();
      view.destroy();
    },
  };
}
