/** The difference between two texts, in a read-only editor, loaded at the first use. */

import { python } from '@codemirror/lang-python';
import { syntaxHighlighting } from '@codemirror/language';
import { unifiedMergeView } from '@codemirror/merge';
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { classHighlighter } from '@lezer/highlight';

/** Shows lines taken from `before` and added in `after`; returns a function to remove the view. */
export function showDiff(parent: HTMLElement, before: string, after: string, label: string): () => void {
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: after,
      extensions: [
        EditorState.readOnly.of(true),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
        python(),
        syntaxHighlighting(classHighlighter),
        unifiedMergeView({ original: before, mergeControls: false, gutter: true }),
      ],
    }),
  });
  return () => view.destroy();
}
