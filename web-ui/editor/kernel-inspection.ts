/** Shift+Tab: the kernel's facts about the name at the cursor, in a tooltip. */

import { StateEffect, StateField } from '@codemirror/state';
import { type EditorView, showTooltip, type Tooltip } from '@codemirror/view';
import { ansiText } from '../outputs/ansi-text.ts';
import { line } from '../page/notebook-state.ts';

const setTooltip = StateEffect.define<Tooltip | null>();

/** The tooltip's place in an editor: a change of text or cursor removes the tooltip. */
export const inspection = StateField.define<Tooltip | null>({
  create: () => null,
  update(value, transaction) {
    for (const effect of transaction.effects) if (effect.is(setTooltip)) return effect.value;
    return transaction.docChanged || transaction.selection !== undefined ? null : value;
  },
  provide: (field) => showTooltip.from(field),
});

/** Shows or removes the tooltip. */
export function toggleInspection(view: EditorView): boolean {
  if (view.state.field(inspection) !== null) {
    view.dispatch({ effects: setTooltip.of(null) });
    return true;
  }
  const pos = view.state.selection.main.head;
  void line()
    .ask({ ask: 'inspect', code: view.state.doc.toString(), cursor: pos })
    .then((answer) => {
      if (answer.to !== 'inspect' || view.state.selection.main.head !== pos) return;
      const text = answer.found ? answer.data['text/plain'] : 'nothing is known of this name';
      const create = () => {
        const dom = document.createElement('div');
        dom.className = 'inspection';
        dom.append(ansiText(String(text ?? '')));
        return { dom };
      };
      view.dispatch({ effects: setTooltip.of({ pos, above: true, create }) });
    });
  return true;
}
