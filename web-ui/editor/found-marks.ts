/** Marks matches of a search in the text of a cell, and the current match in another way. Other cells are searched elsewhere. */

import { type EditorState, type Extension, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, ViewPlugin } from '@codemirror/view';
import { effect } from '@preact/signals';
import { sought } from '../page/sought.ts';

interface Marked {
  readonly pattern: RegExp | null;
  /** Where the person stands in this text. */
  readonly at: number | null;
}

const setMarked = StateEffect.define<Marked>();
const other = Decoration.mark({ class: 'found-place' });
const current = Decoration.mark({ class: 'found-place found-current' });

const field = StateField.define<Marked & { readonly marks: DecorationSet }>({
  create: () => ({ pattern: null, at: null, marks: Decoration.none }),
  update(value, transaction) {
    const told = transaction.effects.find((one) => one.is(setMarked))?.value;
    if (told === undefined && !transaction.docChanged) return value;
    const { pattern, at } = told ?? value;
    if (pattern === null) return { pattern, at, marks: Decoration.none };
    return { pattern, at, marks: marksOf(transaction.state, pattern, at) };
  },
  provide: (marked) => EditorView.decorations.from(marked, ({ marks }) => marks),
});

function marksOf({ doc }: EditorState, pattern: RegExp, at: number | null): DecorationSet {
  const places = [...doc.toString().matchAll(pattern)].filter(([text]) => text !== '');
  return Decoration.set(
    places.map(({ index, 0: text }) => (index === at ? current : other).range(index, index + text.length)),
  );
}

/** Follows the search of the page. */
export function foundMarks(cell: string): Extension {
  const follow = ViewPlugin.define((view) => {
    let isMarked = false;
    const stop = effect(() => {
      const now = sought.value;
      if (now === null && !isMarked) return;
      isMarked = now !== null;
      const at = now?.at?.cell === cell ? now.at.from : null;
      const marked = { pattern: now?.pattern ?? null, at };
      // an editor must not be changed while it is being made
      queueMicrotask(() => view.dispatch({ effects: setMarked.of(marked) }));
    });
    return { destroy: stop };
  });
  return [field, follow];
}
