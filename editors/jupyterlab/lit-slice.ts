/** Lights the slice of the selected cell: its cells at their edges, and the lines of its statements. */

import { StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view';
import type { Cell } from '@jupyterlab/notebook';
import type { Answer } from './kernel-line.ts';

type Lines = readonly (readonly [number, number])[];

const setLines = StateEffect.define<Lines>();
const LIT = Decoration.line({ class: 'sluice-lit-line' });

const litLines = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(before, { changes, effects, state }) {
    const found = effects.find((effect) => effect.is(setLines));
    if (found === undefined) return before.map(changes);
    const numbers = (found.value as Lines).flatMap(([from, to]) =>
      Array.from({ length: to - from + 1 }, (_, at) => from + at),
    );
    const there = [...new Set(numbers)].filter((line) => line <= state.doc.lines).sort((a, b) => a - b);
    return Decoration.set(there.map((line) => LIT.range(state.doc.line(line).from)));
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Lights a slice; null: nothing is lit. */
export function lightSlice(cells: readonly Cell[], slice: Answer | null): void {
  const lit = new Set(slice?.cells);
  for (const { model, node, editor } of cells) {
    node.classList.toggle('sluice-lit', lit.has(model.id));
    const view = (editor as { readonly editor?: EditorView } | null)?.editor;
    if (view === undefined) continue;
    const lines = slice?.lines?.[model.id] ?? [];
    const known = view.state.field(litLines, false);
    if (known === undefined && lines.length === 0) continue;
    const first = known === undefined ? [StateEffect.appendConfig.of(litLines)] : [];
    view.dispatch({ effects: first });
    view.dispatch({ effects: setLines.of(lines) });
  }
}
