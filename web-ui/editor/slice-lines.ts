/** Marks the lines of a cell in the shown slice, and lit lines. Others choose the lines. */

import { type Extension, type Range, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, ViewPlugin } from '@codemirror/view';
import { effect } from '@preact/signals';
import { litLinesOf } from '../page/problems.ts';
import { differenceLinesOf } from '../page/reproduction.ts';
import { linesOf } from '../page/shown-slice.ts';

const setLines = StateEffect.define<readonly (readonly [number, number])[]>();

const mark = Decoration.line({ class: 'in-slice' });

const marked = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(value, transaction) {
    let lines = value.map(transaction.changes);
    for (const change of transaction.effects) {
      if (!change.is(setLines)) continue;
      const { doc } = transaction.state;
      const ranges: Range<Decoration>[] = [];
      for (const [first, last] of change.value) {
        for (let n = first; n <= Math.min(last, doc.lines); n += 1) ranges.push(mark.range(doc.line(n).from));
      }
      lines = Decoration.set(ranges, true);
    }
    return lines;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Follows the slice of the page. */
export function sliceLines(cell: string): Extension {
  const follow = ViewPlugin.define((view) => {
    const stop = effect(() => {
      const found = [litLinesOf, differenceLinesOf, linesOf].map((of) => of(cell));
      const lines = found.find(({ length }) => length > 0) ?? [];
      // an editor must not be changed while it is being made
      queueMicrotask(() => view.dispatch({ effects: setLines.of(lines) }));
    });
    return { destroy: stop };
  });
  return [marked, follow];
}
